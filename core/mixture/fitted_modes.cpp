#include "core/mixture/fitted_modes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/survey/modes.h"

namespace ergo {
namespace {

constexpr double step_share = 1.0 / 30;  // of a mode's radius, which is about three standard deviations
constexpr int moment_nodes = 97;         // along each side of the window

struct Symmetric {
  double xx, xy, yy;
};

/// By central differences of the gradient.
Symmetric hessian(const Target& target, Position at, double step) {
  const auto slope = [&](Position along) {
    return (target.evaluate(at + step * along).gradient - target.evaluate(at - step * along).gradient) / (2 * step);
  };
  const Position of_x = slope({1, 0}), of_y = slope({0, 1});
  return {of_x.x, (of_x.y + of_y.x) / 2, of_y.y};
}

/// The Gaussian of this curvature, of weight 1.
GaussianMode of_curvature(const Mode& mode, const Symmetric& h) {
  const double mean = (h.xx + h.yy) / 2, half = (h.xx - h.yy) / 2, apart = std::hypot(half, h.xy);
  const auto sd = [&](double curvature) {
    const double least = 1 / (mode.radius * mode.radius);
    return 1 / std::sqrt(curvature > least ? curvature : least);
  };
  // The axis of the larger curvature, a quarter turn from the long one.
  const double steep = std::atan2(h.xy, half) / 2;
  return {1, mode.centre, sd(mean - apart), sd(mean + apart), steep * 180 / std::numbers::pi - 90};
}

/// With legal numbers of fitted_digits digits, and 0 for what is nothing beside the standard deviations and how well modes
/// are found.
GaussianMode fitted(GaussianMode mode) {
  const double nothing = 1e-6 * std::min(mode.sd1, mode.sd2);
  for (double* part : {&mode.centre.x, &mode.centre.y})
    if (std::abs(*part) < nothing) *part = 0;
  mode = rounded(mode, fitted_digits);
  if (mode.sd1 == mode.sd2) mode.angle = 0;
  return mode;
}

/// Too light modes and those beyond most_gaussian_modes are left out.
FittedModes legal(FittedModes::By by, std::vector<GaussianMode> modes) {
  std::ranges::stable_sort(modes, std::ranges::greater(), &GaussianMode::weight);
  const double heaviest = modes.front().weight;
  for (GaussianMode& mode : modes) mode.weight /= heaviest;
  const auto light = std::ranges::find_if(modes, [](const auto& mode) { return !(mode.weight >= mode_weights.low); });
  const auto kept = std::min<std::size_t>(static_cast<std::size_t>(light - modes.begin()), most_gaussian_modes);
  FittedModes all{by, {}, modes.size() - kept};
  for (std::size_t k = 0; k < kept; ++k) all.modes.push_back(fitted(modes[k]));
  return all;
}

std::vector<GaussianMode> by_curvature(const Target& target, const std::vector<Mode>& modes) {
  std::vector<GaussianMode> all;
  std::vector<double> log_weights;
  for (const Mode& mode : modes) {
    const double energy = target.evaluate(mode.centre).energy;
    const Symmetric curvature = hessian(target, mode.centre, step_share * mode.radius);
    if (!std::isfinite(energy + curvature.xx + curvature.xy + curvature.yy)) continue;
    all.push_back(of_curvature(mode, curvature));
    log_weights.push_back(std::log(all.back().sd1 * all.back().sd2) - energy);
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k].weight = std::exp(log_weights[k] - std::ranges::max(log_weights));
  return all;
}

/// Over a grid on the window.
std::vector<GaussianMode> by_moments(const Target& target) {
  const auto [low, high] = target.window();
  const Landscape landscape = landscape_of(target);
  std::vector<double> x, y;
  for (int row = 0; row < moment_nodes; ++row)
    for (int column = 0; column < moment_nodes; ++column) {
      x.push_back(std::lerp(low.x, high.x, (column + 0.5) / moment_nodes));
      y.push_back(std::lerp(low.y, high.y, (row + 0.5) / moment_nodes));
    }
  std::vector<double> energy(x.size());
  landscape.survey(x, y, energy);
  const double lowest = std::ranges::min(energy);
  double total = 0;
  Position mean;
  Symmetric square{0, 0, 0};
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double mass = std::isfinite(lowest) ? std::exp(lowest - energy[k]) : 1;
    total += mass;
    mean = mean + mass * Position{x[k], y[k]};
    square = {square.xx + mass * x[k] * x[k], square.xy + mass * x[k] * y[k], square.yy + mass * y[k] * y[k]};
  }
  mean = mean / total;
  return modes_of(std::vector{GaussianTerm{1, mean, square.xx / total - mean.x * mean.x,
                                           square.xy / total - mean.x * mean.y, square.yy / total - mean.y * mean.y}});
}

}  // namespace

FittedModes fitted_modes(const Target& target) {
  using By = FittedModes::By;
  if (auto own = modes_of(target.mixture()); !own.empty()) {
    for (GaussianMode& mode : own) mode = fitted(mode);
    return {By::terms, std::move(own)};
  }
  std::vector<Mode> modes = target.modes();
  if (modes.empty()) modes = find_modes(landscape_of(target), target.window());
  std::vector<GaussianMode> found = by_curvature(target, modes);
  if (!found.empty()) return legal(By::curvature, std::move(found));
  found = by_moments(target);
  if (found.empty()) found = {{}};
  return legal(By::moments, std::move(found));
}

}  // namespace ergo
