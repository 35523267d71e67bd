// No words, key or panel lies on what the picture is about: every preset and every cue as they open, from the
// places of the last frame. CI takes a sample: each eighth preset and cue on one of the screens in turn;
// ERGO_ALL_TESTS=1 takes all.
#include "tests/sample.h"
#include "tests/window/window_fixture.h"

namespace ergo::clear_test {
namespace {

struct Screen {
  const char* theme;
  QSize size;
  double scale;
};

constexpr double slack = 1;  // logical pixel: of rounding to whole ones

/// Whether the item of this number is looked at on a screen.
bool is_due(std::size_t item, std::size_t screen, std::size_t screens) {
  return in_sample(item, 8 * screens, 8 * screen + 1);
}

class ClearTest : public WindowTest {
 protected:
  void show_on(const Screen& screen) {
    window().set_theme(screen.theme);
    window().set_interface_scale(screen.scale);
    window().resize(screen.size);
    frames(4);  // strip and panels settle
  }
  /// What floats on a cell, in its own coordinates.
  std::vector<QRectF> boxes(int cell) {
    std::vector<QRectF> all;
    const double unit = picture().bridge().factor();
    for (const QRectF& words : picture().words(cell)) all.push_back(plate_about(words, unit));
    all.push_back(picture().legend());
    const QPointF corner = picture().cells().corner(cell);
    for (const QRectF& panel : {picture().panel().covered(), picture().dissector().place(),
                                picture().parameter_panel().covered(), picture().graph_panel().covered(),
                                picture().tune_panel().covered(), picture().sites_panel().covered(),
                                picture().microscope().place()})
      all.push_back(panel.translated(-corner));
    return all;
  }
  /// `chosen`: whether a camera is set, with which the target may be small.
  void expect_clear(const std::string& where, bool chosen = false) {
    EXPECT_EQ(picture().navigation().chosen_camera().has_value(), chosen) << where;
    const Projection shown = projection(panes().focused().session(), picture().view.coordinates);
    const QSizeF size = picture().cells().size();
    const auto at = [&](Position x) { return picture().navigation().to_screen(x, size); };
    const QRectF target = QRectF(at(shown.window.low), at(shown.window.high)).normalized();
    const QRectF inner = target.adjusted(slack, slack, -slack, -slack);
    EXPECT_TRUE(QRectF({0, 0}, size).contains(inner)) << where;
    if (!chosen) {
      EXPECT_GT(std::max(target.height() / size.height(), target.width() / size.width()), 0.2) << where;
    }
    for (int cell = 0; cell < panes().count(); ++cell)
      for (const QRectF& box : boxes(cell))
        EXPECT_FALSE(box.intersects(inner))
            << where << ", pane " << cell + 1 << ": a box of " << box.left() << " to " << box.right() << ", "
            << box.top() << " to " << box.bottom() << " on the target's " << target.left() << " to "
            << target.right() << ", " << target.top() << " to " << target.bottom() << " in " << size.width()
            << "x" << size.height();
  }
};

std::string words(const std::string& what, const Screen& screen) {
  return what + ", " + screen.theme + " at " + std::to_string(screen.size.width()) + "x" +
         std::to_string(screen.size.height()) + ", scale " + std::to_string(screen.scale);
}

TEST_F(ClearTest, NothingLiesOnTheTargetOfAnyPreset) {
  const Screen screens[] = {{"projector", {1280, 720}, 1}, {"dark", {1280, 800}, 2}};
  const std::vector<std::string> names = preset_names();
  for (std::size_t k = 0; k < std::size(screens); ++k) {
    const Screen& screen = screens[k];
    show_on(screen);
    for (std::size_t item = 0; item < names.size(); ++item) {
      if (!is_due(item, k, std::size(screens))) continue;
      const std::string& name = names[item];
      panes().open(light(load_preset(name)));
      panes().running = false;
      frames(4);  // strip and panels settle
      expect_clear(words(name, screen));
    }
  }
}

TEST_F(ClearTest, NothingLiesOnTheTargetOfAnyCue) {
  const Screen screens[] = {{"projector", {1280, 720}, 1}, {"projector", {1920, 1080}, 1}, {"dark", {1280, 720}, 1}};
  for (std::size_t k = 0; k < std::size(screens); ++k) {
    const Screen& screen = screens[k];
    show_on(screen);
    std::size_t item = 0;  // cues of all lectures
    for (const std::string& name : lecture_names()) {
      window().open_lecture(name, 0);
      frames(4);
      const Lecture lecture = load_lecture(name);
      for (int cue = 0; cue < static_cast<int>(lecture.cues.size()); ++cue) {
        if (!is_due(item++, k, std::size(screens))) continue;
        window().lecturer().go_to(cue);
        panes().running = false;
        frames(4);
        const std::optional<PresetCamera>& camera = lecture.cues[static_cast<std::size_t>(cue)].view.camera;
        expect_clear(words(name + ", cue " + std::to_string(cue + 1), screen), camera && camera->height);
      }
    }
  }
}

}  // namespace
}  // namespace ergo::clear_test
