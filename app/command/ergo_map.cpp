#include <cmath>
#include <cstdio>

#include "app/command/ergo_commands.h"
#include "core/live/machine.h"
#include "app/command/progress.h"

namespace ergo {

int map_command(const MapOptions& options) {
  const PresetSession request = parse_run(options.run, options.quiet);
  if (!options.quiet) print_remarks(request.config);
  Machine machine(machine_choice(options));
  ParameterMap map(request.config, machine.backends()(backend_for(request.config)),
                   completed(options.axes, sampler_unit(request.config.sampler.id).descriptor),
                   static_cast<int>(options.chains_per_cell));
  Progress progress("steps", options.steps, options.quiet);
  for (std::uint64_t step = 0; step < options.steps; ++step) {
    map.advance();
    progress.at(step + 1);
  }
  map.wait_for_gaps();
  const bool plane = !map.axes().y.empty();
  std::printf("%s,%s%sacceptance,acceptance_error,squared_jump,squared_jump_error,gap\n",
              map.axes().x.c_str(), map.axes().y.c_str(), plane ? "," : "");
  for (const MapCell& c : map.cells()) {
    std::printf("%.9g,", c.x);
    if (plane) std::printf("%.9g,", c.y);
    std::printf("%.9g,%.3g,%.9g,%.3g,", c.acceptance, c.acceptance_error, c.squared_jump,
                c.squared_jump_error);
    std::printf(std::isnan(c.gap) ? "NaN\n" : "%.9g\n", c.gap);
  }
  return 0;
}

}  // namespace ergo
