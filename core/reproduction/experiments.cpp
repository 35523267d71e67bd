#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/reproduction/experiment_list.h"

namespace ergo {

std::span<const Experiment> experiments() {
  static const std::vector<Experiment> all = {
      dlp_bias(),      dlp_flips(), dlp_means(),           dlp_rbm(),        ab_gaussians(), ab_ising(),
      ab_regression(), ab_graph(),  ab_gaussian_spreads(), acs_acceptance(), acs_bounds(),   acs_rbm()};
  return all;
}

const Experiment& experiment(const std::string& id) {
  const auto found = std::ranges::find(experiments(), id, &Experiment::id);
  if (found != experiments().end()) return *found;
  std::vector<std::string> ids;
  for (const Experiment& known : experiments()) ids.push_back(known.id);
  throw Error("unknown experiment", id, legal_words(id, ids), "");
}

std::uint64_t steps_of(double usual, double effort) {
  return static_cast<std::uint64_t>(std::max(1.0, std::round(usual * effort)));
}

}  // namespace ergo
