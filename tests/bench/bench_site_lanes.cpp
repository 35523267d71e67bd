// Processor time of a chain's step over configurations of sites: the kernels on the widest lanes of this
// machine against the C++ twins in double. Rounds are interleaved; medians, and the ratio's spread.
// Arguments: side (16) of grids, chains (4096), rounds (7), target (all).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/backend/cpu_backend.h"
#include "core/backend/start_positions.h"
#include "core/config/assignment.h"
#include "core/lanes/simd_backend.h"
#include "core/site_plane/site_kernels.h"
#include "tests/bench/processor_time.h"

namespace {

using namespace ergo;

/// Nanoseconds of a chain's step, over a fifth of a second or more.
double measure(Backend& backend, std::uint64_t& step, std::uint64_t chains) {
  constexpr std::uint64_t at_once = 16;
  const double begin = processor_seconds();
  std::uint64_t steps = 0;
  for (; processor_seconds() - begin < 0.2; steps += at_once) {
    backend.advance(step, at_once);
    step += at_once;
  }
  return 1e9 * (processor_seconds() - begin) / static_cast<double>(steps * chains);
}

void compare(const std::string& target, const std::string& sampler, const std::vector<Assignment>& values,
             std::uint64_t chains, int rounds) {
  RunConfig config;
  apply(config, {"target", target});
  apply(config, {"sampler", sampler});
  for (const Assignment& value : values) apply(config, value);
  config.chains = chains;
  SimdBackend simd;
  CpuBackend cpu;
  Backend* const both[] = {&cpu, &simd};
  std::vector<double> times[2], ratios;
  std::uint64_t steps[2] = {0, 0};
  const ChainStarts starts = chain_starts(config, *make_target(config));
  for (int k = 0; k < 2; ++k) {
    both[k]->configure(config);
    place(*both[k], starts, sampler_unit(sampler).descriptor);
    measure(*both[k], steps[k], chains);
  }
  for (int round = 0; round < rounds; ++round) {
    for (int k = 0; k < 2; ++k) times[k].push_back(measure(*both[k], steps[k], chains));
    ratios.push_back(times[0].back() / times[1].back());
  }
  for (auto* of : {&times[0], &times[1], &ratios}) std::ranges::sort(*of);
  const auto middle = static_cast<std::size_t>(rounds) / 2;
  std::printf("%-20s %-14s cpu %8.1f ns, simd %8.1f ns: ratio %.2f (%.2f-%.2f)\n", target.c_str(),
              sampler.c_str(), times[0][middle], times[1][middle], ratios[middle], ratios.front(),
              ratios.back());
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string side = count > 1 ? arguments[1] : "16";
  const std::uint64_t chains = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 4096;
  const int rounds = count > 3 ? std::atoi(arguments[3]) : 7;
  const std::string only = count > 4 ? arguments[4] : "";
  std::printf("processor time of a chain's step, side %s, %llu chains, %s\n", side.c_str(),
              static_cast<unsigned long long>(chains), SimdBackend().device().c_str());
  for (const auto& [target, sampler] : unit_pairs()) {
    const Descriptor& d = target.descriptor;
    if (!site_kernels().contains(d.id) || !site_kernels().contains(sampler.descriptor.id)) continue;
    if (!only.empty() && d.id != only) continue;
    const bool grid = d.id == "ising" || d.id == "potts";
    compare(d.id, sampler.descriptor.id,
            grid ? std::vector<Assignment>{{"target.side", side}} : std::vector<Assignment>{}, chains,
            rounds);
  }
}
