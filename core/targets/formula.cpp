// E(x, y), or E(x), as typed. The gradient is that of the expression, by forward differentiation. Window, frame, modes and
// normaliser are found from the energy alone: core/survey.
#include <algorithm>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "core/formula/evaluator.h"
#include "core/formula/glsl.h"
#include "core/survey/found_target.h"
#include "core/unit/device_loops.h"
#include "core/unit/formula_parameters.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr const char* banana = "b = slider(5, 1, 100, log)\nE = ((1-x)^2 + b (y-x^2)^2)/2";

/// A formula at given values of its sliders, and what is found about its density.
class TypedDensity {
 public:
  TypedDensity(const formula::Formula& formula, std::vector<double> values)
      : typed(formula), values(std::move(values)), evaluator(formula, this->values), found_(landscape()) {}

  const formula::Formula typed;
  const std::vector<double> values;
  const formula::Evaluator evaluator;
  const FoundTarget& found() const { return found_; }

 private:
  Landscape landscape() const {
    return {.dim = typed.dim(),
            .energy = [this](Position x) { return evaluator(x.x, x.y).energy; },
            .energies = [this](std::span<const double> x, std::span<const double> y,
                               std::span<double> energy) { evaluator.block(x, y, energy); }};
  }

  FoundTarget found_;
};

/// The last few are kept, as one target is made again and again and finding its window takes some ten milliseconds.
std::shared_ptr<const TypedDensity> density_of(const std::string& text, const Parameters& p) {
  constexpr std::size_t most = 16;
  static std::mutex mutex;
  static std::list<std::shared_ptr<const TypedDensity>> kept;  // the last one asked for first
  const std::lock_guard lock(mutex);
  const auto same_text = std::ranges::find_if(kept, [&](const auto& density) { return density->typed.text() == text; });
  const formula::Formula formula = same_text == kept.end() ? formula_of(text, "target.text") : (*same_text)->typed;
  std::vector<double> values = slider_values(p, formula);
  const auto found = std::ranges::find_if(kept, [&](const auto& density) {
    return density->typed.text() == text && density->values == values;
  });
  if (found != kept.end()) {
    kept.splice(kept.begin(), kept, found);
    return kept.front();
  }
  kept.push_front(std::make_shared<const TypedDensity>(formula, std::move(values)));
  if (kept.size() > most) kept.pop_back();
  return kept.front();
}

class TypedTarget final : public Target, public LoopsOnDevice, public formula::OnTape {
 public:
  explicit TypedTarget(const Parameters& p) : density_(density_of(p.text(formula_text), p)) {
    dim = density_->typed.dim();
  }

  Evaluation evaluate(Position x) const override {
    const auto [energy, dx, dy] = density_->evaluator(x.x, x.y);
    return {energy, {dx, dy}};
  }
  void energies(std::span<const double> x, std::span<const double> y, std::span<double> energy) const override {
    density_->evaluator.block(x, y, energy);
  }
  Window window() const override { return density_->found().window().window; }
  Window frame() const override { return density_->found().window().frame; }
  bool analytic() const override { return density_->typed.analytic(); }
  std::vector<Mode> modes() const override { return density_->found().modes(); }
  std::string remark(std::chrono::milliseconds patience) const override {
    const auto properness = density_->found().properness(patience);
    if (!properness) return "still checking whether this density has a finite integral";
    return properness->improper() ? sentence(*properness, dim) : "";
  }
  std::string kernel_text() const override { return formula::glsl(density_->typed); }
  const formula::Tape& evaluation_tape() const override { return density_->evaluator.evaluation_tape(); }
  std::uint64_t loops_of_evaluation() const override { return formula::loop_iterations(density_->typed); }

 private:
  std::shared_ptr<const TypedDensity> density_;
};

Descriptor described(const Contents& contents, const std::string& where) {
  const auto given = contents.find(formula_text);
  const formula::Formula formula = formula_of(given == contents.end() ? banana : given->second.text, where);
  return {
      .id = "formula",
      .title = given == contents.end() ? "Formula" : formula_title(given->second.text),
      .doc = "Your own density, typed as an energy E(x, y), a density p or its logarithm. Its window, modes, moments and "
             "exact draws are found from the energy.",
      .source = "your own text",
      .parameters = with_sliders({formula_parameter(banana)}, formula, where),
      .dim = formula.dim(),
  };
}

}  // namespace
}  // namespace ergo

ERGO_DESCRIBED_TARGET(formula, TypedTarget, described)
