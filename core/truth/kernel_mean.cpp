#include "core/truth/kernel_mean.h"

#include <cmath>
#include <numeric>

#include "core/truth/kernel_sums.h"

namespace ergo {
namespace {

/// The integral of N(y; mean, C) k(x, y): h^2 |S|^(-1/2) exp(-(x - mean)^T S^-1 (x - mean) / 2) with S = C +
/// h^2 I; for dim 1 the y part of it is 1.
struct SmoothedTerm {
  Position mean;
  double amplitude, xx, xy, yy;  ///< S^-1

  SmoothedTerm(Position mean, double c_xx, double c_xy, double c_yy, double bandwidth) : mean(mean) {
    const double square = bandwidth * bandwidth, s_xx = c_xx + square, s_yy = c_yy + square;
    const double determinant = s_xx * s_yy - c_xy * c_xy;
    amplitude = square / std::sqrt(determinant);
    xx = s_yy / determinant;
    xy = -c_xy / determinant;
    yy = s_xx / determinant;
  }
  double operator()(Position x) const {
    const Position d = x - mean;
    return amplitude * std::exp(-0.5 * (xx * d.x * d.x + 2 * xy * d.x * d.y + yy * d.y * d.y));
  }
};

class MixtureMean final : public KernelMean {
 public:
  MixtureMean(std::vector<GaussianTerm> terms, double bandwidth) {
    for (const GaussianTerm& a : terms) {
      terms_.emplace_back(a.mean, a.xx, a.xy, a.yy, bandwidth);
      terms_.back().amplitude *= a.weight;
      for (const GaussianTerm& b : terms)
        expectation_ += a.weight * b.weight *
                        SmoothedTerm(b.mean, a.xx + b.xx, a.xy + b.xy, a.yy + b.yy, bandwidth)(a.mean);
    }
  }
  std::vector<double> at(std::span<const Position> x) const override {
    std::vector<double> mean(x.size(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i)
      for (const SmoothedTerm& term : terms_) mean[i] += term(x[i]);
    return mean;
  }
  double expectation() const override { return expectation_; }

 private:
  std::vector<SmoothedTerm> terms_;
  double expectation_ = 0;
};

class SampleMean final : public KernelMean {
 public:
  SampleMean(std::vector<Position> sample, double bandwidth)
      : sample_(std::move(sample)), bandwidth_(bandwidth) {
    const double n = static_cast<double>(sample_.size());
    const auto sums = kernel_sums(sample_, std::vector<double>(sample_.size(), 1.0), bandwidth);
    expectation_ = std::accumulate(sums.begin(), sums.end(), 0.0) / (n * (n - 1));
  }
  std::vector<double> at(std::span<const Position> x) const override {
    std::vector<Position> all(x.begin(), x.end());
    all.insert(all.end(), sample_.begin(), sample_.end());
    // The points asked for weigh nothing, so that each sums over the sample alone.
    std::vector<double> weights(all.size(), 1.0 / static_cast<double>(sample_.size()));
    std::fill_n(weights.begin(), x.size(), 0.0);
    auto sums = kernel_sums(all, weights, bandwidth_);
    sums.resize(x.size());
    return sums;
  }
  double expectation() const override { return expectation_; }

 private:
  std::vector<Position> sample_;
  double bandwidth_, expectation_ = 0;
};

}  // namespace

std::unique_ptr<KernelMean> mixture_kernel_mean(std::vector<GaussianTerm> terms, double bandwidth) {
  return std::make_unique<MixtureMean>(std::move(terms), bandwidth);
}

std::unique_ptr<KernelMean> sample_kernel_mean(std::vector<Position> sample, double bandwidth) {
  return std::make_unique<SampleMean>(std::move(sample), bandwidth);
}

}  // namespace ergo
