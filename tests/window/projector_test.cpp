// What an audience sees: every cue of every lecture in the projector theme on a small screen.
#include <qcustomplot.h>

#include "tests/window/window_fixture.h"

namespace ergo {
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
      if (each.plots) return each.plots->front();
      if (each.preset.empty()) continue;
      const auto listed = load_preset(each.preset).plots;
      return listed ? std::optional(listed->front()) : std::nullopt;
    }
    return {};
  }
  /// Whether nothing of a widget is cut off or scrolled away.
  static bool whole(const QWidget& widget) {
    return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
  }
};

TEST_F(ProjectorTest, EveryCueShowsThePlotThatItListsFirst) {
  for (const std::string& name : lecture_names()) {
    window().open_lecture(name, 0);
    frames(2);
    for (int cue = 0; cue < static_cast<int>(lecture().cues.size()); ++cue) {
      window().lecturer().go_to(cue);
      frames(1);
      const auto listed = first_listed(cue);
      if (!listed) continue;
      Plot* plot = window().plots().find(QString::fromStdString(*listed));
      ASSERT_TRUE(plot) << name << ", cue " << cue + 1 << ": " << *listed;
      EXPECT_TRUE(until([&] { return whole(plot->canvas()); }, 3000))
          << name << ", cue " << cue + 1 << ": " << *listed;
    }
  }
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
}  // namespace ergo
