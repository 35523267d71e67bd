#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// A parameter's symbol and value: "ε = 0.1".
std::string value_words(const Parameter& parameter, double value);

/// The start and the gradient noise of this run, as far as the runs differ in them; empty where they do not.
std::string own_start_and_noise(const std::vector<RunConfig>& runs, std::size_t run);
/// The same, and its number of chains.
std::string own_conditions(const std::vector<RunConfig>& runs, std::size_t run);

/// The parameters in which runs of one sampler differ, as this run has them, and its own_conditions(); empty where
/// there are none.
std::string distinction(const std::vector<RunConfig>& runs, std::size_t run);

/// For each run its place, from 0 to 1, among the runs of the same sampler: in the order of the first number in which
/// two of them differ, then of the next, or else in their own. The numbers are those of sampler, start, gradient noise
/// and chains. Nothing where no other run has the sampler.
std::vector<std::optional<double>> run_places(const std::vector<RunConfig>& runs);

/// What to call one of several runs: its sampler, and what tells it from the others.
std::string run_name(const std::vector<RunConfig>& runs, std::size_t run);

}  // namespace ergo
