// E(x, y) as typed, on the integers x, y = 0 .. side - 1; on a line if y does not occur. The gradient is that of the
// expression, taken at the site. Where E or its gradient is not finite, the site has an energy of 1000 more than the lowest.
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/formula/evaluator.h"
#include "core/unit/formula_parameters.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr const char* waves = "a = slider(2, 0, 5)\n((x-8)^2 + (y-8)^2)/30 + a cos(2 pi x/8) cos(2 pi y/8)";

class LatticeFormula final : public LatticeTarget {
 public:
  explicit LatticeFormula(const Parameters& p)
      : LatticeFormula(formula_of(p.text(formula_text), "target.text"), p) {}

 protected:
  Evaluation at(Position site) const override {
    const auto [energy, dx, dy] = evaluator_(site.x, site.y);
    if (!std::isfinite(energy)) return {wall_, {}};
    return {energy, {std::isfinite(dx) ? dx : 0, std::isfinite(dy) ? dy : 0}};
  }

 private:
  LatticeFormula(const formula::Formula& formula, const Parameters& p)
      : LatticeTarget({p.integer("side"), formula.dim() == 1 ? 1 : p.integer("side")}),
        evaluator_(formula, slider_values(p, formula)) {
    dim = formula.dim();
    double lowest = HUGE_VAL;
    for (std::size_t i = 0; i < sides().count(); ++i) {
      const Position site = sides().site(i);
      const double energy = evaluator_(site.x, site.y).energy;
      if (std::isnan(energy) || energy == -HUGE_VAL)
        throw Error("the energy at the site (" + std::to_string(static_cast<int>(site.x)) + ", " +
                        std::to_string(static_cast<int>(site.y)) + ") is",
                    std::isnan(energy) ? "not a number" : "minus infinity", "a number, or inf for no mass", "target.text");
      lowest = std::min(lowest, energy);
    }
    if (lowest == HUGE_VAL) throw Error("no site of the lattice has any mass:", p.text(formula_text), "a finite energy at one site or more", "target.text");
    wall_ = lowest + 1000;  // exp(-1000) is 0
  }

  formula::Evaluator evaluator_;
  double wall_ = 0;
};

Descriptor described(const Contents& contents, const std::string& where) {
  const auto given = contents.find(formula_text);
  const formula::Formula formula = formula_of(given == contents.end() ? waves : given->second.text, where);
  const Parameter side = {.id = "side",
                          .title = "Side",
                          .symbol = "n",
                          .doc = "Sites along an axis: x and y are 0 to n − 1.",
                          .initial = 17,
                          .hard = {2, most_side},
                          .slider = {4, 64},
                          .kind = Kind::integer,
                          .applies = Applies::restart};
  return {
      .id = "lattice_formula",
      .title = given == contents.end() ? "Formula on a lattice" : formula_title(given->second.text),
      .doc = "Your own distribution on the integers 0 to n − 1, typed as an energy E(x, y), a probability p or its "
             "logarithm. On a line where y does not occur.",
      .source = "your own text",
      .space = Space::lattice,
      .parameters = with_sliders({formula_parameter(waves), side}, formula, where),
      .dim = formula.dim(),
  };
}

}  // namespace
}  // namespace ergo

ERGO_DESCRIBED_TARGET(lattice_formula, LatticeFormula, described)
