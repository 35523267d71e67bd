// Every registered target, at its defaults and away from them: gradients, exact draws, normalisers, mixtures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/unit/registry.h"

namespace ergo::targets_test {
namespace {

struct Case {
  std::string name;
  std::unique_ptr<Target> target;
};

/// Every target at its defaults; those with parameters once more with others.
std::vector<Case> cases() {
  const std::map<std::string, std::vector<double>> others = {
      {"ring8", {5, 1, 0.3}}, {"gaussian", {0.5, 2}}, {"correlated_gaussian", {2, 0.1, 30}},
      {"rings", {3, 0.4}},    {"oscillator", {4}},    {"gaussian_mean", {3}},
      {"posterior", {0, 0, 0, 0.8, 3, 5}}};
  std::vector<Case> all;
  for (const auto& unit : targets(Space::plane)) {
    const std::string& id = unit.descriptor.id;
    all.push_back({id, unit.make()});
    if (others.contains(id)) all.push_back({id + " with other values", unit.make(others.at(id))});
  }
  return all;
}

Draws draws_of(std::uint32_t chain, const Target& target) {
  return Draws(1, Purpose::exact, chain, 0, target.dim);
}

Position window_point(std::uint32_t i, const Target& target) {
  const Draw d = Draws(1, Purpose::diagnostics, i, 0, target.dim)(0);
  const auto [low, high] = target.window();
  return {low.x + d.uniform1 * (high.x - low.x), target.dim > 1 ? low.y + d.uniform2 * (high.y - low.y) : 0};
}

/// Central differences at h and 2h, extrapolated: error O(h^4), rounding below (5/3) eps |E|/h.
double difference(const Target& target, Position x, Position axis, double h) {
  const auto slope = [&](double s) {
    return (target.evaluate(x + s * axis).energy - target.evaluate(x - s * axis).energy) / (2 * s);
  };
  return (4 * slope(h) - slope(2 * h)) / 3;
}

void expect_gradient(const Target& target, Position x) {
  // Across a feature of width w the extrapolated difference errs by (h/w)^4. The sharpest here is ring8's
  // front between neighbours, w = sd^2/|mu_j - mu_k| = 0.015: 2e-9. The funnel's neck is narrower but
  // quadratic.
  const double h = 1e-4;
  const Evaluation at = target.evaluate(x);
  const double rounding = 10 * 2.2e-16 * (1 + std::abs(at.energy)) / h;
  const double allowed = 1e-6 * norm(at.gradient) + rounding;
  EXPECT_NEAR(difference(target, x, {1, 0}, h), at.gradient.x, allowed) << x.x << ", " << x.y;
  if (target.dim > 1)
    EXPECT_NEAR(difference(target, x, {0, 1}, h), at.gradient.y, allowed) << x.x << ", " << x.y;
  else
    EXPECT_EQ(at.gradient.y, 0);
}

TEST(Targets, GradientIsTheEnergysSlope) {
  for (const auto& [name, target] : cases()) {
    SCOPED_TRACE(name);
    for (std::uint32_t i = 0; i < 300; ++i) {
      expect_gradient(*target, window_point(i, *target));
      if (const auto x = target->draw(draws_of(i, *target))) expect_gradient(*target, *x);
    }
  }
}

TEST(Targets, FiniteAtTheOriginAndFarOut) {
  for (const auto& [name, target] : cases()) {
    for (const double distance : {0.0, 1e-300, 1.0, 1e3, 1e6, 1e9})
      for (const Position way : {Position{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.6, -0.8}}) {
        const Position x = distance * (target->dim > 1 ? way : Position{way.x, 0});
        const Evaluation at = target->evaluate(x);
        EXPECT_TRUE(std::isfinite(at.energy) && std::isfinite(norm(at.gradient)))
            << name << " at " << x.x << ", " << x.y;
      }
  }
}

/// Sums over a grid that is even in s with x = 0.01 sinh(s), out to |x| = 1e6: fine where densities are
/// sharp. The trapezoidal rule converges faster than any power on smooth functions that vanish at both ends;
/// spacing 0.02 s is at most half the width of any feature here.
class SinhGrid {
 public:
  explicit SinhGrid(int dim) {
    for (int i = -960; i <= 960; ++i) {
      const double s = 0.02 * i;
      nodes_.push_back({0.01 * std::sinh(s), 0.02 * 0.01 * std::cosh(s)});
    }
    across_ = dim > 1 ? nodes_ : std::vector<Node>{{0, 1}};
  }
  double integrate(const Target& target) const {
    double total = 0;
    for (const auto& [y, weight_y] : across_) {
      double row = 0;
      for (const auto& [x, weight_x] : nodes_) row += weight_x * std::exp(-target.evaluate({x, y}).energy);
      total += weight_y * row;
    }
    return total;
  }

