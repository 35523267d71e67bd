#include "core/posterior/posterior.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ergo {

namespace {

double determinant_of(const Covariance& m) { return m.xx * m.yy - m.xy * m.xy; }

}  // namespace

Position Posterior::batch_gradient(Position q, int n, const Draws& draws, int evaluation) const {
  const std::uint64_t count = rows_.y.size();
  Position sum;
  for (int k = 0; k < n; k += 4) {
    const PhiloxWords words = draws.batch_words(evaluation, k / 4);
    for (int j = 0; j < std::min(4, n - k); ++j) sum = sum + row_gradient(words[j] * count >> 32, q);
  }
  return static_cast<double>(count) / n * sum + prior(q).gradient;
}

Covariance Posterior::batch_covariance(Position q, int n) const {
  const std::size_t count = rows_.y.size();
  const double N = static_cast<double>(count);
  const Position mean = (evaluate(q).gradient - prior(q).gradient) / N;
  Covariance sum;
  for (std::size_t i = 0; i < count; ++i) {
    const Position away = row_gradient(i, q) - mean;
    sum.xx += away.x * away.x;
    sum.xy += away.x * away.y;
    sum.yy += away.y * away.y;
  }
  return {sum.xx * N / n, sum.xy * N / n, sum.yy * N / n};
}

Evaluation Posterior::prior(Position q) const {
  const double strength = 1 / (prior_sd_ * prior_sd_);
  return {dot(q, q) * strength / 2, strength * q};
}

void Posterior::settle(Position q) {
  constexpr int most_steps = 500;
  constexpr double settled = 1e-10;  // what a step can still gain, in units of E; the last step all but squares it
  double damping = 0;
  Evaluation at = evaluate(q);
  for (int step = 0; step < most_steps; ++step) {
    Covariance h = curvature(q);
    h.xx *= 1 + damping;
    h.yy *= 1 + damping;
    const double d = determinant_of(h);
    const Position g = at.gradient, move = Position{h.xy * g.y - h.yy * g.x, h.xy * g.x - h.xx * g.y} / d;
    const Evaluation next = evaluate(q + move);
    const double rounding = 1e-14 * std::abs(at.energy);
    if (!(d > 0 && next.energy <= at.energy + rounding)) {
      if (damping > 1e12) break;
      damping = std::max(10 * damping, 1e-3);
      continue;
    }
    const double gain = -dot(g, move);
    q = q + move;
    at = next;
    damping = damping < 1e-3 ? 0 : damping / 10;
    if (damping == 0 && gain < settled + rounding) break;
  }
  mode_ = q;
  least_ += at.energy;
}

Covariance Posterior::laplace() const {
  const Covariance h = curvature(mode_);
  const double d = determinant_of(h);
  return {h.yy / d, -h.xy / d, h.xx / d};
}

Window Posterior::level_window(double level) const {
  constexpr int rays = 64, most_trials = 60;
  const double target = std::sqrt(2 * level);  // sqrt(2 E) is the distance in standard deviations, of a Gaussian
  const auto [xx, xy, yy] = laplace();
  const double sd_x = std::sqrt(xx), slope = xy / sd_x, rest = std::sqrt(std::max(yy - slope * slope, 0.0));
  Window window{mode_, mode_};
  for (int k = 0; k < rays; ++k) {
    const double turn = 2 * std::numbers::pi * k / rays, c = std::cos(turn), s = std::sin(turn);
    const Position ray = {sd_x * c, slope * c + rest * s};
    double low = 0, high = std::numeric_limits<double>::infinity(), r = target;
    for (int trial = 0; trial < most_trials; ++trial) {
      const double there = std::sqrt(2 * std::max(evaluate(mode_ + r * ray).energy, 0.0));
      if (std::abs(there - target) < 1e-3 * target) break;
      (there < target ? low : high) = r;
      const double guess = there > 0 ? r * target / there : 2 * r;
      r = guess > low && guess < high ? guess : high < 2 * r ? (low + high) / 2 : 2 * r;
    }
    const Position end = mode_ + r * ray;
    window.low = {std::min(window.low.x, end.x), std::min(window.low.y, end.y)};
    window.high = {std::max(window.high.x, end.x), std::max(window.high.y, end.y)};
  }
  return window;
}

std::vector<double> Posterior::device_numbers() const {
  const double N = static_cast<double>(rows_.y.size());
  std::vector<double> numbers = {N, least_ / N};
  for (const double number : model_numbers()) numbers.push_back(number);
  numbers.resize(7);
  for (std::size_t i = 0; i < rows_.y.size(); ++i) {
    numbers.push_back(rows_.x[i]);
    numbers.push_back(rows_.y[i]);
  }
  return numbers;
}

}  // namespace ergo
