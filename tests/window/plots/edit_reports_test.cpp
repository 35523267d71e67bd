// Reports where edits are, so that the marks of a plot stand on its curves' points.
#include <algorithm>

#include "tests/window/window_fixture.h"
#include "widgets/plots/plots.h"

namespace ergo::edit_reports_test {
namespace {

class EditReportsTest : public WindowTest {
 protected:
  /// Of the mean energy, at a step; a step of ESH takes one gradient.
  const CurvePoint* point(std::uint64_t step) {
    for (const CurvePoint& value : window().plots().find("energy")->series(0).values())
      if (value.at.steps == static_cast<double>(step)) return &value;
    return nullptr;
  }
  bool has_points(const std::vector<double>& steps) {
    return std::ranges::all_of(steps, [&](double step) { return point(static_cast<std::uint64_t>(step)); });
  }
};

TEST_F(EditReportsTest, AnEditWhileRunningIsAPointOfTheCurves) {
  for (const char* backend : {"simd", "cpu"}) {
    SCOPED_TRACE(backend);
    panes().assign({{"backend", backend}});
    panes().steps_per_frame = 3;  // of round steps few are met
    panes().restart();
    panes().running = true;
    for (const char* value : {"0.05", "0.2", "0.1"}) {
      const std::uint64_t before = session().step();
      ASSERT_TRUE(until([&] { return session().step() > before + 50 && player().report(); }));
      const std::uint64_t edited = session().step();
      panes().assign({{"sampler.step_size", value}});
      panes().end_edit();
      ASSERT_TRUE(until([&] { return point(edited) != nullptr; })) << value;
    }
    EXPECT_EQ(panes().edits().size(), 3u);
    EXPECT_TRUE(panes().running);
  }
}

// With the values that the run had there when it was edited.
TEST_F(EditReportsTest, ATapeMetAgainIsReportedWhereItsEditsAre) {
  for (const std::uint64_t step : {37u, 90u}) {
    ASSERT_TRUE(until([&] { return session().step() > step && player().report(); }));
    panes().assign({{"sampler.step_size", step == 37 ? "0.05" : "0.2"}});
    panes().end_edit();
  }
  const std::vector<double> edits = panes().edits();
  ASSERT_EQ(edits.size(), 2u);
  ASSERT_TRUE(until([&] { return has_points(edits); }));
  std::vector<double> before;
  for (const double edit : edits) before.push_back(point(static_cast<std::uint64_t>(edit))->value);
  pause();
  Preset saved = panes().saved({});
  saved.title = "Again";
  saved.step = 0;
  open({.preset = saved});
  panes().running = true;
  ASSERT_TRUE(until([&] { return has_points(edits); }));
  for (std::size_t i = 0; i < edits.size(); ++i)
    EXPECT_EQ(point(static_cast<std::uint64_t>(edits[i]))->value, before[i]) << edits[i];
}

}  // namespace
}  // namespace ergo::edit_reports_test
