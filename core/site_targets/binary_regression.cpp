#include "core/site_targets/binary_regression.h"

#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/maths/elementary.h"
#include "core/random/draws.h"
#include "core/site_targets/common_parameters.h"
#include "core/site_targets/linear_inputs.h"
#include "core/sites/site_units.h"

namespace ergo {

namespace {

constexpr std::size_t most_observations = 1024;

class BinaryRegression : public SiteTarget {
 public:
  BinaryRegression(const RegressionData& data, int coefficients)
      : SiteTarget(coefficients, 2, SiteCoding::numbers), observations_(data.y.size()), x_(data.x) {
    const auto d = static_cast<std::size_t>(coefficients);
    for (std::size_t m = 0; m < observations_; ++m)
      if (data.y[m])
        for (std::size_t i = 0; i < d; ++i) x_[m * d + i] = -x_[m * d + i];
  }

  double energy(ConfigurationView b) const override {
    double energy = 0;
    const Inputs v = inputs(b);
    for (std::size_t m = 0; m < observations_; ++m) energy += log_of_one_plus_exp(v[m]);
    return energy;
  }

  void changes(ConfigurationView b, int site, std::span<double> changes) const override {
    change(inputs(b), b, static_cast<std::size_t>(site), changes);
  }

  void all_changes(ConfigurationView b, std::span<double> changes) const override {
    const Inputs v = inputs(b);
    for (std::size_t site = 0; site < b.size(); ++site) change(v, b, site, changes.subspan(2 * site, 2));
  }

  void gradient(ConfigurationView b, std::span<double> gradient) const override {
    std::ranges::fill(gradient.first(b.size()), 0);
    const Inputs v = inputs(b);
    for (std::size_t m = 0; m < observations_; ++m) {
      const double less = maths::exp(-std::abs(v[m])), p = (v[m] > 0 ? 1 : less) / (1 + less);
      for (std::size_t i = 0; i < b.size(); ++i) gradient[i] += p * x_[m * b.size() + i];
    }
  }

  SiteWork work() const override {
    const double softplus = 18, inputs = sites();
    const auto m = static_cast<double>(observations_);
    return {m * (inputs + softplus), m * (inputs + 2 * softplus)};
  }

  SiteKernelData kernel_data() const override {
    const auto d = static_cast<std::size_t>(sites());
    LinearInputs inputs{std::vector<double>(observations_), std::vector<double>(d),
                        std::vector<double>(x_.size())};
    for (std::size_t m = 0; m < observations_; ++m)
      for (std::size_t i = 0; i < d; ++i) inputs.a[i * observations_ + m] = x_[m * d + i];
    return softplus_kernel_data(inputs, 1);
  }

 private:
  using Inputs = std::array<double, most_observations>;

  static double log_of_one_plus_exp(double v) {
    return std::max(v, 0.0) + std::log1p(maths::exp(-std::abs(v)));
  }

  /// (1 - 2 y_m) x_m.b of all observations.
  Inputs inputs(ConfigurationView b) const {
    Inputs v;
    for (std::size_t m = 0; m < observations_; ++m) {
      v[m] = 0;
      const double* row = &x_[m * b.size()];
      for (std::size_t i = 0; i < b.size(); ++i) v[m] += row[i] * b[i];
    }
    return v;
  }

  void change(const Inputs& v, ConfigurationView b, std::size_t site, std::span<double> changes) const {
    const double sign = b[site] ? -1 : 1;
    double change = 0;
    for (std::size_t m = 0; m < observations_; ++m)
      change += log_of_one_plus_exp(v[m] + sign * x_[m * b.size() + site]) - log_of_one_plus_exp(v[m]);
    changes[b[site]] = 0;
    changes[1 - b[site]] = change;
  }

  std::size_t observations_;
  std::vector<double> x_;  ///< (1 - 2 y_m) x_m
};

}  // namespace

RegressionData simulated_regression(int coefficients, int observations, int active, std::uint64_t seed) {
  RegressionData data;
  const auto draw = [&](int row, int column) {
    return Draws(seed, Purpose::data, static_cast<std::uint32_t>(row), static_cast<std::uint64_t>(column),
                 1)(0);
  };
  for (int m = 0; m < observations; ++m) {
    const double common = 0.5 * draw(m, 0).normal_x;  // of variance S_ij
    double v = 0;
    for (int i = 0; i < coefficients; ++i) {
      const double scale = std::exp(-0.25 + (coefficients > 1 ? i / (coefficients - 1.0) : 0));
      data.x.push_back(0.5 * scale * (common + draw(m, i + 1).normal_x));
      if (i < active) v += data.x.back();
    }
    data.y.push_back(draw(m, 0).uniform1 < 1 / (1 + std::exp(-v)));
  }
  return data;
}

std::shared_ptr<const SiteTarget> binary_regression_target(RegressionData data, int coefficients) {
  if (data.y.empty() || data.y.size() > most_observations)
    throw illegal_value("number of observations", std::to_string(data.y.size()),
                        range_words(std::size_t{1}, most_observations), "");
  if (coefficients < 1 || data.x.size() != data.y.size() * static_cast<std::size_t>(coefficients))
    throw illegal_value("number of predictors", std::to_string(data.x.size()),
                        "observations times coefficients, " + std::to_string(data.y.size()) + " * " +
                            std::to_string(coefficients),
                        "");
  return std::make_shared<BinaryRegression>(data, coefficients);
}

SiteTargetUnit binary_regression_unit() {
  return {.id = "binary_regression",
          .title = "Binary regression",
          .doc = "Which predictors act: posterior of a logistic regression whose coefficients b are 0 or 1, alike "
                 "likely beforehand. Given predictors x, `P(y = 1) = 1/(1 + e^(−b·x))`, so that "
                 "`log p(b) = −Σ log(1 + e^((1 − 2y) b·x)) − log Z`, the sum over observations. Predictors and "
                 "responses are simulated, the first k coefficients being 1.",
          .source = "Sun et al. 2023, Eq. 22 and appendix B.4",
          .parameters = {{.id = "coefficients",
                          .title = "Coefficients",
                          .symbol = "d",
                          .doc = "Sites.",
                          .initial = 100,
                          .hard = {1, 1024},
                          .slider = {2, 200},
                          .kind = Kind::integer},
                         {.id = "observations",
                          .title = "Observations",
                          .symbol = "m",
                          .doc = "Simulated responses.",
                          .initial = 50,
                          .hard = {1, most_observations},
                          .slider = {5, 200},
                          .kind = Kind::integer},
                         {.id = "active",
                          .title = "Active coefficients",
                          .symbol = "k",
                          .doc = "Coefficients that are 1 in the simulation; all if there are fewer.",
                          .initial = 7,
                          .hard = {0, 1024},
                          .slider = {0, 20},
                          .kind = Kind::integer},
                         drawn_seed("Data")},
          .make = [](const Parameters& p) {
            const int coefficients = p.integer("coefficients");
            return binary_regression_target(
                simulated_regression(coefficients, p.integer("observations"), p.integer("active"), seed_of(p)),
                coefficients);
          },
          .small = {{{"coefficients", 6}, {"observations", 8}, {"active", 3}}}};
}

}  // namespace ergo
