// v = y - 2 is N(0, 9) and x given v is N(0, e^v): E = v^2/18 + x^2 e^{-v}/2 + v/2 + log(6 pi), normalised.
// grad E = (x e^{-v}, v/9 + 1/2 - x^2 e^{-v}/2). The exponent -v is held at 80 where v < -80, 26 standard
// deviations out, so that e^{-v} and its gradient stay finite in single precision; that changes Z by less
// than e^-300. The non-centred form samples z = x e^{-v/2}, which is N(0, 1) and independent of v: E = v^2/18 + z^2/2 +
// log(6 pi), so that x = z e^{v/2} has the funnel's distribution. Source: Neal 2003, "Slice sampling", section 8, in two dimensions as in chi-feng/mcmc-demo;
// Papaspiliopoulos, Roberts and Skold 2007 for the forms.
#include <algorithm>
#include <numbers>

#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr double centre = 2, sd = 3, steepest = 80;

class Funnel final : public Target {
 public:
  explicit Funnel(const Parameters& p) : non_centred_(p.flag("form")) {}

  Evaluation evaluate(Position x) const override {
    const double v = x.y - centre, log_scale = std::log(2 * std::numbers::pi * sd);
    if (non_centred_) return {v * v / (2 * sd * sd) + x.x * x.x / 2 + log_scale, {x.x, v / (sd * sd)}};
    const double precision = std::exp(std::min(-v, steepest));
    const double confinement = 0.5 * x.x * x.x * precision;
    const double confinement_slope = -v < steepest ? -confinement : 0;
    return {v * v / (2 * sd * sd) + confinement + v / 2 + log_scale,
            {x.x * precision, v / (sd * sd) + 0.5 + confinement_slope}};
  }

  Window window() const override { return {{-6, -6}, {6, 6}}; }

  std::optional<Position> draw(const Draws& draws) const override {
    const Position z = normal(draws(0));
    const double v = sd * z.y;
    return Position{non_centred_ ? z.x : std::exp(v / 2) * z.x, centre + v};
  }

  Position standardised(Position x) const override {
    const double v = x.y - centre;
    return {non_centred_ ? x.x : x.x * std::exp(std::min(-v, steepest) / 2), v / sd};
  }

  std::optional<double> log_normaliser() const override { return 0; }

  /// Of the funnel E x^2 = E e^v = e^{9/2}, E x^4 = 3 E e^{2v} = 3 e^18.
  std::optional<TargetMoments> moments() const override {
    const double v = sd * sd;
    if (non_centred_) return TargetMoments{{0, centre}, {1, v}, {2, 2 * v * v}};
    const double variance = std::exp(v / 2);
    return TargetMoments{{0, centre}, {variance, v}, {3 * std::exp(2 * v) - variance * variance, 2 * v * v}};
  }

 private:
  bool non_centred_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(funnel, Funnel, {
  .id = "funnel",
  .title = "Funnel",
  .doc = "Neal's funnel: y − 2 = v ~ N(0, 9) sets the width of x ~ N(0, eᵛ). The curvature in the neck grows like e⁻ᵛ, "
         "so no step size suits both the neck and the mouth. The non-centred form samples z = x exp(−v/2) ~ N(0, 1) in place of "
         "x: the horizontal axis is z then.",
  .source = "Neal 2003, Slice sampling, section 8; chi-feng/mcmc-demo, \"funnel\"",
  .formula = "form = slider(0, 0, 1)\n"
             "v = y - 2\n"
             "E = v^2/18 + log(6π) + if(form == 1, x²/2, x^2 exp(min(-v, 80))/2 + v/2)",
  .parameters = {{.id = "form", .title = "Form", .symbol = "form",
                  .doc = "Centred: samples x and y. Non-centred: samples z = x exp(−v/2) and y, from which x follows.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"centred", "noncentred"}}},
})
