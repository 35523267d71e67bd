#include "core/exact/transition_kernel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "core/exact/auxiliary_moves.h"
#include "core/exact/expected_proposal.h"
#include "core/exact/wide.h"
#include "core/unit/error.h"

namespace ergo {
namespace {

constexpr std::size_t most_masses = std::size_t{1} << 28;
constexpr double ignored = 1e-14;
/// Energies above the least, up to which e^-E and its products with masses are normal numbers.
constexpr double most_energy = 550;
/// The first and past-the-last site of an axis between masses of at least `least`.
std::pair<int, int> kept(const AxisMass& axis, double least) {
  std::size_t from = 0, to = axis.mass.size();
  while (from < to && axis.mass[from] < least) ++from;
  while (to > from && axis.mass[to - 1] < least) --to;
  return {axis.low + static_cast<int>(from), axis.low + static_cast<int>(to)};
}

std::size_t append(std::vector<double>& masses, const AxisMass& axis, int from, int to, double weight) {
  const std::size_t at = masses.size();
  for (int site = from; site < to; ++site)
    masses.push_back(weight * axis.mass[static_cast<std::size_t>(site - axis.low)]);
  return at;
}

/// out(r, k) += weight a(r) b(k) for r < 4, k < size
ERGO_WIDE void add_outer4(double* __restrict out, std::size_t stride, double weight, const double* a,
                          const double* b, std::size_t size) {
  const double a0 = weight * a[0], a1 = weight * a[1], a2 = weight * a[2], a3 = weight * a[3];
#pragma GCC ivdep
  for (std::size_t k = 0; k < size; ++k) {
    out[k] += a0 * b[k];
    out[stride + k] += a1 * b[k];
    out[2 * stride + k] += a2 * b[k];
    out[3 * stride + k] += a3 * b[k];
  }
}

ERGO_WIDE void add_scaled(double* __restrict out, double factor, const double* b, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) out[k] += factor * b[k];
}

}  // namespace

TransitionKernel::TransitionKernel(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                                   const GradientNoise& noise, std::uint64_t step,
                                   std::vector<double> acceptance)
    : sides_(target.sides()),
      metropolis_(kernel.metropolis()),
      cut_(sides_.count() > most_dense ? ignored : 0),
      rows_(static_cast<std::size_t>(sides_.x)),
      acceptance_(std::move(acceptance)) {
  if (metropolis_ && noise.kind != NoiseKind::none)
    throw Error("no transition probabilities of the position alone are known:",
                "a Metropolis step under gradient noise", "unadjusted samplers, or gradient_noise.kind=none",
                "gradient_noise.kind");
  if (kernel.auxiliary())
    moves_ = auxiliary_moves(target, kernel, pool, step);
  else
    tabulate(target, kernel, pool, noise, step);
  if (!acceptance_.empty()) return;
  acceptance_.assign(sides_.count(), 0);
  if (!pool.stopped()) find_acceptance(pool);
}

std::size_t TransitionKernel::bytes() const {
  std::size_t masses = moves_ ? moves_->values.size() : 0, products = 0;
  for (const Row& row : rows_) {
    masses += row.x.size() + row.y.size();
    products += row.products.size();
  }
  return masses * sizeof(double) + products * sizeof(Product);
}

void TransitionKernel::tabulate(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                                const GradientNoise& noise, std::uint64_t step) {
  const Oracle oracle(target, noise);
  expected_masses(kernel, {}, target.table()[0], oracle, noise, step);  // throws here rather than in a thread
  const auto [least, most] = std::ranges::minmax(target.table(), {}, &Evaluation::energy);
  std::atomic<std::size_t> stored = 0;
  pool.for_blocks(rows_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && stored < most_masses && !pool.stopped(); ++i) {
      for (int j = 0; j < sides_.y; ++j) {
        const Position x = {static_cast<double>(i), static_cast<double>(j)};
        const Evaluation at = target.evaluate(x);
        // A move to x is made with at most e^(E(from) - E(x)) times the mass of the move back.
        const double least_back = cut_ * std::exp(at.energy - most.energy);
        add_site(rows_[i], expected_masses(kernel, x, at, oracle, noise, step), least_back);
      }
      rows_[i].first.push_back(rows_[i].products.size());
      rows_[i].x.shrink_to_fit();
      rows_[i].y.shrink_to_fit();
      stored += rows_[i].x.size() + rows_[i].y.size();
    }
  });
  if (stored >= most_masses)
    throw Error("transition probabilities too many to keep:",
                std::to_string(sides_.x) + " x " + std::to_string(sides_.y) + " sites with wide proposals",
                "a smaller lattice or smaller steps", "sampler");
  if (pool.stopped()) return;
  find_reach();
  for (const Row& row : rows_) single_ = single_ && row.products.size() == static_cast<std::size_t>(sides_.y);
  for (const Evaluation& at : target.table()) energies_.push_back(at.energy);
  weigh(least.energy, most.energy);
}

