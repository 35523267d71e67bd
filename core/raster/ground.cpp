#include "core/raster/ground.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/lanes/target_data.h"

namespace ergo {
namespace {

/// Calls draw(begin, end) on all rows, by portions where there is a pause.
void by_rows(const View& view, ThreadPool& pool, const Pause& pause, const std::function<void(int, int)>& draw) {
  const int portion = pause ? std::max(1, portion_pixels / view.width) : view.height;
  for (int first = 0; first < view.height; first += portion) {
    const int rows = std::min(portion, view.height - first);
    pool.for_blocks(static_cast<std::size_t>(rows), [&](std::size_t begin, std::size_t end) {
      draw(first + static_cast<int>(begin), first + static_cast<int>(end));
    });
    if (pause) pause();
  }
}

/// What share of a pixel belongs to each of a few blocks in a row. Where a pixel is smaller than a block it meets two
/// of them at most, and weighs them by the part of its width, as sharply as pixels are.
struct Share {
  int first = 0;
  std::vector<float> weights;
};
std::vector<Share> shares(int pixels, int blocks, int block, double zoom, double centre) {
  std::vector<Share> all(static_cast<std::size_t>(pixels));
  const double size = zoom * block;  // pixels of a block
  for (int k = 0; k < pixels; ++k) {
    Share& share = all[static_cast<std::size_t>(k)];
    const double x = centre + (k + 0.5 - 0.5 * pixels) / zoom, place = (x + 0.5) / block;
    if (size >= 1) {
      const double border = std::floor(place + 0.5);
      const double sharp = border + std::clamp((place - border) * size, -0.5, 0.5) - 0.5;
      const double low = std::floor(sharp), part = sharp - low;
      if (low < 0 || low >= blocks - 1) {  // beyond the lattice as on its edge
        share = {low < 0 ? 0 : blocks - 1, {1}};
        continue;
      }
      share = {static_cast<int>(low), {static_cast<float>(1 - part), static_cast<float>(part)}};
      continue;
    }
    const double low = std::clamp(place - 0.5 / size, 0.0, double(blocks));
    const double high = std::clamp(place + 0.5 / size, 0.0, double(blocks));
    share.first = static_cast<int>(low);
    for (int i = share.first; i < std::ceil(high); ++i)
      share.weights.push_back(static_cast<float>((std::min(high, i + 1.0) - std::max(low, double(i))) * size));
  }
  return all;
}

/// Where chains are more or fewer than as many exact draws would leave there by chance: by how much, per site. Of a
/// chain alone where less than one is expected nothing follows, though the normal distribution calls it rare.
float difference(float mass, float count, float total, float sites) {
  constexpr float significant = 2;  // standard deviations
  const float expected = total * mass * sites, excess = count - expected;
  const float z = excess / std::sqrt(std::max(expected * (1 - mass * sites), 1e-30f));
  const bool lone = count <= 1 && excess > 0;
  return std::abs(z) < significant || lone ? 0 : excess / (total * sites);
}

void copy(const std::array<double, 4>& from, float (&to)[4]) {
  std::ranges::transform(from, to, [](double x) { return static_cast<float>(x); });
}

}  // namespace

void Ground::update(Session& session, const View& view, const Projection& shown, ThreadPool& pool,
                    const Pause& pause) {
  const bool lattice = session.target().lattice() != nullptr;
  const bool still = !lattice || shown_on(session.target(), view) == Show::target;
  const GroundKey key(session, view, shown);
  if (still && drawn_ == key) return;
  const std::size_t stride = static_cast<std::size_t>(padded(view.width));
  words_.resize(stride * static_cast<std::size_t>(view.height));
  // Where a pause stops the drawing, nothing is kept.
  const std::optional<GroundKey> before = std::exchange(drawn_, {});
  if (lattice)
    draw_sites(session, view, shown, pool, pause);
  else
    draw_density(session, view, shown, before, pool, pause);
  if (still) drawn_ = key;
  ++renders_;
}

void Ground::draw_density(const Session& session, const View& view, const Projection& shown,
                          const std::optional<GroundKey>& before, ThreadPool& pool, const Pause& pause) {
  const UnitChoice& target = session.stepped_target();
  if (!before || !before->same_density({session, view, shown}))
    levels_ = shown.coordinates == Coordinates::position ? density_levels(session.target())
                                                         : density_levels(*ground_density(shown, session.target()));
  const PixelPlane plane(view, shown);
  const lanes::LaneSet& set = lanes::lane_sets().front();
  const auto data = lanes::target_data(set, target, session.target());
  lanes::DensityPass pass = {.plane = plane.pass(),
                             .words = words_.data(),
                             .line = shown.line,
                             .stretch = static_cast<float>(shown.stretch),
                             .ground = static_cast<int>(shown.ground),
                             .mean_x = static_cast<float>(shown.mean.x),
                             .mean_y = static_cast<float>(shown.mean.y),
                             .sd_x = static_cast<float>(shown.sd.x),
                             .sd_y = static_cast<float>(shown.sd.y),
                             .peak = static_cast<float>(levels_.peak),
                             .transfer = static_cast<float>(transfer(levels_)),
                             .curve_width = static_cast<float>(view.palette.line_width * view.scale),
                             .dark = pass_colour(view.palette.density_low),
                             .bright = pass_colour(view.palette.density_high),
                             .lines = pass_colour(view.palette.secondary),
                             .target = data->view};
  copy(levels_.energies, pass.contour_energies);
  if (view.contours) pass.contour_width = pass.curve_width * 2 / 3;
  by_rows(view, pool, pause, [&](int low, int high) {
    lanes::DensityPass part = pass;
    part.low = low;
    part.high = high;
    set.pictures->density(part);
  });
}

void Ground::follow(const Session& session) {
  const LatticeTarget& lattice = *session.target().lattice();
  const std::size_t chains = session.config().chains;
  if (lattice_ != session.config().target) {
    lattice_ = session.config().target;
    lattice_levels_ = density_levels(lattice);
    scale_ = {.peak = *std::ranges::max_element(lattice.distribution()), .transfer = transfer(lattice_levels_)};
    chains_ = 0;
    distribution_ = ergo::by_rows(lattice.sides(), lattice.distribution());
  }
  levels_ = lattice_levels_;
  if (std::exchange(chains_, chains) != chains) scale_.block = difference_block(lattice, chains);
}

std::vector<float> Ground::block_values(Session& session, Show show, int block) {
  const LatticeTarget& lattice = *session.target().lattice();
  const Sides sides = lattice.sides();
  const int columns = blocks_along(sides.x, block), rows = blocks_along(sides.y, block);
  const int state[] = {0, 1};
  numbers_.take(session, state, {});
  const auto xs = numbers_.state(0), ys = numbers_.state(1);
  std::vector<std::uint32_t> counts(block_count(sides, block));
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < numbers_.chains(); ++i) {
    const float x = xs[i] + 0.5f, y = ys[i] + 0.5f;
    const bool inside = x >= 0 && y >= 0 && x < static_cast<float>(sides.x) && y < static_cast<float>(sides.y);
    if (numbers_.diverged(i) || !inside) continue;
    ++counts[static_cast<std::size_t>(static_cast<int>(x) / block * rows + static_cast<int>(y) / block)];
    ++all;
  }
  const std::vector<float> truth = block_masses(lattice, block);
  const float total = std::max(static_cast<float>(all), 1.0f);
  std::vector<float> values(counts.size());
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const auto k = static_cast<std::size_t>(i * rows + j);
      const int wide = std::min(block, sides.x - i * block), high = std::min(block, sides.y - j * block);
      const auto sites = static_cast<float>(wide * high), count = static_cast<float>(counts[k]);
      values[static_cast<std::size_t>(j * columns + i)] =
          show == Show::histogram ? count / (total * sites) : difference(truth[k], count, total, sites);
    }
  return values;
}

