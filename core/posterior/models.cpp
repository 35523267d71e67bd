// The models' likelihoods. Where exp would overflow, far from all mass, it goes on as a line:
//   grown(t) = exp(t) for t <= 30, else e^30 (1 + t - 30).
#include <algorithm>
#include <array>
#include <cmath>

#include "core/maths/elementary.h"
#include "core/maths/wide.h"
#include "core/posterior/posterior.h"

namespace ergo {

namespace {

constexpr double largest_exponent = 30;

/// exp(min(t, 30)), the derivative of grown().
double capped_exp(double t) { return maths::exp(std::min(t, largest_exponent)); }
double grown(double t) { return capped_exp(t) * (1 + std::max(t - largest_exponent, 0.0)); }

/// e_i = (y - eta)^2/(2 s^2). E = d' P d/2 with d = q - mode, P = p X' X + l I, P mode = p X' y, p = 1/s^2, l =
/// 1/prior_sd^2. The mode by Cramer's rule in sums about the means, from which nothing cancels if all x are equal:
///   det P = l^2 + l p (N + sum x^2) + N p^2 S_xx
class LinearPosterior final : public Posterior {
 public:
  LinearPosterior(DataRows rows, double prior_sd, double noise_sd)
      : Posterior(std::move(rows), prior_sd), precision_(1 / (noise_sd * noise_sd)), curvature_(prior_curvature()) {
    const double N = static_cast<double>(rows_.y.size()), p = precision_, l = curvature_.xx;
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, S_xx = 0, S_xy = 0;
    for (std::size_t i = 0; i < rows_.y.size(); ++i) {
      sum_x += rows_.x[i];
      sum_y += rows_.y[i];
      sum_xx += rows_.x[i] * rows_.x[i];
      sum_xy += rows_.x[i] * rows_.y[i];
    }
    for (std::size_t i = 0; i < rows_.y.size(); ++i) {
      S_xx += (rows_.x[i] - sum_x / N) * (rows_.x[i] - sum_x / N);
      S_xy += (rows_.x[i] - sum_x / N) * (rows_.y[i] - sum_y / N);
    }
    curvature_ = {l + p * N, p * sum_x, l + p * sum_xx};
    const double det = l * l + l * p * (N + sum_xx) + N * p * p * S_xx;
    centre_ = Position{p * p * (sum_y * S_xx - sum_x * S_xy) + l * p * sum_y, N * p * p * S_xy + l * p * sum_xy} / det;
    settle(centre_);
  }

  Evaluation evaluate(Position q) const override {
    const auto [xx, xy, yy] = curvature_;
    const Position d = q - centre_, gradient = {xx * d.x + xy * d.y, xy * d.x + yy * d.y};
    return {dot(d, gradient) / 2, gradient};
  }
  Covariance curvature(Position) const override { return curvature_; }
  Position row_gradient(std::size_t i, Position q) const override {
    const double x = rows_.x[i];
    return precision_ * (q.x + q.y * x - rows_.y[i]) * Position{1, x};
  }

 private:
  std::vector<double> model_numbers() const override {
    return {centre_.x, centre_.y, curvature_.xx, curvature_.xy, curvature_.yy};
  }

  double precision_;
  Covariance curvature_;
  Position centre_;
};

constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

double sum_of_lanes(const Lanes& v) { return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7])); }

struct LogisticLink {
  /// e_i = log(1 + exp(eta)) - y eta = log(1 + exp(-|eta|)) + max(eta, 0) - y eta. One logarithm serves the product of
  /// many rows' 1 + exp(-|eta|) <= 2.
  static constexpr bool has_product = true;
  static double exponential(double eta) { return maths::exp_in_packs(-std::abs(eta)); }
  static double energy(double, double eta, double y) { return std::max(eta, 0.0) - y * eta; }
  static double expected(double e, double eta) { return (eta > 0 ? 1 : e) / (1 + e); }
  static double variance(double e, double) { return e / ((1 + e) * (1 + e)); }
};

struct PoissonLink {
  /// e_i = grown(eta) - y eta.
  static constexpr bool has_product = false;
  static double exponential(double eta) { return maths::exp_in_packs(std::min(eta, largest_exponent)); }
  static double energy(double e, double eta, double y) {
    return e * (1 + std::max(eta - largest_exponent, 0.0)) - y * eta;
  }
  static double expected(double e, double) { return e; }
  static double variance(double e, double eta) { return eta < largest_exponent ? e : 0; }
};

/// sum_i e_i and its gradient, sum_i (expected - y) (1, x). The rows are in packs, the last filled up with rows of
/// weight 0.
template <class Link>
[[gnu::always_inline]] inline Evaluation sum_over(const double* xs, const double* ys, const double* weights,
                                                  std::size_t count, Position q) {
  constexpr std::size_t rows_of_product = lanes * 1000;  // 2^1000 is still finite
  Lanes energy{}, a{}, b{};
  double logarithms = 0;
  for (std::size_t from = 0; from < count; from += rows_of_product) {
    Lanes product;
    product.fill(1);
    for (std::size_t i = from; i < std::min(from + rows_of_product, count); i += lanes)
      for (std::size_t k = 0; k < lanes; ++k) {
        const double x = xs[i + k], y = ys[i + k], weight = weights[i + k];
        const double eta = q.x + q.y * x, e = Link::exponential(eta);
        const double residual = weight * (Link::expected(e, eta) - y);
        if constexpr (Link::has_product) product[k] *= 1 + weight * e;
        energy[k] += weight * Link::energy(e, eta, y);
        a[k] += residual;
        b[k] += residual * x;
      }
    if constexpr (Link::has_product)
      for (const double factor : product) logarithms += maths::log(factor);
  }
  return {sum_of_lanes(energy) + logarithms, {sum_of_lanes(a), sum_of_lanes(b)}};
}

