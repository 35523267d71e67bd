#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/machine.h"
#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/config/noise_settings.h"
#include "core/run/session.h"

namespace ergo {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Chain-steps per second of one configured backend, `steps` in a dispatch: dispatches repeat until `seconds`
/// have passed, after one that warms up (the driver compiles on first use).
double measure(Backend& backend, const RunConfig& config, std::uint64_t steps, double seconds) {
  backend.configure(config);
  backend.place(start_positions(config, *make_target(config)), 0);
  std::uint64_t step = 0;
  const auto dispatch = [&] {
    backend.advance(step, steps);
    step += steps;
  };
  dispatch();
  backend.means();
  const std::uint64_t first = step;
  const auto begin = Clock::now();
  do {
    for (int i = 0; i < 4; ++i) dispatch();
    backend.means();  // waits for the device
  } while (seconds_since(begin) < seconds);
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

/// The measurements, printed one by one.
class Table {
 public:
  explicit Table(const BenchOptions& options) : options_(options) {
    if (!options.json)
      std::printf("%-13s %-20s %-7s %10s %6s %18s\n", "sampler", "target", "backend", "chains", "K",
                  "chain-steps/s");
  }

  void add(const RunConfig& config, const Backend& backend, std::uint64_t steps, double rate) {
    list_.push_back({{"sampler", config.sampler.id},
                     {"target", config.target.id},
                     {"backend", to_string(backend.kind())},
                     {"device", backend.device()},
                     {"chains", config.chains},
                     {"steps_per_dispatch", steps},
                     {"chain_steps_per_second", rate}});
    if (options_.json) return;
    std::printf("%-13s %-20s %-7s %10llu %6llu %18.4g\n", config.sampler.id.c_str(), config.target.id.c_str(),
                to_string(backend.kind()).c_str(), static_cast<unsigned long long>(config.chains),
                static_cast<unsigned long long>(steps), rate);
    std::fflush(stdout);  // a row as soon as it is known, to a file too
  }

  void end() const {
    if (options_.json) std::printf("%s\n", list_.dump(2).c_str());
  }

 private:
  const BenchOptions& options_;
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
};

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
  const auto backends = backends_of(options.backend, machine, "measuring", options.quiet);
  Table table(options);
  for (const auto& backend : backends)
    for (const auto& sampler : samplers())
      for (const auto& target : targets(sampler.descriptor.space)) {
        if (!pair_wanted(ids, sampler.descriptor.id, target.descriptor.id)) continue;
        RunConfig config;
        apply(config, {"target", target.descriptor.id});
        apply(config, {"sampler", sampler.descriptor.id});
        for (const Assignment& assignment : assignments) apply(config, assignment);
        config.chains = options.chains;
        const double rate = measure(*backend, config, options.steps_per_dispatch, options.seconds);
        table.add(config, *backend, options.steps_per_dispatch, rate);
      }
  table.end();
  return 0;
}

}  // namespace ergo
