// The picture shows the target and where chains start.
#include <gtest/gtest.h>

#include "core/backend/cpu_backend.h"
#include "core/config/apply_list.h"
#include "core/run/session.h"
#include "core/unit/registry.h"
#include "core/view/projection.h"
#include "tests/sites/site_cases.h"

namespace ergo::frame_with_start_test {
namespace {

Window frame(const std::string& target, std::initializer_list<Assignment> start) {
  RunConfig config;
  config.backend = BackendKind::cpu;
  config.chains = 10;
  apply(config, {"target", target});
  for (const Assignment& each : start) apply(config, each);
  const Session session(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
  return projection(session, Coordinates::position).window;
}

bool contains(const Window& frame, Position x) {
  return frame.low.x <= x.x && x.x <= frame.high.x && frame.low.y <= x.y && x.y <= frame.high.y;
}

TEST(AxesOfSites, HaveNamesAndNumbersHoweverSmallTheyAre) {
  for (const SiteCase& target : small_site_targets()) {
    RunConfig config;
    std::vector<Assignment> wanted = {{"target", target.id}};
    for (const SiteSetting& setting : target.settings) wanted.push_back({"target." + setting.id, setting.text});
    apply_needed(config, wanted);
    const Session session(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
    const Projection shown = projection(session, Coordinates::position);
    EXPECT_TRUE(has_scales(shown, 0.5, false)) << text_of(target);
    EXPECT_GT(shown.horizontal_symbol.size(), 1u) << text_of(target);
    EXPECT_GT(shown.vertical_symbol.size(), 1u) << text_of(target);
  }
}

TEST(FrameWithStart, HasStartAndTargetOfEveryPlane) {
  for (const TargetUnit& unit : kernel_targets()) {
    if (unit.descriptor.space != Space::plane) continue;
    SCOPED_TRACE(unit.descriptor.id);
    RunConfig config;
    apply(config, {"target", unit.descriptor.id});
    const Window target = make_target(config)->frame();
    const Position beyond = target.high + 0.5 * (target.high - target.low);
    const Window shown = frame(unit.descriptor.id, {{"start", "point"},
                                                    {"start.x", std::to_string(beyond.x)},
                                                    {"start.y", std::to_string(beyond.y)}});
    EXPECT_TRUE(contains(shown, {beyond.x, unit.descriptor.dim > 1 ? beyond.y : target.high.y}));
    EXPECT_TRUE(contains(shown, target.low) && contains(shown, target.high));
  }
}

TEST(FrameWithStart, IsTheTargetsWhereTheStartIsInside) {
  const Window shown = frame("gaussian", {{"start", "point"}, {"start.x", "1"}, {"start.y", "-1"}});
  RunConfig config;
  apply(config, {"target", "gaussian"});
  EXPECT_EQ(shown.low, make_target(config)->frame().low);
  EXPECT_EQ(shown.high, make_target(config)->frame().high);
}

TEST(FrameWithStart, KeepsTheTargetVisibleWhereTheStartIsFarAway) {
  RunConfig config;
  apply(config, {"target", "gaussian"});
  const Window target = make_target(config)->frame();
  const Window shown = frame("gaussian", {{"start", "point"}, {"start.x", "-1000"}, {"start.y", "0"}});
  EXPECT_LE(shown.high.x - shown.low.x, 6 * (target.high.x - target.low.x) * (1 + 1e-12));
  EXPECT_EQ(shown.high.x, target.high.x);
}

TEST(FrameWithStart, IsOneForRunsWithDifferentStarts) {
  std::vector<std::unique_ptr<Session>> runs;
  for (const char* x : {"-9", "7"}) {
    RunConfig config;
    config.backend = BackendKind::cpu;
    config.chains = 10;
    for (const Assignment& each :
         {Assignment{"target", "gaussian"}, {"start", "point"}, {"start.x", x}, {"start.y", "0"}})
      apply(config, each);
    runs.push_back(std::make_unique<Session>(config, [](BackendKind) { return std::make_unique<CpuBackend>(); }));
  }
  const Session* both[] = {runs[0].get(), runs[1].get()};
  const Window shown = common_window(both, Coordinates::position);
  for (const Position start : {Position{-9, 0}, {7, 0}}) EXPECT_TRUE(contains(shown, start));
  EXPECT_EQ(shown.low, projection(*both[0], Coordinates::position).window.low);
  EXPECT_EQ(shown.high.x, projection(*both[1], Coordinates::position).window.high.x);
}

}  // namespace
}  // namespace ergo::frame_with_start_test
