// What the stories of the presets named after figure 4 of the ESH paper say: five samplers at equal gradient
// evaluations. The seeds are those of the presets.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/stories/asserted_stories.h"
#include "tests/watched_session.h"

namespace ergo::figure_esh4_test {
namespace {

const AssertedHere stories = {
    {"esh-4-mixture", "After 20 of them ESH, Langevin and MALA are indistinguishable from exact draws by MMD²"},
    {"esh-4-mixture", "Nosé–Hoover and HMC with their short steps are not, but have caught up by 100"},
    {"esh-4-mixture-prior",
     "After 100 gradients ESH is where exact draws would be; Langevin follows, then MALA"},
    {"esh-4-correlated", "Langevin and MALA need 20 gradients"},
    {"esh-4-correlated", "MMD² levels off above the band"},
    {"esh-4-ill-conditioned", "ESH fails where Langevin and MALA do not"},
    {"esh-4-correlated-bias", "after 100 gradients its MMD² is at most a tenth of any other sampler’s"},
    {"esh-4-correlated-bias", "levels off above the band, where Langevin and MALA overtake it by 1600 gradients"},
    {"esh-4-funnel", "the MMD² of each of the others is still more than five times that of ESH"},
};

/// Of every run of a comparison, by sampler, where a chain has spent so many gradient evaluations. ESH's
/// draws are its places at a uniformly random real time.
std::map<std::string, Distance> race(const std::string& preset, double gradients) {
  std::map<std::string, Distance> found;
  for (std::size_t run = 0; run <= load_preset(preset).beside.size(); ++run) {
    WatchedSession watched = run_of(preset, run);
    Session& session = watched.session();
    watched.advance(session.step_within(gradients), 1);
    const Descriptor& sampler = session.sampler_descriptor();
    const DiagnosticReport& report = watched.look(available(DrawsUsed::ergodic, sampler));
    found[sampler.id] = {*report.mmd, *report.band};
  }
  return found;
}

TEST(FigureEsh4, Mixture) {
  const auto early = race("esh-4-mixture", 20), late = race("esh-4-mixture", 100);
  for (const char* id : {"esh", "ula", "mala"}) expect_like_exact(early.at(id));
  for (const char* id : {"nose_hoover", "hmc"}) {
    expect_told_apart(early.at(id));
    expect_like_exact(late.at(id));
  }
}

TEST(FigureEsh4, MixtureFromOneMode) {
  const auto at = race("esh-4-mixture-prior", 100);
  expect_like_exact(at.at("esh"));
  expect_greater(at.at("ula").estimate(), at.at("esh").estimate());
  expect_greater(at.at("mala").estimate(), at.at("ula").estimate());
  for (const char* id : {"nose_hoover", "hmc"})
    expect_greater(at.at(id).estimate(), at.at("mala").estimate());
}

TEST(FigureEsh4, OnAGaussianEshNeverArrives) {
  for (const char* preset : {"esh-4-correlated", "esh-4-ill-conditioned"}) {
    SCOPED_TRACE(preset);
    const auto early = race(preset, 20);
    for (const char* id : {"ula", "mala"}) expect_like_exact(early.at(id));
    for (const double gradients : {100, 400}) expect_told_apart(race(preset, gradients).at("esh"));
  }
}

TEST(FigureEsh4, FromTheRidgesEnd) {
  const auto at = race("esh-4-correlated-bias", 100), late = race("esh-4-correlated-bias", 1600);
  const Distance esh = at.at("esh");
  for (const auto& [id, other] : at) {
    if (id == "esh") continue;
    EXPECT_LT(esh.mmd.mmd2, 0.1 * other.mmd.mmd2 + 4 * std::hypot(esh.mmd.error, 0.1 * other.mmd.error))
        << id;
  }
  expect_told_apart(late.at("esh"));
  for (const char* id : {"ula", "mala"}) expect_greater(late.at("esh").estimate(), late.at(id).estimate());
}

TEST(FigureEsh4, Funnel) {
  const auto at = race("esh-4-funnel", 400);
  const Distance esh = at.at("esh");
  for (const auto& [id, other] : at) {
    if (id == "esh") continue;
    EXPECT_GT(other.mmd.mmd2 - 4 * other.mmd.error, 5 * (esh.mmd.mmd2 + 4 * esh.mmd.error)) << id;
  }
}

}  // namespace
}  // namespace ergo::figure_esh4_test