void TransitionKernel::add_site(Row& row, const std::vector<ProductMass>& proposal, double least_back) const {
  row.first.push_back(row.products.size());
  for (const auto& [weight, x, y] : proposal) {
    const auto [x_from, x_to] = kept(x, cut_);
    const auto [y_from, y_to] = kept(y, cut_);
    const auto [x_low, x_high] = metropolis_ ? kept(x, least_back) : std::pair(x_from, x_to);
    const auto [y_low, y_high] = metropolis_ ? kept(y, least_back) : std::pair(y_from, y_to);
    Product product = {x_low, x_high - x_low, y_low, y_high - y_low, x_from, x_to, y_from, y_to, 0, 0};
    product.x_at = append(row.x, x, x_low, x_high, weight);
    product.y_at = append(row.y, y, y_low, y_high, 1);
    row.products.push_back(product);
  }
}

void TransitionKernel::weigh(double least, double most) {
  for (const double energy : energies_) {
    double log_weight = least - energy;
    if (most - least > most_energy) {
      const double exponent = std::floor(log_weight / std::numbers::ln2);
      exponents_.push_back(static_cast<std::int64_t>(exponent));
      log_weight -= exponent * std::numbers::ln2;
    }
    weights_.push_back(std::exp(log_weight));
  }
}

void TransitionKernel::find_reach() {
  x_reach_.assign(static_cast<std::size_t>(sides_.x), {sides_.x, 0});
  y_reach_.assign(static_cast<std::size_t>(sides_.y), {sides_.y, 0});
  const auto widen = [](Reach& reach, int from, int to) {
    reach = {std::min(reach.from, from), std::max(reach.to, to)};
  };
  for (std::size_t x = 0; x < sides_.count(); ++x) {
    const Box box = reached(x);
    widen(x_reach_[x / y_reach_.size()], box.x_from, box.x_to);
    widen(y_reach_[x % y_reach_.size()], box.y_from, box.y_to);
  }
}

/// q((i, j) | from)
double TransitionKernel::mass(std::size_t from, int i, int j) const {
  const auto columns = static_cast<std::size_t>(sides_.y);
  const Row& row = rows_[from / columns];
  double sum = 0;
  for (std::size_t m = row.first[from % columns]; m < row.first[from % columns + 1]; ++m) {
    const Product& p = row.products[m];
    const auto dx = static_cast<unsigned>(i - p.x_low), dy = static_cast<unsigned>(j - p.y_low);
    if (dx < static_cast<unsigned>(p.x_size) && dy < static_cast<unsigned>(p.y_size))
      sum += row.x[p.x_at + dx] * row.y[p.y_at + dy];
  }
  return sum;
}

/// All sites that moves from there lead to.
TransitionKernel::Box TransitionKernel::reached(std::size_t from) const {
  if (moves_) return {0, sides_.x, 0, sides_.y};
  const auto columns = static_cast<std::size_t>(sides_.y);
  const Row& row = rows_[from / columns];
  Box box = {sides_.x, 0, sides_.y, 0};
  for (std::size_t m = row.first[from % columns]; m < row.first[from % columns + 1]; ++m) {
    const Product& p = row.products[m];
    box = {std::min(box.x_from, p.x_from), std::max(box.x_to, p.x_to), std::min(box.y_from, p.y_from),
           std::max(box.y_to, p.y_to)};
  }
  return box;
}

/// visit(number) of every site of a box
template <class Visit>
void TransitionKernel::for_sites(const Box& box, Visit visit) const {
  for (int i = box.x_from; i < box.x_to; ++i)
    for (int j = box.y_from; j < box.y_to; ++j)
      visit(static_cast<std::size_t>(i) * static_cast<std::size_t>(sides_.y) + static_cast<std::size_t>(j));
}

/// q(y | from) a(from, y) of the sites y in reach; `out` is left alone elsewhere.
void TransitionKernel::accepted_row(std::size_t from, const Box& box, std::vector<double>& out) const {
  if (moves_) {
    std::copy_n(moves_->values.begin() + static_cast<std::ptrdiff_t>(from * out.size()), out.size(),
                out.begin());
    return;
  }
  for_sites(box, [&](std::size_t to) { out[to] = 0; });
  const auto columns = static_cast<std::size_t>(sides_.y);
  const Row& row = rows_[from / columns];
  for (std::size_t m = row.first[from % columns]; m < row.first[from % columns + 1]; ++m) {
    const Product& p = row.products[m];
    for (int i = p.x_from; i < p.x_to; ++i)
      for (int j = p.y_from; j < p.y_to; ++j)
        out[static_cast<std::size_t>(i) * columns + static_cast<std::size_t>(j)] +=
            row.x[p.x_at + static_cast<std::size_t>(i - p.x_low)] *
            row.y[p.y_at + static_cast<std::size_t>(j - p.y_low)];
  }
  if (!metropolis_) return;
  const int x = static_cast<int>(from / columns), y = static_cast<int>(from % columns);
  for_sites(box, [&](std::size_t to) {
    if (out[to] > 0)
      out[to] =
          std::min(out[to], std::exp(std::min(energies_[from] - energies_[to], 700.0)) * mass(to, x, y));
  });
}