 private:
  struct Node {
    double at, weight;
  };
  std::vector<Node> nodes_, across_;
};

TEST(Targets, NormaliserIsTheIntegral) {
  for (const auto& [name, target] : cases()) {
    const auto log_normaliser = target->log_normaliser();
    if (!log_normaliser) continue;
    EXPECT_NEAR(std::log(SinhGrid(target->dim).integrate(*target)), *log_normaliser, 1e-8) << name;
  }
}

TEST(Targets, MixtureTermsAreTheDensity) {
  int mixtures = 0;
  for (const auto& [name, target] : cases()) {
    const auto terms = target->mixture();
    if (terms.empty()) continue;
    ++mixtures;
    double weights = 0;
    for (const auto& term : terms) weights += term.weight;
    EXPECT_NEAR(weights, 1, 1e-14) << name;
    for (std::uint32_t i = 0; i < 300; ++i) {
      const Position x = window_point(i, *target);
      double density = 0;
      for (const auto& [weight, mean, xx, xy, yy] : terms) {
        const Position d = x - mean;
        const double determinant = target->dim > 1 ? xx * yy - xy * xy : xx;
        const double form = target->dim > 1
                                ? (yy * d.x * d.x - 2 * xy * d.x * d.y + xx * d.y * d.y) / determinant
                                : d.x * d.x / xx;
        density += weight * std::exp(-form / 2) /
                   std::sqrt(std::pow(2 * std::numbers::pi, target->dim) * determinant);
      }
      const double energy = target->evaluate(x).energy;
      // Both sides round their exponent at eps |E|; the covariance loses its condition number, up to 100.
      const double allowed = 1e-13 * (1 + std::abs(energy));
      EXPECT_NEAR(std::log(density), -energy - *target->log_normaliser(), allowed) << name;
    }
  }
  EXPECT_GE(mixtures, 5);
}

// A thousandth of 20 000 draws is 20, and four of its standard deviations are 18. The funnel's width varies over
// orders of magnitude, so no frame shows both its neck and its mouth.
TEST(Targets, TheFrameShowsTheWholeMass) {
  for (const auto& [name, target] : cases()) {
    if (name.starts_with("funnel") || !target->draw(draws_of(0, *target))) continue;
    const auto [low, high] = target->frame();
    int outside = 0;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
      const Position x = *target->draw(draws_of(i, *target));
      const bool beside = x.x < low.x || x.x > high.x, above = x.y < low.y || x.y > high.y;
      outside += beside || (target->dim > 1 && above);
    }
    EXPECT_LE(outside, 20 + 18) << name;
  }
}

TEST(Targets, ModesLieInsideTheWindow) {
  for (const auto& [name, target] : cases()) {
    const auto [low, high] = target->window();
    EXPECT_LT(low.x, high.x) << name;
    EXPECT_LT(low.y, high.y) << name;
    for (const auto& [centre, radius] : target->modes()) {
      EXPECT_GT(radius, 0) << name;
      EXPECT_TRUE(low.x < centre.x && centre.x < high.x && low.y < centre.y && centre.y < high.y) << name;
      EXPECT_TRUE(target->dim > 1 || centre.y == 0) << name;
    }
  }
  EXPECT_EQ(target_unit("ring8").make()->modes().size(), 8u);
}

TEST(Targets, WellsAreStationaryAndThreeStandardDeviationsWide) {
  const auto target = target_unit("double_well").make();
  const auto wells = target->modes();
  ASSERT_EQ(wells.size(), 2u);
  // Stationary points to five digits: Ding et al. 2014's potential, roots of 4x^3 + 3x^2 - 26x - 1.
  EXPECT_NEAR(wells[0].centre.x, -2.93536, 5e-6);
  EXPECT_NEAR(wells[1].centre.x, 2.22366, 5e-6);
  for (const auto& [centre, radius] : wells) {
    EXPECT_NEAR(target->evaluate(centre).gradient.x, 0, 1e-13);
    const double curvature = 9 / (radius * radius), h = 1e-4;
    const double slope_change = target->evaluate(centre + Position{h, 0}).gradient.x -
                                target->evaluate(centre - Position{h, 0}).gradient.x;
    EXPECT_NEAR(slope_change / (2 * h), curvature, 1e-6);
  }
}

TEST(Targets, FunnelsGradientFitsItsEnergyOnBothSidesOfTheClamp) {
  const auto funnel = target_unit("funnel").make();
  for (const double v : {-79.0, -81.0}) {
    const Position x = {1e-17, 2 + v};
    const Evaluation at = funnel->evaluate(x);
    const double h = 1e-3;
    const double slope = difference(*funnel, x, {0, 1}, h);
    EXPECT_NEAR(slope, at.gradient.y, 1e-6 * std::abs(at.gradient.y) + 1e-9) << v;
  }
}

}  // namespace
}  // namespace ergo::targets_test
