#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/live/machine.h"
#include "core/site_plane/site_kernels.h"
#include "core/verification/published_results.h"
#include "core/verification/stationarity.h"

namespace ergo {

namespace {

/// JSON has no NaN: a statistic that a skipped check does not have is null.
nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

void print(const Verdict& v) {
  std::printf("%-13s %-20s %-5s %-32s %12.5g %12.5g %10.3g  %s%s%s\n", v.sampler.c_str(), v.target.c_str(),
              v.backend.c_str(), v.test.c_str(), v.statistic, v.threshold, v.p_value, v.verdict.c_str(),
              v.reason.empty() ? "" : ": ", v.reason.c_str());
}

}  // namespace

int verify_command(const VerifyOptions& options) {
  check_unit_ids(options.ids, "ergo verify");
  Machine machine(machine_choice(options));
  const auto backends = backends_of(options.backend, machine, "checking", options.quiet);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  bool failed = false;
  if (!options.json)
    std::printf("%-13s %-20s %-5s %-32s %12s %12s %10s  %s\n", "sampler", "target", "on", "test", "statistic",
                "threshold", "p-value", "verdict");
  const auto published = options.backend == "gpu" ? std::vector<PublishedResult>() : published_results();
  const std::vector<UnitPair> all = unit_pairs();
  Progress progress("checks", backends.size() * all.size() + published.size(), options.quiet);
  std::uint64_t done = 0;
  const auto tell = [&](const Verdict& v) {
    failed |= v.verdict == "fail";
    if (!options.json) print(v);
    list.push_back({{"sampler", v.sampler},
                    {"target", v.target},
                    {"backend", v.backend},
                    {"test", v.test},
                    {"statistic", number(v.statistic)},
                    {"threshold", number(v.threshold)},
                    {"p_value", number(v.p_value)},
                    {"verdict", v.verdict},
                    {"reason", v.reason}});
  };
  for (const auto& backend : backends)
    for (const SamplerUnit& wanted : samplers())
      for (const auto& [target, sampler] : all) {
        if (sampler.descriptor.id != wanted.descriptor.id) continue;
        progress.at(done++);
        if ((backend->kind() != BackendKind::cpu && !has_kernels(target.descriptor, sampler.descriptor)) ||
            !pair_wanted(options.ids, sampler.descriptor.id, target.descriptor.id))
          continue;
        for (const Verdict& v : verify(sampler, target, *backend, options.seed)) tell(v);
      }
  for (const PublishedResult& result : published) {
    progress.at(done++);
    if (pair_wanted(options.ids, result.sampler, result.target)) tell(result.check(options.seed));
  }
  if (options.json) std::printf("%s\n", list.dump(2).c_str());
  return failed ? 1 : 0;
}

}  // namespace ergo
