#pragma once

#include "tests/assigned_config.h"

// Runs that learn and take little time.
namespace ergo {

/// A small network.
inline RunConfig small_network_run(BackendKind backend = BackendKind::simd) {
  RunConfig run = config_of({{"target", "three_gaussians"},
                             {"sampler", "mala"},
                             {"learn.model", "network"},
                             {"learn.hidden", "8"},
                             {"learn.second", "6"},
                             {"learn.batch", "100"},
                             {"learn.nodes", "16"},
                             {"learn.every", "5"},
                             {"chains", "70"}});
  run.backend = backend;
  return run;
}

/// A small machine.
inline RunConfig small_machine_run(const char* sampler = "dmala_sites") {
  return config_of({{"target", "pictures"},
                    {"target.set", "bars2"},
                    {"sampler", sampler},
                    {"learn.model", "rbm"},
                    {"learn.hidden", "5"},
                    {"learn.batch", "40"},
                    {"chains", "33"}});
}

}  // namespace ergo
