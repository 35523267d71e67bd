#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/ergo_commands.h"
#include "app/machine.h"
#include "core/backend/start_positions.h"
#include "core/config/noise_settings.h"
#include "core/run/session.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Chain-steps per second of one configured backend: dispatches repeat until `seconds` have passed, after one
/// that warms up (the driver compiles on first use).
double measure(Backend& backend, const RunConfig& config, const BenchOptions& options) {
  backend.configure(config);
  backend.place(start_positions(config, *make_target(config)), 0);
  std::uint64_t step = 0;
  const auto dispatch = [&] {
    backend.advance(step, options.steps_per_dispatch);
    step += options.steps_per_dispatch;
  };
  dispatch();
  backend.means();
  const std::uint64_t first = step;
  const auto begin = Clock::now();
  do {
    for (int i = 0; i < 4; ++i) dispatch();
    backend.means();  // waits for the device
  } while (seconds_since(begin) < options.seconds);
  return static_cast<double>((step - first) * config.chains) / seconds_since(begin);
}

/// Throws Error where the names are those of samplers and targets of different spaces.
void check_pairs(const std::vector<std::string>& ids) {
  std::string legal, words;
  for (const std::string& id : ids) words += (words.empty() ? "" : " ") + id;
  for (const auto& sampler : samplers())
    for (const auto& target : targets(sampler.descriptor.space)) {
      if (pair_wanted(ids, sampler.descriptor.id, target.descriptor.id)) return;
      if (std::ranges::count(ids, sampler.descriptor.id) > 0)
        legal += (legal.empty() ? "" : ", ") + target.descriptor.id;
    }
  throw Error("no sampler runs on these targets:", words, legal, "ergo bench");
}

}  // namespace

int bench_command(const BenchOptions& options) {
  std::vector<std::string> ids;
  std::vector<Assignment> assignments;
  for (const std::string& word : options.words)
    if (word.find('=') == std::string::npos)
      ids.push_back(word);
    else
      assignments.push_back(parse_assignment(word));
  check_given_once(assignments, "ergo bench");
  sort_for_apply(assignments);
  check_unit_ids(ids, "ergo bench");
  check_pairs(ids);
  Machine machine(options.gl_device, options.shaders);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  if (!options.json)
    std::printf("%-10s %-20s %-7s %10s %6s %18s\n", "sampler", "target", "backend", "chains", "K",
                "chain-steps/s");
  for (const auto kind : backends_of(options.backend)) {
    const auto backend = machine.factory()(kind);
    for (const auto& sampler : samplers())
      for (const auto& target : targets(sampler.descriptor.space)) {
        if (!pair_wanted(ids, sampler.descriptor.id, target.descriptor.id)) continue;
        RunConfig config;
        apply(config, {"target", target.descriptor.id});
        apply(config, {"sampler", sampler.descriptor.id});
        for (const Assignment& assignment : assignments) apply(config, assignment);
        config.chains = options.chains;
        const double rate = measure(*backend, config, options);
        list.push_back({{"sampler", sampler.descriptor.id},
                        {"target", target.descriptor.id},
                        {"backend", to_string(kind)},
                        {"device", backend->device()},
                        {"chains", options.chains},
                        {"steps_per_dispatch", options.steps_per_dispatch},
                        {"chain_steps_per_second", rate}});
        if (options.json) continue;
        std::printf("%-10s %-20s %-7s %10llu %6llu %18.4g\n", sampler.descriptor.id.c_str(),
                    target.descriptor.id.c_str(), to_string(kind).c_str(),
                    static_cast<unsigned long long>(options.chains),
                    static_cast<unsigned long long>(options.steps_per_dispatch), rate);
        std::fflush(stdout);  // a row as soon as it is known, to a file too
      }
  }
  if (options.json) std::printf("%s\n", list.dump(2).c_str());
  return 0;
}

}  // namespace ergo
