#include "core/config/start_settings.h"

#include "core/base/error.h"
#include "core/config/last_target.h"

namespace ergo {
namespace {

std::shared_ptr<const Target> target_if_consistent(const RunConfig& run) try {
  return last_target(run.target);
} catch (const Error&) {
  return nullptr;
}

bool fits(const UnitChoice& start, const Target& target) try {
  start_unit(start.id).make(start.values)->check(target);
  return true;
} catch (const Error&) {
  return false;
}

}  // namespace

UnitChoice start_on_new_target(const RunConfig& run) {
  const auto target = target_if_consistent(run);
  if (!target || fits(run.start, *target)) return run.start;
  const UnitChoice same_kind = defaults(start_unit(run.start.id).descriptor);
  if (fits(same_kind, *target)) return same_kind;
  return defaults(start_unit(default_start(target_descriptor(run).space)).descriptor);
}

UnitChoice exact_or_default_start(const RunConfig& run) {
  const UnitChoice exact = defaults(start_unit("exact").descriptor);
  const auto target = target_if_consistent(run);
  if (!target || fits(exact, *target)) return exact;
  return defaults(start_unit(default_start(target_descriptor(run).space)).descriptor);
}

}  // namespace ergo
