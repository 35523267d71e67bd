#include "core/survey/mass_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ergo {
namespace {

constexpr double half_root = 0.70710678118654752;
constexpr std::array<double, 5> node_at = {-1, -half_root, 0, half_root, 1};
constexpr std::array<double, 5> fine = {1.0 / 30, 8.0 / 30, 12.0 / 30, 8.0 / 30, 1.0 / 30};  // Clenshaw-Curtis
constexpr std::array<double, 5> coarse = {1.0 / 6, 0, 4.0 / 6, 0, 1.0 / 6};                  // Simpson

constexpr double seen = 3;             // a node is this near a low point in energy
constexpr double edge_matters = 1e-3;  // of the tolerance: mass of a part that is as dense as its edge
constexpr double first_tolerance = 0.1;
constexpr int deepest = 400;                // halvings towards one point
constexpr std::size_t least_cells = 1024;   // before an estimated error means anything
constexpr std::size_t between_sums = 1024;  // cells after which rounding is cleared away

/// log of the sum of exp(a).
template <class Numbers>
double log_sum_of(const Numbers& a) {
  double largest = -infinite_energy;
  for (const double v : a) largest = std::max(largest, v);
  if (!std::isfinite(largest)) return largest;
  double sum = 0;
  for (const double v : a) sum += std::exp(v - largest);
  return largest + std::log(sum);
}

}  // namespace

MassCells::MassCells(const Landscape& landscape, const Window& box, std::span<const LowPoint> low, double tolerance,
                     std::size_t most, StopToken stop)
    : landscape_(landscape) {
  cells_.push_back(measured(0.5 * (box.low + box.high), 0.5 * (box.high - box.low)));
  worst_.push({cells_[0].log_error, 0});
  for (const LowPoint& point : low)
    if (evaluations_ < most && !stop.stop_requested()) reveal(point);
  add_up();
  // Coarsely first: all of a long ridge must be found before its parts are worth a closer look.
  for (double wanted = first_tolerance; evaluations_ < most; wanted *= 0.1) {
    wanted = std::max(wanted, tolerance);
    followed_ = 0;
    do {
      refine(wanted, most, stop);
    } while (!stop.stop_requested() && follow_edges(std::log(edge_matters * wanted), most));
    if (wanted == tolerance || stop.stop_requested()) break;
  }
  add_up();
}

MassCells::Cell MassCells::measured(Position centre, Position half) {
  const bool plane = landscape_.dim > 1;
  const int rows = plane ? nodes : 1;
  std::array<double, nodes * nodes> x, y, energy;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < nodes; ++i) {
      x[j * nodes + i] = centre.x + node_at[i] * half.x;
      y[j * nodes + i] = plane ? centre.y + node_at[j] * half.y : 0;
    }
  const auto count = static_cast<std::size_t>(rows * nodes);
  landscape_.survey({x.data(), count}, {y.data(), count}, {energy.data(), count});
  evaluations_ += count;

  Cell cell;
  cell.centre = centre;
  cell.half = half;
  for (double& e : energy)
    if (e == -infinite_energy) e = infinite_energy;  // a single point has no mass
  const auto lowest = std::min_element(energy.begin(), energy.begin() + static_cast<std::ptrdiff_t>(count));
  const auto node = static_cast<std::size_t>(lowest - energy.begin());
  cell.lowest = {{x[node], y[node]}, *lowest};
  cell.column.fill(-infinite_energy);
  cell.row.fill(-infinite_energy);
  cell.edge.fill({{}, infinite_energy});
  if (*lowest == infinite_energy) {
    cell.log_mass = cell.log_error = -infinite_energy;
    return cell;
  }
  // The integral of exp(lowest - E) over the unit square by the fine rule, and with the coarse one along x or y.
  std::array<double, nodes> column{}, row{};
  double both = 0, coarse_x = 0, coarse_y = 0;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < nodes; ++i) {
      const double e = energy[j * nodes + i], density = std::exp(*lowest - e);
      const double weight_y = plane ? fine[j] : 1;
      column[i] += fine[i] * weight_y * density;
      row[j] += fine[i] * weight_y * density;
      both += fine[i] * weight_y * density;
      coarse_x += coarse[i] * weight_y * density;
      coarse_y += fine[i] * (plane ? coarse[j] : 1) * density;
      const auto note = [&](int k, bool there) {
        if (there && e < cell.edge[k].energy) cell.edge[k] = {{x[j * nodes + i], y[j * nodes + i]}, e};
      };
      note(0, i == 0);
      note(1, i == nodes - 1);
      note(2, plane && j == 0);
      note(3, plane && j == nodes - 1);
    }
  const double scale = std::log(2 * half.x) + (plane ? std::log(2 * half.y) : 0) - *lowest;
  cell.log_mass = scale + std::log(both);
  // Where the coarse rule differs by a part d, the fine one errs by about d^2: it is exact to twice the degree.
  const double error_x = std::abs(both - coarse_x), error_y = std::abs(both - coarse_y);
  const double largest = std::max({both, coarse_x, coarse_y}), part = std::max(error_x, error_y) / largest;
  cell.log_error = scale + std::log(largest * part * part);
  cell.along_x = error_x >= error_y;
  for (int i = 0; i < nodes; ++i) {
    cell.column[i] = scale + std::log(column[i]);
    cell.row[i] = scale + std::log(row[i]);
  }
  return cell;
}

