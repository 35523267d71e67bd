// What an audience sees: every cue of every lecture in the projector theme on a small screen. CI takes every fourth cue
// and comparison; ERGO_ALL_TESTS=1 takes all.
#include <set>

#include "core/config/run_names.h"
#include "tests/sample.h"
#include "tests/window/window_fixture.h"
#include "widgets/panels/readout_lines.h"

namespace ergo::projector_test {
namespace {

class ProjectorTest : public WindowTest {
 protected:
  ProjectorTest() {
    window().set_theme("projector");
    window().resize(1280, 720);
    frames(2);
  }
  const Lecture& lecture() { return *window().lecturer().lecture(); }
  /// The quantity that this cue or the last before it that lists any, itself or by its preset, lists first.
  std::optional<std::string> first_listed(int cue) {
    for (int i = cue; i >= 0; --i) {
      const Cue& each = lecture().cues.at(static_cast<std::size_t>(i));
      if (!each.plots && each.preset.empty()) continue;
      const auto listed = each.plots ? each.plots : load_preset(each.preset).plots;
      return listed && !listed->empty() ? std::optional(listed->front()) : std::nullopt;
    }
    return {};
  }
  /// Read-outs lie in their pane.
  void expect_words_in_panes(const std::string& where) {
    const QRectF pane({0, 0}, picture().cells().size());
    for (int i = 0; i < picture().cells().count(); ++i) {
      EXPECT_FALSE(picture().words(i).empty()) << where;
      for (const QRectF& words : picture().words(i))
        EXPECT_TRUE(pane.contains(words))
            << where << ", pane " << i + 1 << ": " << words.left() << " to " << words.right() << " of "
            << pane.width() << ", " << words.top() << " to " << words.bottom() << " of " << pane.height();
    }
  }
  /// Whether nothing of a widget is cut off or scrolled away.
  static bool whole(const QWidget& widget) {
    return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
  }
};

TEST_F(ProjectorTest, EveryCueShowsThePlotThatItListsFirstAndItsWordsInTheirPanes) {
  std::size_t item = 0;
  for (const std::string& name : lecture_names()) {
    window().open_lecture(name, 0);
    frames(2);
    for (int cue = 0; cue < static_cast<int>(lecture().cues.size()); ++cue) {
      if (!in_sample(item++, 4)) continue;
      window().lecturer().go_to(cue);
      const std::string where = name + ", cue " + std::to_string(cue + 1);
      frames(3);  // the strip of a cycle settles after one
      expect_words_in_panes(where);
      if (cue % 4 == 0)
        screenshot(QString::fromStdString("projector-" + name + "-" + std::to_string(cue + 1)));
      const auto listed = first_listed(cue);
      if (!listed) continue;
      Plot* plot = window().plots().find(QString::fromStdString(*listed));
      ASSERT_TRUE(plot) << where << ": " << *listed;
      EXPECT_TRUE(until([&] { return whole(plot->surface()); }, 3000)) << where << ": " << *listed;
    }
  }
}

TEST_F(ProjectorTest, EveryComparisonHasItsWordsInItsPanes) {
  int seen = 0;
  std::size_t item = 0;
  const std::vector<std::string> names = preset_names();
  for (std::size_t preset = 0; preset < names.size(); ++preset) {
    const std::string& name = names[preset];
    if (load_preset(name).beside.empty() || !in_sample(item++, 4)) continue;
    window().open_preset(static_cast<int>(preset));
    // Read-outs are widest once there are reports of all runs.
    EXPECT_TRUE(until([&] {
      for (int i = 0; i < panes().count(); ++i)
        if (!panes().at(i).report()) return false;
      return panes().count() > 1;
    })) << name;
    frames(3);
    expect_words_in_panes(name);
    if (++seen % 6 == 0) screenshot(QString::fromStdString("projector-" + name));
  }
  EXPECT_GT(seen, 0);
}

// Where room is short, all panes tell the same, results before parameters.
TEST_F(ProjectorTest, ComparisonsTellTheSameOfEveryRunAndResultsFirst) {
  const auto of = [](const std::vector<ReadoutLine>& lines) {
    std::set<LineKind> kinds;
    for (const ReadoutLine& line : lines) kinds.insert(line.kind);
    return kinds;
  };
  for (const auto& [theme, size] :
       {std::pair("projector", QSize(1280, 800)), {"dark", QSize(1920, 1080)}})
    for (const char* name : {"acs-1-islands", "acs-2-schedule", "esh-14-compare", "ab-1-scale-and-balance"}) {
      SCOPED_TRACE(std::string(theme) + ", " + name);
      window().set_theme(theme);
      window().resize(size);
      panes().open(load_preset(name));
      EXPECT_TRUE(until([&] {
        for (int i = 0; i < panes().count(); ++i)
          if (!panes().at(i).report()) return false;
        return true;
      }));
      frames(3);
      // Numbers with their errors may be wider than one of five or six panes in large letters, and in others
      // before the errors have shrunk.
      const auto tells_something = [&] {
        for (int i = 0; i < panes().count(); ++i)
          if (!picture().lines(i).empty()) return true;
        return false;
      };
      if (std::string(theme) != "projector" || panes().count() < 5) {
        EXPECT_TRUE(until(tells_something));
        frames(2);  // until all panes are drawn with the same reports
      }
      screenshot(QString("same-kinds-%1-%2").arg(theme, name));
      std::set<LineKind> shown;
      for (int i = 0; i < panes().count(); ++i) shown.merge(of(picture().lines(i)));
      for (int i = 0; i < panes().count(); ++i) {
        SCOPED_TRACE(i);
        Readouts all = readouts_of(panes().at(i), palette(theme));
        all.distinction = distinction(panes().configs(), static_cast<std::size_t>(i));
        shorten(all);
        const std::set<LineKind> own = of(all.lines), here = of(picture().lines(i));
        for (const LineKind kind : shown)
          if (own.contains(kind)) {
            EXPECT_TRUE(here.contains(kind)) << static_cast<int>(kind);
          }
        if (here.contains(LineKind::parameter) && own.contains(LineKind::modes)) {
          EXPECT_TRUE(here.contains(LineKind::modes));
        }
      }
    }
}

// Panes of one sampler tell by their titles what they differ in.
TEST_F(ProjectorTest, TitlesDistinguishPanes) {
  panes().open(load_preset("ab-1-scale-and-balance"));
  const auto runs = panes().configs();
  std::set<std::string> told;
  for (std::size_t i = 0; i < runs.size(); ++i) told.insert(distinction(runs, i));
  EXPECT_EQ(told.size(), 6u);
  EXPECT_TRUE(told.contains("σ = 400, α = 0.25"));
  panes().open(load_preset("esh-14-compare"));
  for (std::size_t i = 0; i < panes().configs().size(); ++i) EXPECT_EQ(distinction(panes().configs(), i), "");
}

TEST_F(ProjectorTest, PresentedPicturesSayThatNothingIsAccepted) {
  panes().open(load_preset("classroom-4-tail"));
  window().presentation().turn(true);
  const auto alarmed = [&](int pane) {
    return std::ranges::any_of(picture().lines(pane),
                               [](const ReadoutLine& line) { return line.words == "△ nothing accepted"; });
  };
  EXPECT_TRUE(until([&] { return alarmed(0); }));  // MALA with steps of 0.5
  frames(2);
  for (int pane = 1; pane < panes().count(); ++pane) EXPECT_TRUE(picture().lines(pane).empty()) << pane;
  panes().assign({{"sampler.metropolis", "off"}});
  EXPECT_TRUE(until([&] { return !alarmed(0); }));
}

TEST_F(ProjectorTest, TheDissectorTellsAPartOfTheStepWhole) {
  for (const auto& [name, cue] : {std::pair("thermostat", 6), {"esh", 3}}) {
    window().open_lecture(name, cue);
    frames(6);
    const QRectF place = picture().dissector().place();
    const double line = picture().bridge().factor() * 14;
    EXPECT_GE(place.height(), 9 * line) << name;  // title, chain, name, formula of up to four lines, x, p
    EXPECT_TRUE(QRectF({0, 0}, picture().size()).contains(place)) << name;
    screenshot(QString("projector-dissector-%1").arg(name));
  }
}

}  // namespace
}  // namespace ergo::projector_test
