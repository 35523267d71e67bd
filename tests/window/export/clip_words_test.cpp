// Text on the frames of a clip.
#include "tests/window/export/clip_fixture.h"

namespace ergo::clip_words_test {
namespace {

TEST_F(ClipExportTest, APhasePlanesClipHasItsScales) {
  open({.preset = load_preset("nose-hoover-tori")});
  pause();
  panes().restart();
  picture().view.coordinates = Coordinates::phase;
  run_on(200);
  copy_frames();
  const QSize size = picture().cells().surface_pixels();
  std::vector<QImage> last;
  for (const bool words : {true, false}) {
    ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
    set_size(size);
    type_into("first_step", "200");
    field<QCheckBox>("with_interface").setChecked(words);
    const QString name = words ? "words.mp4" : "bare.mp4";
    exported(name);
    last.push_back(copied(name, size).back());
  }
  const QRect foot(0, size.height() - 24, size.width(), 24),
      side(size.width() - 60, 60, 60, size.height() - 84);
  for (const QRect& edge : {foot, side}) EXPECT_FALSE(last[0].copy(edge) == last[1].copy(edge));
  const QRect inner(0, 60, size.width() - 60, size.height() - 84);
  EXPECT_TRUE(last[0].copy(inner) == last[1].copy(inner));
  last[0].save(ERGO_BINARY_DIR "/screenshots/export_scales.png");
}

}  // namespace
}  // namespace ergo::clip_words_test