void MassCells::halve(int index, bool along_x) {
  const Cell parent = cells_[index];
  const Position half =
      along_x ? Position{0.5 * parent.half.x, parent.half.y} : Position{parent.half.x, 0.5 * parent.half.y};
  const Position shift = along_x ? Position{half.x, 0} : Position{0, half.y};
  cells_[index].child = static_cast<int>(cells_.size());
  cells_[index].along_x = along_x;
  for (const double sign : {-1.0, 1.0}) {
    cells_.push_back(measured(parent.centre + sign * shift, half));
    worst_.push({cells_.back().log_error, static_cast<int>(cells_.size()) - 1});
  }
  replace_in_sums(parent, cells_[cells_.size() - 2], cells_.back());
}

int MassCells::part_at(Position x) const {
  int at = 0;
  while (const int child = cells_[at].child) {
    const bool upper = cells_[at].along_x ? x.x > cells_[at].centre.x : x.y > cells_[at].centre.y;
    at = child + (upper ? 1 : 0);
  }
  return at;
}

void MassCells::reveal(const LowPoint& point) {
  if (!std::isfinite(point.energy)) return;
  for (int depth = 0; depth < deepest; ++depth) {
    const int at = part_at(point.place);
    const Cell& cell = cells_[at];
    // The second: positions are no finer.
    if (cell.lowest.energy < point.energy + seen || cell.half.x < 1e-13 * std::abs(cell.centre.x)) return;
    halve(at, landscape_.dim == 1 || cell.half.x >= cell.half.y);
  }
}

void MassCells::add_up() {
  reference_ = -infinite_energy;
  for (const Cell& cell : cells_)
    if (!cell.child) reference_ = std::max(reference_, cell.log_mass);
  mass_sum_ = error_sum_ = 0;
  if (reference_ > -infinite_energy)
    for (const Cell& cell : cells_)
      if (!cell.child) {
        mass_sum_ += std::exp(cell.log_mass - reference_);
        error_sum_ += std::exp(cell.log_error - reference_);
      }
  log_mass_ = mass_sum_ > 0 ? reference_ + std::log(mass_sum_) : -infinite_energy;
  error_ = mass_sum_ > 0 ? error_sum_ / mass_sum_ : 0;
}

void MassCells::replace_in_sums(const Cell& parent, const Cell& lower, const Cell& upper) {
  const double largest = std::max(lower.log_mass, upper.log_mass);
  if (reference_ == -infinite_energy && largest == -infinite_energy) return;
  if (largest > reference_ + 1 || cells_.size() % between_sums == 0) return add_up();
  const auto replaced = [&](double before, double a, double b) {
    return std::exp(a - reference_) + std::exp(b - reference_) - std::exp(before - reference_);
  };
  mass_sum_ += replaced(parent.log_mass, lower.log_mass, upper.log_mass);
  error_sum_ += replaced(parent.log_error, lower.log_error, upper.log_error);
  if (mass_sum_ < 1e-3) return add_up();  // the difference has lost digits
  error_ = error_sum_ / mass_sum_;
}