void Ground::draw_sites(Session& session, const View& view, const Projection& shown, ThreadPool& pool,
                        const Pause& pause) {
  follow(session);
  const LatticeTarget& lattice = *session.target().lattice();
  const Sides sides = lattice.sides();
  const Show show = shown_on(lattice, view);
  const int block = show == Show::difference ? scale_.block : 1;
  std::vector<float> found;
  if (show == Show::expected) found = ergo::by_rows(sides, *view.infinite.distribution);
  if (show == Show::histogram || show == Show::difference) found = block_values(session, show, block);
  const std::vector<float>& values = show == Show::target ? distribution_ : found;
  const PixelPlane plane(view, shown);
  const bool bars = shown.line && show == Show::target, signs = show == Show::difference;
  const auto line_width = static_cast<float>(view.palette.line_width * view.scale);
  lanes::SitesPass pass = {
      .plane = plane.pass(),
      .side_x = sides.x,
      .side_y = sides.y,
      .block = block,
      .peak = static_cast<float>(scale_.peak),
      .transfer = static_cast<float>(scale_.transfer),
      .contours = view.contours && show == Show::target,
      .contour_width = line_width * 2 / 3,
      .distribution_width = bars ? line_width : 0,
      .framed = !shown.line && (show == Show::histogram || show == Show::expected),
      .distribution = distribution_.data(),
      .dark = pass_colour(view.palette.density_low),
      .bright = pass_colour(signs ? view.palette.excess : view.palette.density_high),
      .under = pass_colour(view.palette.lack),
      .lines = pass_colour(view.palette.secondary)};
  copy(border_masses(lattice, levels_), pass.border_masses);
  const int columns = blocks_along(sides.x, block), rows = blocks_along(sides.y, block);
  const auto across = shares(view.width, columns, block, plane.zoom(), plane.centre().x);
  const auto along = shares(view.height, rows, block, plane.zoom(), plane.centre().y);
  by_rows(view, pool, pause, [&](int low, int high) {
    lanes::SitesPass part = pass;
    std::vector<float> row_values(static_cast<std::size_t>(columns)), masses(static_cast<std::size_t>(plane.stride()));
    for (int row = low; row < high; ++row) {
      const Share& share = along[static_cast<std::size_t>(row)];
      std::ranges::fill(row_values, 0.0f);
      for (std::size_t j = 0; j < share.weights.size(); ++j) {
        const float* from = &values[(static_cast<std::size_t>(share.first) + j) * static_cast<std::size_t>(columns)];
        for (int i = 0; i < columns; ++i) row_values[static_cast<std::size_t>(i)] += share.weights[j] * from[i];
      }
      for (std::size_t x = 0; x < across.size(); ++x) {
        float sum = 0;
        for (std::size_t i = 0; i < across[x].weights.size(); ++i)
          sum += across[x].weights[i] * row_values[static_cast<std::size_t>(across[x].first) + i];
        masses[x] = sum;
      }
      part.row = row;
      part.masses = masses.data();
      const auto down = static_cast<std::size_t>(plane.height() - 1 - row);
      part.words = &words_[down * static_cast<std::size_t>(plane.stride())];
      lanes::lane_sets().front().pictures->sites(part);
    }
  });
}

}  // namespace ergo
