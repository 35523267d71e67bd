// What the stories of the presets under Classroom say of lattices.
#include <algorithm>

#include "core/exact/state_graph.h"
#include "core/settings/preset_edit.h"
#include "tests/stories/asserted_stories.h"
#include "tests/watched_session.h"

namespace ergo::classroom_lattices_test {
namespace {

const AssertedHere stories = {
    {"classroom-7-word", "After 100 steps Gibbs has written it: its total variation is less than 0.09"},
    {"classroom-7-word", "where as many exact draws have 0.08"},
    {"classroom-7-word", "The random walk, DMALA and ACS are above 0.45"},
    {"classroom-9-flow", "In detailed balance no net probability flows between any two states"},
    {"classroom-9-flow", "Gibbs has no flow"},
    {"classroom-9-flow", "DULA without the Metropolis step has a total flow of 0.003"},
    {"classroom-9-flow", "and a stationary distribution of its own, 0.029 in total variation from the target"},
    {"classroom-9-flow", "ACS has one of 0.02 over a cycle, and its stationary distribution is the target"},
};

// The total variation of n draws varies by sqrt(sites/n)/(2 sqrt(sites)) at most, 0.002 here: four of it are 0.01.
TEST(ClassroomLattices, GibbsWritesTheWordFirst) {
  const auto runs = runs_of(load_preset("classroom-7-word"));
  for (std::size_t run = 0; run < runs.size(); ++run) {
    WatchedSession writing(runs[run].config, {}, BackendKind::simd);
    EXPECT_EQ(writing.session().config().chains, 50'000u);
    writing.advance(100, 1);
    const SiteReport& sites = *writing.look().sites;
    EXPECT_NEAR(sites.floor.total_variation.mean, 0.08, 0.005);
    if (runs[run].config.sampler.id == "lattice_gibbs")
      EXPECT_LT(sites.distance.total_variation.value, 0.09);
    else
      EXPECT_GT(sites.distance.total_variation.value, 0.45) << run;
  }
}

// Sums over pairs of states in one direction, of numbers with rounding errors of 1e-16 of the largest probability.
TEST(ClassroomLattices, OnlyReversibleStepsHaveNoFlow) {
  const Preset preset = load_preset("classroom-9-flow");
  EXPECT_EQ(preset.view.graph, "run");
  std::vector<double> total, bias;
  for (const char* sampler : {"dula", "acs", "lattice_gibbs"}) {
    RunConfig run = preset.config;
    if (run.sampler.id != sampler) apply(run, {"sampler", sampler});
    const StateGraph graph = state_graph(run);
    double sum = 0;
    for (const double each : graph.flow.values) sum += std::max(each, 0.0);
    total.push_back(sum);
    bias.push_back(graph.bias() / 2);
  }
  EXPECT_NEAR(total[0], 0.003, 5e-4);
  EXPECT_NEAR(total[1], 0.02, 1e-3);
  EXPECT_LT(total[2], 1e-13);
  EXPECT_NEAR(bias[0], 0.029, 5e-4);
  EXPECT_LT(bias[1], 1e-12);
  EXPECT_LT(bias[2], 1e-12);
}

}  // namespace
}  // namespace ergo::classroom_lattices_test