void MassCells::refine(double tolerance, std::size_t most, const StopToken& stop) {
  const auto enough = [&] { return error_ <= tolerance && cells_.size() >= least_cells; };
  while (!worst_.empty() && !enough() && evaluations_ < most && !stop.stop_requested()) {
    const auto [log_error, index] = worst_.top();
    worst_.pop();
    if (log_error == -infinite_energy) break;
    if (cells_[index].child) continue;
    halve(index, cells_[index].along_x);
    // The halves' nodes are others, and a narrow dip may lie between them.
    reveal(LowPoint(cells_[index].lowest));
  }
}

bool MassCells::follow_edges(double log_part, std::size_t most) {
  bool halved = false;
  const bool plane = landscape_.dim > 1;
  const double least = log_mass_ + log_part;
  for (; followed_ < cells_.size() && evaluations_ < most; ++followed_) {
    if (cells_[followed_].child) continue;
    const Cell cell = cells_[followed_];
    const double log_area = std::log(2 * cell.half.x) + (plane ? std::log(2 * cell.half.y) : 0);
    for (int k = 0; k < 4; ++k) {
      if (!(log_area - cell.edge[k].energy > least)) continue;
      const double sign = k % 2 == 0 ? -1 : 1;
      const Position across =
          cell.edge[k].place + 1e-3 * sign * (k < 2 ? Position{cell.half.x, 0} : Position{0, cell.half.y});
      const Position beyond = across - cells_[0].centre;
      if (std::abs(beyond.x) > cells_[0].half.x || std::abs(beyond.y) > cells_[0].half.y) continue;
      while (evaluations_ < most) {
        const int at = part_at(across);
        const double x = cells_[at].half.x / cell.half.x, y = plane ? cells_[at].half.y / cell.half.y : 0;
        if (std::max(x, y) <= 2) break;
        halve(at, x >= y);
        halved = true;
      }
    }
  }
  return halved;
}

double MassCells::outside(const Window& window) const {
  std::vector<double> found;
  for (const Cell& cell : cells_) {
    if (cell.child) continue;
    const bool inside = cell.centre.x >= window.low.x && cell.centre.x <= window.high.x &&
                        (landscape_.dim == 1 || (cell.centre.y >= window.low.y && cell.centre.y <= window.high.y));
    if (!inside) found.push_back(cell.log_mass);
  }
  return std::exp(log_sum_of(found) - log_mass_);
}

MassCells::Marginal MassCells::marginal(bool along_x) const {
  std::vector<std::pair<double, double>> points;
  for (const Cell& cell : cells_) {
    if (cell.child) continue;
    for (int i = 0; i < nodes; ++i) {
      const double mass = std::exp((along_x ? cell.column[i] : cell.row[i]) - log_mass_);
      if (mass > 0)
        points.push_back(
            {along_x ? cell.centre.x + node_at[i] * cell.half.x : cell.centre.y + node_at[i] * cell.half.y, mass});
    }
  }
  std::sort(points.begin(), points.end());
  Marginal marginal;
  double below = 0;
  for (const auto& [at, mass] : points) {
    marginal.place.push_back(at);
    marginal.below.push_back(below += mass);
  }
  for (double& b : marginal.below) b /= below;
  return marginal;
}

double MassCells::Marginal::low_quantile(double mass) const {
  const auto at = std::lower_bound(below.begin(), below.end(), mass);
  return place[std::min<std::size_t>(static_cast<std::size_t>(at - below.begin()), place.size() - 1)];
}

double MassCells::Marginal::high_quantile(double mass) const {
  const auto at = std::upper_bound(below.begin(), below.end(), 1 - mass);
  return place[std::min<std::size_t>(static_cast<std::size_t>(at - below.begin()), place.size() - 1)];
}

}  // namespace ergo
