// Tables of densities whose window is found: their log Z against closed forms, within the error that they claim.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/survey/window_search.h"
#include "core/truth/tabulated_density.h"
#include "density_cases.h"

namespace ergo::found_window_test {
namespace {

using namespace survey_test;

constexpr double pi = std::numbers::pi;

/// A target that knows its energy and the window found for it.
class FoundTarget final : public Target {
 public:
  explicit FoundTarget(Landscape landscape)
      : landscape_(std::move(landscape)), window_(find_window(landscape_).window) {
    dim = landscape_.dim;
  }
  Evaluation evaluate(Position x) const override { return {landscape_(x), {}}; }
  Window window() const override { return window_; }

 private:
  Landscape landscape_;
  Window window_;
};

struct Known {
  std::string name;
  Landscape landscape;
  double log_normaliser;
  double error;  ///< that the table may claim at most
};

std::vector<Known> smooth_cases() {
  const auto normal = [](double x0, double sd) {
    return plane([=](double x, double y) { return (square(x - x0) + square(y)) / (2 * sd * sd); });
  };
  return {
      {"Gaussian at 1000 of width 0.01", normal(1000, 0.01), std::log(2 * pi * 1e-4), 1e-8},
      {"Gaussian of width 1e4", normal(-7000, 1e4), std::log(2 * pi * 1e8), 1e-8},
      {"Gaussian on the line", line([](double x) { return 5000 * square(x - 1000); }),
       std::log(0.01 * std::sqrt(2 * pi)), 1e-8},
      {"mixture", plane([](double x, double y) {
         const double a = (x * x + y * y) / 2, b = 50 * (square(x - 20) + square(y - 6)) - std::log(100.0);
         return std::min(a, b) - std::log1p(std::exp(-std::abs(a - b)));
       }),
       std::log(4 * pi), 2e-8},
      {"Student's t, 3 degrees of freedom",
       plane([](double x, double y) { return 2.5 * std::log1p((x * x + y * y) / 3); }), std::log(2 * pi), 1e-8},
      {"funnel", plane([](double x, double y) { return y * y / 18 + x * x * std::exp(-y) / 2 + y / 2; }),
       std::log(6 * pi), 1e-8},
  };
}

TEST(FoundWindow, TablesHaveTheNormaliser) {
  for (const Known& known : smooth_cases()) {
    const TabulatedDensity table = tabulate(FoundTarget(known.landscape));
    EXPECT_NEAR(table.log_normaliser, known.log_normaliser, table.error) << known.name;
    EXPECT_LE(table.error, known.error) << known.name;
  }
}

/// There the error is no square of a difference.
TEST(FoundWindow, TablesTellTheErrorOfWallsCuspsAndSingularPoints) {
  const std::vector<Known> cases = {
      {"box", plane([](double x, double y) { return std::max(std::abs(x), std::abs(y)) < 1 ? 0 : infinite; }),
       std::log(4.0), 0.02},
      {"half line", line([](double x) { return x > 0 ? x : infinite; }), 0, 1e-3},
      {"gamma", line([](double x) { return x > 0 ? x - 1.5 * std::log(x) : infinite; }), std::lgamma(2.5), 1e-3},
      {"turned Laplace", plane([](double x, double y) { return 3 * std::abs(x + y - 3) + std::abs(x - y + 1); }),
       std::log(2.0 / 3), 5e-3},
      {"a point r^-1", plane([](double x, double y) {
         return log_r({x, y}) + x * x + y * y;
       }),
       std::log(pi * std::sqrt(pi)), 0.1},
  };
  for (const Known& known : cases) {
    const TabulatedDensity table = tabulate(FoundTarget(known.landscape));
    EXPECT_NEAR(table.log_normaliser, known.log_normaliser, table.error) << known.name;
    EXPECT_LE(table.error, known.error) << known.name;
  }
}

/// A mode that the window's grid alone would miss, far narrower than its nodes are apart.
TEST(FoundWindow, TablesHoldWhatTheTargetKnowsOfItsModes) {
  class Needle final : public Target {
   public:
    Evaluation evaluate(Position x) const override {
      const double wide = (x.x * x.x + x.y * x.y) / 2;
      const double narrow = 5e5 * (square(x.x - needle.x) + square(x.y - needle.y)) - std::log(1e6);
      return {std::min(wide, narrow) - std::log1p(std::exp(-std::abs(wide - narrow))), {}};
    }
    Window window() const override { return {{-4, -4}, {4, 4}}; }
    std::vector<Mode> modes() const override { return {{{0, 0}, 3}, {needle, 0.003}}; }

   private:
    Position needle = {1.7, -2.1};
  };
  // The table's nodes may stay too far apart to resolve it, and then it says so.
  const TabulatedDensity table = tabulate(Needle());
  EXPECT_NEAR(table.log_normaliser, std::log(4 * pi), table.error + 1e-6);
}

}  // namespace
}  // namespace ergo::found_window_test
