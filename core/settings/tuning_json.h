#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/run/tuning.h"

namespace ergo {

/// Calls visit(key, member, low, high) for every setting that a view has.
template <class Options, class Visit>
void for_each_setting(Options& options, Visit&& visit) {
  visit("alpha_ceil", options.alpha_ceil, 1e-3, 1e6);
  visit("alpha_floor", options.alpha_floor, 1e-3, 1e6);
  visit("beta_max", options.beta_max, 0.0, 2.0);
  visit("beta_min", options.beta_min, 0.0, 2.0);
  visit("acceptance", options.acceptance, 0.0, 1.0);
  visit("acceptance_long", options.acceptance_long, 0.0, 1.0);
  visit("cycle_length", options.cycle_length, 2, 65535);
}

/// The settings of a search for a schedule as a preset's view has them; defaults are left out. Throws
/// Error naming `where`.
TuningOptions read_tuning(const nlohmann::ordered_json& object, const std::string& where);
nlohmann::ordered_json tuning_json(const TuningOptions& options);

}  // namespace ergo
