// Processor time of a chain's step, of all threads: lanes of every instruction set of this machine, and the GPU path
// where the processor plays the device. Rounds are interleaved; medians. Arguments: chains (100000), steps at once
// (16), rounds (7).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/config/assignment.h"
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/lanes/simd_backend.h"
#include "tests/bench/processor_time.h"

namespace {

using namespace ergo;

/// Nanoseconds of a chain's step, over a tenth of a second or more.
double measure(Backend& backend, std::uint64_t& step, std::uint64_t chains, std::uint64_t at_once) {
  const double begin = processor_seconds();
  std::uint64_t steps = 0;
  do {
    backend.advance(step, at_once);
    backend.read_chain(0);  // waits for the device
    step += at_once;
    steps += at_once;
  } while (processor_seconds() - begin < 0.1);
  return 1e9 * (processor_seconds() - begin) / static_cast<double>(steps * chains);
}

struct Contestant {
  std::string name;
  std::unique_ptr<Backend> backend;
  std::vector<double> times;
  std::uint64_t step = 0;
};

void compare(const std::string& sampler, const std::string& target, std::uint64_t chains, std::uint64_t at_once,
             int rounds, bool gpu) {
  RunConfig config;
  apply(config, {"target", target});
  apply(config, {"sampler", sampler});
  config.chains = chains;
  std::vector<Contestant> all;
  for (const lanes::LaneSet& set : lanes::lane_sets())
    all.push_back({set.name, std::make_unique<SimdBackend>(0, set), {}});
  if (gpu) all.push_back({"GPU path", std::make_unique<GlBackend>(), {}});
  for (Contestant& c : all) {
    c.backend->configure(config);
    c.backend->place(start_positions(config, *make_target(config)), 0);
    measure(*c.backend, c.step, chains, at_once);
  }
  for (int round = 0; round < rounds; ++round)
    for (Contestant& c : all) c.times.push_back(measure(*c.backend, c.step, chains, at_once));
  std::printf("%-13s %-20s", sampler.c_str(), target.c_str());
  for (Contestant& c : all) {
    std::ranges::sort(c.times);
    std::printf("  %s %6.1f (%.1f-%.1f)", c.name.c_str(), c.times[c.times.size() / 2], c.times.front(), c.times.back());
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const auto number = [&](int k, std::uint64_t otherwise) {
    return count > k ? std::strtoull(arguments[k], nullptr, 10) : otherwise;
  };
  const std::uint64_t chains = number(1, 100'000), at_once = number(2, 16);
  const int rounds = static_cast<int>(number(3, 7));
  std::optional<OffscreenContext> context;
  try {
    context.emplace();
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
  }
  std::printf("processor ns a chain-step, %llu chains, %llu steps at once: median (range)\n",
              static_cast<unsigned long long>(chains), static_cast<unsigned long long>(at_once));
  for (const auto& [sampler, target] : {std::pair{"esh", "ring8"},
                                        {"ula", "ring8"},
                                        {"mala", "banana"},
                                        {"sgnht", "double_well"},
                                        {"dmala", "lattice_modes"},
                                        {"hmc", "ring8"},
                                        {"nuts", "ring8"},
                                        {"esh_rk45", "ring8"},
                                        {"acs", "lattice_modes"},
                                        {"esh", "formula"}})
    compare(sampler, target, chains, at_once, rounds, context.has_value());
}
