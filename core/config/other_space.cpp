#include "core/config/other_space.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/config/learning_settings.h"

namespace ergo {
namespace {

bool is_target(std::string_view id, Space space) {
  return std::ranges::any_of(targets(), [&](const TargetUnit& unit) {
    return unit.descriptor.id == id && unit.descriptor.space == space;
  });
}

/// The parameter by which a lattice target chooses the continuous target that it discretises; null if it has none.
const Parameter* discretised(const Descriptor& lattice) {
  const auto found = std::ranges::find_if(lattice.parameters, [](const Parameter& p) {
    return p.kind == Kind::choice && !p.choices.empty() && is_target(p.choices.front(), Space::plane);
  });
  return found == lattice.parameters.end() ? nullptr : &*found;
}

const std::string& target_title(const std::string& target) { return target_unit(target).descriptor.title; }

/// Kind of gradient noise, as shown in lists.
std::string noise_of(const RunConfig& run) {
  return value_text(run.gradient_noise, gradient_noise_descriptor(), 0);
}

std::string reason_of_change(const RunConfig& before, const RunConfig& after, const Assignment& asked) {
  const Descriptor& target = target_descriptor(after);
  const Descriptor& sampler = sampler_unit(asked.path == "sampler" ? after.sampler.id : before.sampler.id).descriptor;
  if (after.target.id != before.target.id && after.sampler.id != before.sampler.id) {
    const std::string lacks = lacks_for(sampler.id, asked.path == "sampler" ? before : after);
    return sampler.title + " " + (lacks.empty() ? needed_by(sampler.space) : lacks) + ".";
  }
  if (noise_of(after) != noise_of(before)) return target.title + ": no data for mini-batches.";
  return "The start \"" + start_unit(before.start.id).descriptor.title + "\" does not fit " + target.title + ".";
}

}  // namespace

const std::vector<const char*>& target_groups() {
  static const std::vector<const char*> groups = {"Plane", "Line", "Lattice", "Sites"};
  return groups;
}

const char* group_of(const Descriptor& target) {
  switch (target.space) {
    case Space::plane:
      return target_groups()[target.dim == 1 ? 1 : 0];
    case Space::lattice:
      return target_groups()[2];
    case Space::sites:
      break;
  }
  return target_groups()[3];
}

const char* kind_of(Space space) {
  switch (space) {
    case Space::plane:
      return "continuous";
    case Space::lattice:
      return "a lattice";
    case Space::sites:
      break;
  }
  return "over configurations of sites";
}

const char* needed_by(Space space) {
  switch (space) {
    case Space::plane:
      return "needs a continuous target";
    case Space::lattice:
      return "needs a lattice target";
    case Space::sites:
      break;
  }
  return "needs a target of sites";
}

std::string lacks_for(const std::string& sampler, const RunConfig& run) {
  const SamplerUnit& unit = sampler_unit(sampler);
  const Space space = unit.descriptor.space;
  if (target_descriptor(run).space != space) return needed_by(space);
  if (space != Space::sites) return "";
  const std::string lacks = unit.make()->lacks(*sampled_target(run));
  return lacks.empty() ? "" : "needs " + lacks;
}

TargetChoice nearest_target(const UnitChoice& target, Space space) {
  const Descriptor& present = target_unit(target.id).descriptor;
  if (space == Space::plane) {
    if (const Parameter* p = discretised(present)) {
      const auto index = static_cast<std::size_t>(p - present.parameters.data());
      const std::string id = value_text(target, present, index);
      return {{{"target", id}}, target_title(id)};
    }
  } else if (space == Space::lattice) {
    for (const TargetUnit& lattice : targets(Space::lattice)) {
      const Parameter* p = discretised(lattice.descriptor);
      if (p && std::ranges::find(p->choices, target.id) != p->choices.end())
        return {{{"target", lattice.descriptor.id}, {"target." + p->id, target.id}},
                lattice.descriptor.title + ": " + present.title};
    }
  }
  const char* id = default_target(space);
  return {{{"target", id}}, target_title(id)};
}

std::vector<Assignment> edits_to_sampler(const RunConfig& run, const std::string& sampler) {
  const Space space = sampler_unit(sampler).descriptor.space;
  std::vector<Assignment> edits;
  if (!lacks_for(sampler, run).empty()) edits = nearest_target(run.target, space).edits;
  edits.push_back({"sampler", sampler});
  return edits;
}

std::string changed_besides(const std::vector<RunConfig>& before, const std::vector<RunConfig>& after,
                            const Assignment& asked) {
  if (before.size() != after.size()) return "";
  std::vector<std::string> changes;
  const auto note = [&](const std::string& change) {
    if (std::ranges::find(changes, change) == changes.end()) changes.push_back(change);
  };
  std::string why;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const RunConfig &was = before[i], &is = after[i];
    const std::size_t known = changes.size();
    const bool moved = is.target.id != was.target.id;
    if (moved && asked.path != "target") note("target " + target_title(is.target.id));
    // A sampler of the same name is the same one in another space.
    const std::string &sampler = sampler_unit(is.sampler.id).descriptor.title,
                      &old_sampler = sampler_unit(was.sampler.id).descriptor.title;
    if (moved && sampler != old_sampler && (asked.path != "sampler" || is.sampler.id != asked.value))
      note("sampler " + sampler);
    if (is.start != was.start && !asked.path.starts_with("start"))
      note("start " + start_unit(is.start.id).descriptor.title);
    if (is.backend != was.backend && asked.path != "backend") note("backend " + to_string(is.backend));
    if (noise_of(is) != noise_of(was) && !asked.path.starts_with("gradient_noise"))
      note("gradient noise " + noise_of(is));
    if (why.empty() && changes.size() > known) why = reason_of_change(was, is, asked);
  }
  std::string list;
  for (const std::string& change : changes) list += (list.empty() ? "" : ", ") + change;
  const bool anew = target_descriptor(before.front()).space !=
                    target_descriptor(after.front()).space;
  if (list.empty()) return anew ? "The run begins again at step 0." : "";
  return why + " Also changed: " + list + "." + (anew ? " The run begins again at step 0." : "");
}

}  // namespace ergo
