#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/formula/formula.h"

namespace ergo::formula {

/// The text of a target's kernel: struct TargetConstants, prepare(TargetParameters t) and evaluate(vec2 x,
/// TargetConstants t), with the operations of the evaluator in the same order. Of shaders/common/maths.glsl
/// it calls expm1 and log1p. TargetParameters must have a float member_name(id) for every slider.
std::string glsl(const Formula& formula);

/// Iterations of all loops of evaluate() in that text.
std::uint64_t loop_iterations(const Formula& formula);

/// The member of TargetParameters for a slider: "p" and its id, in which every byte but letters and digits of
/// ASCII is _hh.
std::string member_name(std::string_view id);

}  // namespace ergo::formula
