#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "core/live/machine.h"

namespace ergo {

namespace {

const char* stage_of(Probe::Purpose purpose) {
  switch (purpose) {
    case Probe::Purpose::alpha_max:
      return "alpha_max";
    case Probe::Purpose::alpha_min:
      return "alpha_min";
    case Probe::Purpose::beta:
      return "beta";
    default:
      return "burn-in";
  }
}

void print(const Probe& probe) {
  std::printf("%-10s %12.5g %8.4f", stage_of(probe.purpose), probe.alpha, probe.beta);
  if (std::isnan(probe.acceptance))
    std::printf("   not measured\n");
  else
    std::printf("   %.4f ± %.4f%s\n", probe.acceptance, probe.error, probe.kept ? "   kept" : "");
}

nlohmann::ordered_json json_of(const Tuning& tuning) {
  nlohmann::ordered_json probes = nlohmann::ordered_json::array();
  const auto number = [](double value) {
    return std::isnan(value) ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
  };
  for (const Probe& p : tuning.probes())
    probes.push_back({{"stage", stage_of(p.purpose)},
                      {"alpha", p.alpha},
                      {"beta", p.beta},
                      {"acceptance", number(p.acceptance)},
                      {"error", number(p.error)},
                      {"kept", p.kept}});
  nlohmann::ordered_json schedule;
  if (const auto& found = tuning.schedule())
    schedule = {{"alpha_max", found->alpha_max}, {"alpha_min", found->alpha_min}, {"beta", found->beta}};
  nlohmann::ordered_json assignments = nlohmann::ordered_json::object();
  if (const auto& found = tuning.schedule())
    for (const auto& [path, value] : found->assignments(tuning.options().cycle_length))
      assignments[path] = value;
  return {{"summary", tuning.summary()}, {"schedule", schedule}, {"run", assignments}, {"probes", probes}};
}

/// The preset's aims, with those that were given as options in their place.
TuningOptions aims_of(const TuneOptions& options) {
  TuningOptions aims = parse_runs(options.run).view.tuning.value_or(TuningOptions());
  const auto take = [&](const char* option, auto TuningOptions::*member) {
    if (options.given.contains(option)) aims.*member = options.tuning.*member;
  };
  take("--alpha-ceil", &TuningOptions::alpha_ceil);
  take("--alpha-floor", &TuningOptions::alpha_floor);
  take("--beta-max", &TuningOptions::beta_max);
  take("--beta-min", &TuningOptions::beta_min);
  take("--acceptance", &TuningOptions::acceptance);
  take("--acceptance-long", &TuningOptions::acceptance_long);
  take("--cycle-length", &TuningOptions::cycle_length);
  take("--budget", &TuningOptions::budget);
  return aims;
}

}  // namespace

int tune_command(const TuneOptions& options) {
  const PresetSession request = parse_run(options.run, options.quiet);
  const TuningOptions aims = aims_of(options);
  Machine machine(machine_choice(options));
  Tuning tuning(request.config, machine.backends()(backend_for(request.config)), aims);
  if (!options.json) std::printf("%-10s %12s %8s   %s\n", "stage", "alpha", "beta", "acceptance");
  for (std::size_t told = 0; !tuning.done();) {
    tuning.advance();
    if (options.json) continue;
    for (; told < tuning.probes().size(); ++told) print(tuning.probes()[told]);
  }
  if (options.json)
    std::printf("%s\n", json_of(tuning).dump(2).c_str());
  else
    std::printf("%s\n", tuning.summary().c_str());
  if (tuning.schedule() && !options.json) {
    for (const auto& [path, value] : tuning.schedule()->assignments(aims.cycle_length))
      std::printf("%s=%s ", path.c_str(), value.c_str());
    std::printf("\n");
  }
  return tuning.schedule() ? 0 : 1;
}

}  // namespace ergo
