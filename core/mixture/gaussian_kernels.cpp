#include "core/mixture/gaussian_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "core/maths/elementary.h"
#include "core/maths/wide.h"

namespace ergo {
namespace {

/// Sums have so many parts, which do not wait for each other; the order of the terms is fixed.
constexpr std::size_t pack = 8;
using Terms = std::array<double, most_kernels>;

/// Loops over whole arrays, so that they are done in packs.
ERGO_WIDE void energies_of(const double* least, const double* centre_x, const double* centre_y,
                           std::size_t count, Position per_sd, Position x, Terms& energy) {
  for (std::size_t k = 0; k < count; ++k) {
    const double z_x = (x.x - centre_x[k]) * per_sd.x, z_y = (x.y - centre_y[k]) * per_sd.y;
    energy[k] = least[k] + (z_x * z_x + z_y * z_y) / 2;
  }
}

ERGO_WIDE double lowest_of(std::size_t count, const Terms& energy) {
  std::array<double, pack> low;
  low.fill(std::numeric_limits<double>::max());
  for (std::size_t k = 0; k < count; k += pack)
    for (std::size_t i = 0; i < pack; ++i) low[i] = energy[k + i] < low[i] ? energy[k + i] : low[i];
  return *std::min_element(low.begin(), low.end());
}

ERGO_WIDE void shares_of(double lowest, std::size_t count, Terms& energy) {
  for (std::size_t k = 0; k < count; ++k) energy[k] = maths::exp_in_packs(lowest - energy[k]);
}

using Parts [[gnu::vector_size(pack * sizeof(double))]] = double;

struct Sums {
  double share = 0;
  Position pull;  ///< of share (x - m)
};

ERGO_WIDE Sums sums_of(const double* centre_x, const double* centre_y, std::size_t count, Position x,
                       const Terms& shares) {
  Parts total{}, pull_x{}, pull_y{};
  for (std::size_t k = 0; k < count; k += pack) {
    Parts share, at_x, at_y;
    std::memcpy(&share, &shares[k], sizeof share);
    std::memcpy(&at_x, &centre_x[k], sizeof at_x);
    std::memcpy(&at_y, &centre_y[k], sizeof at_y);
    total += share;
    pull_x += share * (x.x - at_x);
    pull_y += share * (x.y - at_y);
  }
  Sums sums;
  for (std::size_t i = 0; i < pack; ++i) {
    sums.share += total[i];
    sums.pull = sums.pull + Position{pull_x[i], pull_y[i]};
  }
  return sums;
}

}  // namespace

GaussianKernels::GaussianKernels(const KernelDensity& density, int dim)
    : count_(density.centre.size()), per_sd_{1 / density.sd.x, 1 / density.sd.y} {
  const auto log_unit = [](double sd) { return std::log(std::sqrt(2 * std::numbers::pi) * sd); };
  const double unit = log_unit(density.sd.x) + (dim > 1 ? log_unit(density.sd.y) : 0);
  for (std::size_t k = 0; k < count_; ++k) {
    least_.push_back(unit - std::log(density.weight[k]));
    x_.push_back(density.centre[k].x);
    y_.push_back(density.centre[k].y);
  }
  constexpr double no_weight = 1e300;
  const std::size_t filled = (count_ + pack - 1) / pack * pack;
  least_.resize(filled, no_weight);
  x_.resize(filled, density.centre[0].x);
  y_.resize(filled, density.centre[0].y);
}

Evaluation GaussianKernels::operator()(Position x) const {
  Terms terms;
  const std::size_t count = least_.size();
  energies_of(least_.data(), x_.data(), y_.data(), count, per_sd_, x, terms);
  const double lowest = lowest_of(count, terms);
  shares_of(lowest, count, terms);
  const Sums sums = sums_of(x_.data(), y_.data(), count, x, terms);
  const Position pull = sums.pull / sums.share;
  return {lowest - maths::log(sums.share), {pull.x * per_sd_.x * per_sd_.x, pull.y * per_sd_.y * per_sd_.y}};
}

std::vector<double> GaussianKernels::device_numbers() const {
  constexpr double no_weight = 1e30;  // an energy
  const std::size_t filled = (count_ + kernels_of_loop - 1) / kernels_of_loop * kernels_of_loop;
  std::vector<double> numbers = {static_cast<double>(filled), per_sd_.x, per_sd_.y};
  for (std::size_t k = 0; k < filled; ++k) {
    const bool there = k < count_;
    numbers.insert(numbers.end(), {there ? least_[k] : no_weight, there ? x_[k] : x_[0], there ? y_[k] : y_[0]});
  }
  return numbers;
}

std::vector<GaussianTerm> terms_of(const KernelDensity& density, int dim) {
  const Position variance = squared(density.sd);
  std::vector<GaussianTerm> terms;
  for (std::size_t k = 0; k < density.centre.size(); ++k)
    terms.push_back({density.weight[k], density.centre[k], variance.x, 0, dim > 1 ? variance.y : 0});
  return terms;
}

Window window_of(const KernelDensity& density, int dim) {
  Window window{density.centre[0], density.centre[0]};
  for (const Position& at : density.centre) {
    window.low = {std::min(window.low.x, at.x), std::min(window.low.y, at.y)};
    window.high = {std::max(window.high.x, at.x), std::max(window.high.y, at.y)};
  }
  window.low = window.low - 5 * density.sd;
  window.high = window.high + 5 * density.sd;
  if (dim == 1) window.low.y = -(window.high.y = (window.high.x - window.low.x) / 4);
  return window;
}

}  // namespace ergo