std::vector<double> TransitionKernel::row(std::size_t from) const {
  std::vector<double> out(sides_.count());
  accepted_row(from, reached(from), out);
  out[from] += 1 - acceptance_[from];
  return out;
}

// Unadjusted: mu'(i, .) = sum over x and products of mu(x) A_x(i) B_x(.), for a few i at a time, as reading
// the masses takes longer than using them.
void TransitionKernel::gather(int begin, int end, std::span<const double> mu, double* out) const {
  const auto columns = static_cast<std::size_t>(sides_.y);
  for (std::size_t x = 0; x < mu.size(); ++x) {
    if (mu[x] == 0) continue;
    const Row& row = rows_[x / columns];
    for (std::size_t m = row.first[x % columns]; m < row.first[x % columns + 1]; ++m) {
      const Product& p = row.products[m];
      const int first = std::max(begin, p.x_from), last = std::min(end, p.x_to);
      const double* const factors = &row.x[p.x_at] - p.x_low;
      double* to =
          out + static_cast<std::size_t>(first - begin) * columns + static_cast<std::size_t>(p.y_from);
      const auto size = static_cast<std::size_t>(p.y_to - p.y_from);
      int i = first;
      for (; i + 4 <= last; i += 4, to += 4 * columns)
        add_outer4(to, columns, mu[x], factors + i, &row.y[p.y_at], size);
      for (; i < last; ++i, to += columns) add_scaled(to, mu[x] * factors[i], &row.y[p.y_at], size);
    }
  }
}

std::vector<double> TransitionKernel::scatter(std::span<const double> mu, ThreadPool& pool) const {
  std::vector<std::vector<double>> sums(pieces, std::vector<double>(mu.size()));
  pool.for_blocks(pieces, [&](std::size_t begin, std::size_t end) {
    std::vector<double> moved(mu.size());
    for (std::size_t piece = begin; piece < end; ++piece)
      for (std::size_t x = mu.size() * piece / pieces; x < mu.size() * (piece + 1) / pieces; ++x) {
        if (mu[x] == 0) continue;
        const Box box = reached(x);
        accepted_row(x, box, moved);
        for_sites(box, [&](std::size_t y) { sums[piece][y] += mu[x] * moved[y]; });
      }
  });
  for (std::size_t piece = 1; piece < pieces; ++piece)
    for (std::size_t y = 0; y < mu.size(); ++y) sums[0][y] += sums[piece][y];
  return std::move(sums[0]);
}

std::vector<double> TransitionKernel::apply(std::span<const double> mu, ThreadPool& pool) const {
  std::vector<double> out(mu.size());
  if (pool.stopped()) return out;
  if (!fast()) {
    out = scatter(mu, pool);
  } else {
    constexpr std::size_t rows = rows_at_once;
    pool.for_blocks((rows_.size() + rows - 1) / rows, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first * rows; i < std::min(last * rows, rows_.size()) && !pool.stopped();
           i += rows) {
        const int begin = static_cast<int>(i), end = static_cast<int>(std::min(i + rows, rows_.size()));
        double* const to = &out[i * static_cast<std::size_t>(sides_.y)];
        metropolis_ ? gather_metropolis(begin, end, mu, to, pool) : gather(begin, end, mu, to);
      }
    });
  }
  for (std::size_t x = 0; x < out.size(); ++x) out[x] += mu[x] * (1 - acceptance_[x]);
  return out;
}

/// What of the proposals lies on the lattice.
void TransitionKernel::find_unadjusted_acceptance() {
  const auto columns = static_cast<std::size_t>(sides_.y);
  for (std::size_t x = 0; x < acceptance_.size(); ++x) {
    const Row& row = rows_[x / columns];
    for (std::size_t m = row.first[x % columns]; m < row.first[x % columns + 1]; ++m) {
      const Product& p = row.products[m];
      const auto total = [](const double* from, int size) { return std::accumulate(from, from + size, 0.0); };
      acceptance_[x] += total(&row.x[p.x_at], p.x_size) * total(&row.y[p.y_at], p.y_size);
    }
  }
}

void TransitionKernel::find_acceptance(ThreadPool& pool) {
  const std::size_t states = sides_.count();
  if (!metropolis_) return find_unadjusted_acceptance();
  if (fast()) return find_metropolis_acceptance(pool);
  pool.for_blocks(states, [&](std::size_t begin, std::size_t end) {
    std::vector<double> moved(states);
    for (std::size_t x = begin; x < end; ++x) {
      const Box box = reached(x);
      accepted_row(x, box, moved);
      for_sites(box, [&](std::size_t y) { acceptance_[x] += moved[y]; });
    }
  });
}

}  // namespace ergo
