#pragma once

#include "core/reproduction/experiment.h"

// The experiments, each made by its own file.
namespace ergo {

Experiment dlp_bias();
Experiment dlp_flips();
Experiment dlp_means();
Experiment dlp_rbm();
Experiment ab_gaussians();
Experiment ab_gaussian_spreads();
Experiment ab_graph();
Experiment ab_ising();
Experiment ab_regression();
Experiment acs_acceptance();
Experiment acs_bounds();
Experiment acs_rbm();

}  // namespace ergo
