#pragma once

#include <string>
#include <vector>

#include "core/formula/formula.h"
#include "core/unit/descriptor.h"

namespace ergo {

/// Id of the parameter that holds the formula of a typed target.
inline constexpr const char* formula_text = "text";

/// The formula of a typed target. Throws Error naming `where` and the line and column of the mistake.
formula::Formula formula_of(const std::string& text, const std::string& where);

/// A parameter for each slider, to be appended to those of the unit. Throws Error naming `where` if a slider has the name
/// of one of the unit's own.
std::vector<Parameter> with_sliders(std::vector<Parameter> own, const formula::Formula& formula,
                                    const std::string& where);

/// The values of the sliders, in the order of the formula.
std::vector<double> slider_values(const Parameters& values, const formula::Formula& formula);

/// What figures and legends call a typed target: its density as it is typed, without the definitions before it, shortened
/// to one row.
std::string formula_title(const std::string& text);

/// The declaration of the text itself.
Parameter formula_parameter(const std::string& initial);

}  // namespace ergo
