// The posterior of a mean: N = 100 data x_i, likelihood N(mu, 1), flat prior. E = (N/2)(mu - xbar)^2 up to
// the constant that the data's spread adds: N(xbar, 1/N). A mini-batch of n of them, drawn with replacement,
// sees the gradient N (mu - mean of the batch): noise of variance N^2 s^2/n, s^2 the data's variance (over
// N), the same at every mu. Source: Ding et al. 2014, section 5.1.
#include <algorithm>
#include <array>
#include <numbers>
#include <numeric>

#include "core/unit/device_loops.h"
#include "core/unit/gradient_noise.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr int N = 100;

class GaussianMean final : public Target, public LoopsOnDevice {
 public:
  explicit GaussianMean(const Parameters& p) : batch_(p.integer("batch_size")) {
    for (std::uint32_t i = 0; i < N; ++i) data_[i] = datum(i);
    mean_ = std::accumulate(data_.begin(), data_.end(), 0.0) / N;
  }

  Evaluation evaluate(Position x) const override {
    const double away = x.x - mean_;
    return {N / 2.0 * away * away, {N * away, 0}};
  }

  Window window() const override { return {{mean_ - 4 * sd, -2 * sd}, {mean_ + 4 * sd, 2 * sd}}; }
  std::vector<Mode> modes() const override { return {{{mean_, 0}, 3 * sd}}; }
  std::optional<Position> draw(const Draws& draws) const override {
    return Position{mean_ + sd * draws(0).normal_x, 0};
  }
  std::optional<double> log_normaliser() const override { return 0.5 * std::log(2 * std::numbers::pi / N); }
  std::vector<GaussianTerm> mixture() const override {
    return {{.mean = {mean_, 0}, .xx = 1.0 / N, .xy = 0, .yy = 0}};
  }

  Position minibatch_noise(Position, Position, const Draws& draws, int evaluation) const override {
    double sum = 0;
    for (int k = 0; k < batch_; ++k) {
      const Draw picked = draws(noise_slot(evaluation) + static_cast<std::uint32_t>(k) / 2);
      sum += data_[static_cast<std::size_t>(N * (k % 2 == 0 ? picked.uniform1 : picked.uniform2))];
    }
    return {N * (mean_ - sum / batch_), 0};
  }

  std::uint64_t loops_of_evaluation() const override { return 0; }
  std::uint64_t loops_of_minibatch() const override { return static_cast<std::uint64_t>(batch_ / 2 + 1); }

  Covariance minibatch_covariance(Position) const override {
    double square = 0;
    for (const double x : data_) square += (x - mean_) * (x - mean_) / N;
    return {.xx = N * N * square / batch_};
  }

 private:
  static constexpr double sd = 0.1;  // 1/sqrt(N)
  std::array<double, N> data_;
  double mean_;
  int batch_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(gaussian_mean, GaussianMean, {
  .id = "gaussian_mean",
  .title = "Gaussian mean (mini-batch posterior)",
  .doc = "Posterior of the mean of 100 data points from N(0, 1) under a flat prior: N(x̄, 1/100), in one dimension. "
         "With gradient noise of kind minibatch, samplers estimate the gradient from a few data points, drawn with "
         "replacement.",
  .source = "Ding et al. 2014, section 5.1 (known variance; own data)",
  .formula = "n = slider(10, 1, 32); 50 (x + 0.029913764845263455)^2",
  .parameters = {{.id = "batch_size", .title = "Mini-batch", .symbol = "Ñ",
                  .doc = "Data points in a mini-batch. Used only with gradient noise of kind minibatch.",
                  .initial = 10, .hard = {1, 32}, .slider = {1, 32}, .kind = Kind::integer}},
  .dim = 1,
  .minibatches = true,
})
