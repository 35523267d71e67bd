// What a typed formula is taken for: `ergo describe 'formula: …'`.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command/ergo_commands.h"
#include "core/base/number_words.h"
#include "core/config/assignment.h"
#include "core/config/remarks.h"

#include "core/formula/glsl.h"
#include "core/formula/printer.h"
#include "core/survey/properness.h"
#include "core/truth/moment_errors.h"
#include "core/truth/target_moments.h"
#include "core/unit/formula_parameters.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;

std::string pair(Position x) { return "(" + significant(x.x, 5) + ", " + significant(x.y, 5) + ")"; }

/// Coordinates that are not finite are null.
Json json_of(Position x) { return {x.x, x.y}; }

std::string with_error(const std::string& value, const std::string& error) { return value + " ± " + error; }

/// Of a moment, with its error.
std::string with_error(Position moment, Position error) {
  if (!std::isfinite(error.x) || !std::isfinite(error.y)) return "none: the tails are too heavy";
  return with_error(pair(moment), "(" + significant(error.x, 2) + ", " + significant(error.y, 2) + ")");
}

std::string remark_of(const RunConfig& run) {
  const std::string own = target_remark(run);
  return own.empty() ? truth_remark(run) : own;
}

/// A derivative's text without the sliders, which the energy's has, and without its "E = ".
std::string bare(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" = slider(") != std::string::npos) continue;
    kept += (kept.empty() ? "" : "\n") + (line.starts_with("E = ") ? line.substr(4) : line);
  }
  return kept;
}

/// Coordinates of a mode to a millionth of its radius, so that a zero is one.
Position rounded(const Mode& mode) {
  const auto to = [&](double a) { return 1e-6 * mode.radius * std::round(a / (1e-6 * mode.radius)) + 0.0; };
  return {to(mode.centre.x), to(mode.centre.y)};
}

}  // namespace

int describe_formula(const std::string& text, bool json) {
  const formula::Formula formula = formula_of(text, "formula");
  RunConfig run;
  apply(run, {"target", "formula"});
  apply(run, {"target.text", text});
  const std::shared_ptr<const Target> target = make_target(run);
  const Window frame = target->frame();
  const std::vector<Mode> modes = target->modes();
  const TabulatedDensity table = tabulate(*target);
  const double log_normaliser = table.log_normaliser;
  const MomentErrors errors = moment_errors(table);
  TargetMoments moments = moments_of(table);
  for (double Position::*axis : {&Position::x, &Position::y})
    if (std::abs(moments.mean.*axis) < 1e-6 * std::sqrt(moments.variance.*axis)) moments.mean.*axis = 0;
  const std::string remark = remark_of(run), energy = formula::energy_text(formula);
  const std::string dx = bare(formula::dx_text(formula)), dy = formula.dim() > 1 ? bare(formula::dy_text(formula)) : "";
  const bool is_density = !remark.starts_with(no_density);
  if (json) {
    Json answer = {{"formula", text}, {"dim", formula.dim()}, {"energy", energy}, {"dE_dx", dx}};
    if (!dy.empty()) answer["dE_dy"] = dy;
    answer["sliders"] = Json::array();
    for (const formula::Slider& s : formula.sliders())
      answer["sliders"].push_back({{"id", s.id}, {"default", s.initial}, {"minimum", s.low}, {"maximum", s.high},
                                   {"scale", s.logarithmic ? "log" : "linear"}});
    if (is_density) {
      answer["log_normaliser"] = log_normaliser;
      answer["log_normaliser_error"] = table.error;
      answer["mean"] = json_of(moments.mean);
      answer["mean_error"] = json_of(errors.mean);
      answer["variance"] = json_of(moments.variance);
      answer["variance_error"] = json_of(errors.variance);
    }
    answer["frame"] = {json_of(frame.low), json_of(frame.high)};
    answer["modes"] = Json::array();
    for (const Mode& mode : modes) answer["modes"].push_back({{"centre", json_of(rounded(mode))}, {"radius", mode.radius}});
    answer["remark"] = remark;
    answer["glsl"] = formula::glsl(formula);
    std::printf("%s\n", answer.dump(2).c_str());
    return 0;
  }
  std::printf("Read as, in %s\n%s\n\ndE/dx\n%s\n", formula.dim() == 1 ? "one dimension" : "two dimensions",
              energy.c_str(), dx.c_str());
  if (!dy.empty()) std::printf("\ndE/dy\n%s\n", dy.c_str());
  if (!is_density) std::printf("\n%s\n", remark.c_str());
  if (is_density)
    std::printf("\nlog Z       %s\nmean        %s\nvariance    %s",
                with_error(significant(log_normaliser, 6), significant(table.error, 2)).c_str(),
                with_error(moments.mean, errors.mean).c_str(), with_error(moments.variance, errors.variance).c_str());
  std::printf("\nframe       %s to %s\n", pair(frame.low).c_str(), pair(frame.high).c_str());
  std::printf("modes       %zu\n", modes.size());
  for (const Mode& mode : modes)
    std::printf("            at %s, radius %s\n", pair(rounded(mode)).c_str(), significant(mode.radius, 3).c_str());
  if (is_density && !remark.empty()) std::printf("\n%s\n", remark.c_str());
  std::printf("\nDevice text\n%s", formula::glsl(formula).c_str());
  return 0;
}

}  // namespace ergo
