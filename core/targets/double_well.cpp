// U(x) = (x + 4)(x + 1)(x - 1)(x - 3)/14 + 1/2 on the line, U' = (4 x^3 + 3 x^2 - 26 x - 1)/14. Z by
// quadrature. Source: Ding et al. 2014 (SGNHT), section 5.1.
#include "core/unit/inverse_cdf.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

double energy(double x) { return (x + 4) * (x + 1) * (x - 1) * (x - 3) / 14 + 0.5; }
double slope(double x) { return (((4 * x + 3) * x - 26) * x - 1) / 14; }
double curvature(double x) { return ((12 * x + 6) * x - 26) / 14; }

// Newton's iteration from near a stationary point; converges to double precision in five rounds.
Mode well_near(double x) {
  for (int iteration = 0; iteration < 8; ++iteration) x -= slope(x) / curvature(x);
  return {{x, 0}, 3 / std::sqrt(curvature(x))};
}

class DoubleWell final : public Target {
 public:
  // U exceeds its minimum by more than 80 outside [-7, 6.5].
  explicit DoubleWell(const Parameters&)
      : distribution_([](double x) { return std::exp(-energy(x)); }, -7, 6.5, 512) {}

  Evaluation evaluate(Position x) const override { return {energy(x.x), {slope(x.x), 0}}; }
  Window window() const override { return {{-6, -2.75}, {5, 2.75}}; }
  std::vector<Mode> modes() const override { return {well_near(-3), well_near(2)}; }
  std::optional<Position> draw(const Draws& draws) const override {
    return Position{distribution_(fine_uniform(draws(0))), 0};
  }
  std::optional<double> log_normaliser() const override { return std::log(distribution_.total()); }

 private:
  InverseCdf distribution_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(double_well, DoubleWell, {
  .id = "double_well",
  .title = "Double well",
  .doc = "Two wells of unequal depth in one dimension: minima at −2.94 and 2.22, barrier at −0.04, 87 % of the mass on "
         "the left.",
  .source = "Ding et al. 2014, section 5.1",
  .formula = "(x + 4)(x + 1)(x - 1)(x - 3)/14 + 1/2",
  .dim = 1,
})
