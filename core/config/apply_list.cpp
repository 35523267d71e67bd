#include "core/config/apply_list.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace ergo {
namespace {

constexpr std::string_view of_target = "target.";

/// Whether a path is of a content of some target of which this holds.
template <class Predicate>
bool sets_a_content(std::string_view path, Predicate holds) {
  if (!path.starts_with(of_target)) return false;
  return std::ranges::any_of(targets(), [&](const TargetUnit& unit) {
    const int index = find_parameter(unit.descriptor, path.substr(of_target.size()));
    return index >= 0 && is_content(unit.descriptor.parameters[static_cast<std::size_t>(index)]) &&
           holds(unit.descriptor.parameters[static_cast<std::size_t>(index)]);
  });
}

/// Of smaller rank are set first.
int rank_of(const std::string& path) {
  if (path == "defaults") return 0;
  if (path == "target") return 1;
  // A content may declare parameters, so it goes before them; and one that drops another goes before that.
  if (sets_a_content(path, [](const Parameter& p) { return !p.replaces.empty(); })) return 2;
  if (sets_content(path)) return 3;
  if (path == "learn.model") return 4;  // which decides what samplers there are, and chooses a start
  if (path == "sampler" || path == "gradient_noise.kind") return 5;
  // Whether a start fits depends on the target's parameters: one that does not is then refused, not replaced.
  if (path == "start") return 7;
  return path.starts_with("start.") || path.find(".start") != std::string::npos ? 8 : 6;
}

/// Whether a path is of a step size with a rule.
bool sets_step(const RunConfig& config, std::string_view path) {
  return std::ranges::any_of(sampler_unit(config.sampler.id).descriptor.parameters,
                             [&](const Parameter& p) { return p.step && path == "sampler." + p.id; });
}

}  // namespace

bool sets_content(std::string_view path) {
  return sets_a_content(path, [](const Parameter&) { return true; });
}

void sort_for_apply(std::vector<Assignment>& list) {
  std::ranges::stable_sort(list, {}, [](const Assignment& a) { return rank_of(a.path); });
}

void set_in_turn(const std::vector<Assignment>& list, const std::function<void(const Assignment&)>& set) {
  std::vector<Assignment> waiting;
  const auto is_set = [&](const Assignment& a) {
    try {
      set(a);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  // A unit's id would undo what had been set of it before.
  const auto waits_behind = [&](const Assignment& a) {
    return !a.path.starts_with(of_target) && std::ranges::any_of(waiting, [&](const Assignment& other) {
      return rank_of(other.path) < rank_of(a.path);
    });
  };
  for (const Assignment& a : list) {
    if (waits_behind(a) || !is_set(a)) {
      waiting.push_back(a);
      continue;
    }
    for (bool again = true; again;) {
      again = false;
      for (const Assignment& other : std::exchange(waiting, {}))
        if (!waits_behind(other) && is_set(other))
          again = true;
        else
          waiting.push_back(other);
    }
  }
  for (const Assignment& a : waiting) set(a);
}

void apply_all(RunConfig& config, std::vector<Assignment> list) {
  sort_for_apply(list);
  RunConfig edited = config;
  set_in_turn(list, [&](const Assignment& a) { apply(edited, a); });
  config = std::move(edited);
}

std::vector<Assignment> apply_needed(RunConfig& config, std::vector<Assignment> list) {
  sort_for_apply(list);
  std::vector<Assignment> needed;
  set_in_turn(list, [&](const Assignment& a) {
    if (apply(config, a) != Effect::none || sets_step(config, a.path)) needed.push_back(a);
  });
  return needed;
}

}  // namespace ergo
