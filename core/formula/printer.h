#pragma once

#include <string>

#include "core/formula/formula.h"

namespace ergo::formula {

/// The energy as text of the same language, with few brackets: the sliders, names for what is used more than
/// once, then E. Where a formula gave the density, this is what its logarithm became. Parsed again it has the
/// same values up to rounding; very long formulas may become longer than parse() takes.
std::string energy_text(const Formula& formula);

/// The same of dE/dx and dE/dy, where E is finite. A product of more than 32 terms is written as if none were
/// 0.
std::string dx_text(const Formula& formula);
std::string dy_text(const Formula& formula);

}  // namespace ergo::formula
