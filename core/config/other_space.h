#pragma once

#include <string>
#include <vector>

#include "core/config/assignment.h"

namespace ergo {

/// Heading of a target's group in lists of targets: "Plane", "Line", "Lattice" or "Sites".
const char* group_of(const Descriptor& target);
/// All headings, in the order of the lists.
const std::vector<const char*>& target_groups();

/// What a target of this space is, in a few words: "continuous", "a lattice", "over configurations of sites".
const char* kind_of(Space space);

/// Why samplers of this space do not run on other spaces' targets, in a few words.
const char* needed_by(Space space);

/// What the run's target lacks for this sampler, in a few words: that of needed_by(), or e.g. "needs a target with two
/// values for each site"; empty if they go together.
std::string lacks_for(const std::string& sampler, const RunConfig& run);

/// A target as edits of a run, and its title.
struct TargetChoice {
  std::vector<Assignment> edits;
  std::string title;
};

/// The target of a space that is nearest to a target of another space: on a lattice the one that discretises it, in the
/// plane the one that it discretises. Where there is none, the space's default target.
TargetChoice nearest_target(const UnitChoice& target, Space space);

/// The edits that give a run this sampler: first the nearest target, if the sampler does not run on the present one.
/// Throws Error for an unknown sampler.
std::vector<Assignment> edits_to_sampler(const RunConfig& run, const std::string& sampler);

/// What an edit changed besides what it `asked` for, and why: units that would not fit to the new target or sampler, and
/// whether the run begins again. `before` and `after`: the runs of a comparison. Empty if nothing changed besides.
std::string changed_besides(const std::vector<RunConfig>& before, const std::vector<RunConfig>& after,
                            const Assignment& asked);

}  // namespace ergo
