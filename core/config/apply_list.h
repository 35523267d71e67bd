#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "core/config/assignment.h"

namespace ergo {

/// Whether a path is of a content of some target. A content may declare parameters.
bool sets_content(std::string_view path);

/// Sorts assignments: first the kind of defaults, then the target, which decides what samplers there are, and its text
/// or file, which decides what parameters it has, then the other units and the kind of noise, then parameters of the
/// units.
void sort_for_apply(std::vector<Assignment>& list);

/// Calls `set` with each assignment of a sorted list in turn. Where it throws Error the assignment waits: settings may
/// fit only together, as 30 flips a step do only once there are 64 sites. Whenever another is set, those that wait are
/// tried again; while a unit waits, so does all behind it but the target's parameters. Throws the Error of the first
/// that waits in the end, as things then stand.
void set_in_turn(const std::vector<Assignment>& list, const std::function<void(const Assignment&)>& set);

/// Sorts and applies assignments given in any order. Throws Error, and then leaves `config` as it was.
void apply_all(RunConfig& config, std::vector<Assignment> list);

/// Those of the assignments that change something if all are applied to `config`, which is done, in the order in which
/// they were. Defaults depend on the target and the sampler, so only applying the assignments shows which of them can
/// be left out. Step sizes stay, so that a run does not depend on the rules that its defaults came from.
std::vector<Assignment> apply_needed(RunConfig& config, std::vector<Assignment> list);

}  // namespace ergo