ERGO_WIDE Evaluation sum_of_logistic(const double* x, const double* y, const double* weight, std::size_t count,
                                     Position q) {
  return sum_over<LogisticLink>(x, y, weight, count, q);
}
ERGO_WIDE Evaluation sum_of_poisson(const double* x, const double* y, const double* weight, std::size_t count,
                                    Position q) {
  return sum_over<PoissonLink>(x, y, weight, count, q);
}

template <class Link>
class LinkedPosterior final : public Posterior {
 public:
  LinkedPosterior(DataRows rows, double prior_sd) : Posterior(std::move(rows), prior_sd), x_(rows_.x), y_(rows_.y) {
    const std::size_t packed = (x_.size() + lanes - 1) / lanes * lanes;
    weight_.assign(x_.size(), 1);
    for (auto* column : {&x_, &y_, &weight_}) column->resize(packed);
    settle({});
  }

  Evaluation evaluate(Position q) const override {
    const auto sum = Link::has_product ? sum_of_logistic : sum_of_poisson;
    const Evaluation rows = sum(x_.data(), y_.data(), weight_.data(), x_.size(), q), from_prior = prior(q);
    return {rows.energy + from_prior.energy - least_, rows.gradient + from_prior.gradient};
  }
  Covariance curvature(Position q) const override {
    Covariance sum = prior_curvature();
    for (const double x : rows_.x) {
      const double eta = q.x + q.y * x, variance = Link::variance(Link::exponential(eta), eta);
      sum.xx += variance;
      sum.xy += variance * x;
      sum.yy += variance * x * x;
    }
    return sum;
  }
  Position row_gradient(std::size_t i, Position q) const override {
    const double x = rows_.x[i], eta = q.x + q.y * x;
    return (Link::expected(Link::exponential(eta), eta) - rows_.y[i]) * Position{1, x};
  }

 private:
  std::vector<double> model_numbers() const override { return {}; }

  std::vector<double> x_, y_, weight_;  ///< in whole packs
};

/// e_i = u + r_i^2 w/2 with u = log(sigma/s), r_i = (y_i - mu)/s and w = grown(-2u), m and s the data's mean and
/// standard deviation: sum_i e_i = N u + N (1 + z^2) w/2, z = (mu - m)/s.
class NormalPosterior final : public Posterior {
 public:
  NormalPosterior(DataRows rows, double prior_sd)
      : Posterior(std::move(rows), prior_sd), N_(static_cast<double>(rows_.y.size())) {
    for (const double y : rows_.y) mean_ += y / N_;
    double square = 0;
    for (const double y : rows_.y) square += (y - mean_) * (y - mean_) / N_;
    sd_ = std::sqrt(square);
    settle({mean_, std::log(sd_)});
  }

  Evaluation evaluate(Position q) const override {
    const double z = (q.x - mean_) / sd_, u = q.y - std::log(sd_), squares = 1 + z * z;
    const Evaluation from_prior = prior(q);
    const Position slope = {z * grown(-2 * u) / sd_, 1 - squares * capped_exp(-2 * u)};
    return {N_ * (u + squares * grown(-2 * u) / 2) + from_prior.energy - least_,
            N_ * slope + from_prior.gradient};
  }
  Covariance curvature(Position q) const override {
    const double z = (q.x - mean_) / sd_, t = -2 * (q.y - std::log(sd_));
    const auto [xx, xy, yy] = prior_curvature();
    const double second = t < largest_exponent ? capped_exp(t) : 0;
    return {xx + N_ * grown(t) / (sd_ * sd_), xy - 2 * N_ * z * capped_exp(t) / sd_, yy + 2 * N_ * (1 + z * z) * second};
  }
  Position row_gradient(std::size_t i, Position q) const override {
    const double r = (rows_.y[i] - q.x) / sd_, t = -2 * (q.y - std::log(sd_));
    return {-r * grown(t) / sd_, 1 - r * r * capped_exp(t)};
  }

 private:
  std::vector<double> model_numbers() const override { return {mean_, std::log(sd_), sd_}; }

  double N_, mean_ = 0, sd_ = 0;
};

}  // namespace

std::unique_ptr<const Posterior> make_posterior(DataRows rows, double noise_sd, double prior_sd) {
  switch (rows.model) {
    case DataModel::linear:
      return std::make_unique<LinearPosterior>(std::move(rows), prior_sd, noise_sd);
    case DataModel::logistic:
      return std::make_unique<LinkedPosterior<LogisticLink>>(std::move(rows), prior_sd);
    case DataModel::poisson:
      return std::make_unique<LinkedPosterior<PoissonLink>>(std::move(rows), prior_sd);
    default:
      return std::make_unique<NormalPosterior>(std::move(rows), prior_sd);
  }
}

}  // namespace ergo
