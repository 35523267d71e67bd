#include "app/command/speed.h"

#include <chrono>

#include "core/backend/start_positions.h"
#include "core/run/session.h"

namespace ergo {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

double chain_steps_per_second(Backend& backend, const RunConfig& config, std::uint64_t steps, double seconds) {
  backend.configure(config);
  place(backend, chain_starts(config, *make_target(config)), sampler_unit(config.sampler.id).descriptor);
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

}  // namespace ergo
