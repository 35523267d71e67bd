// Thumbnails of presets: rendered once, cached, and left out if rendering fails.
#include "widgets/presets/thumbnails.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QTemporaryDir>

#include "core/settings/preset.h"
#include "widgets/base/theme.h"

namespace ergo::thumbnails_test {
namespace {

class ThumbnailsTest : public testing::Test {
 protected:
  QString folder() const { return folder_.path(); }

  /// Pictures that came within so many seconds, or as soon as `enough` have.
  int count(Thumbnails& thumbnails, const std::vector<std::string>& names, int enough, int seconds) {
    int came = 0;
    QObject::connect(&thumbnails, &Thumbnails::ready, [&came](const QString&, const QPixmap& picture) {
      EXPECT_EQ(picture.size(), Thumbnails::size());
      ++came;
    });
    for (const auto& name : names) thumbnails.want(name);
    QElapsedTimer clock;
    for (clock.start(); came < enough && clock.elapsed() < 1000 * seconds;)
      QGuiApplication::processEvents(QEventLoop::AllEvents, 20);
    thumbnails.disconnect();
    return came;
  }

 private:
  QTemporaryDir folder_;
};

TEST_F(ThumbnailsTest, AreRenderedOnceAndKept) {
  const QString renderer = ERGO_BINARY_DIR "/ergo";
  Thumbnails first(nullptr, renderer, folder());
  EXPECT_EQ(count(first, {"default", "dula-bias", "default"}, 2, 120), 2);
  Thumbnails again(nullptr, "/no/such/program", folder());
  EXPECT_EQ(count(again, {"default", "dula-bias"}, 2, 0), 2);
  again.set_theme("light");
  EXPECT_EQ(count(again, {"default"}, 1, 1), 0);
}

// In every pane the sampler's colour, and nowhere letters.
TEST_F(ThumbnailsTest, AComparisonShowsItsSwarmsAndNoWords) {
  Thumbnails thumbnails(nullptr, ERGO_BINARY_DIR "/ergo", folder());
  ASSERT_EQ(count(thumbnails, {"esh-14-compare"}, 1, 120), 1);
  QImage picture;
  QObject::connect(&thumbnails, &Thumbnails::ready,
                   [&](const QString&, const QPixmap& kept) { picture = kept.toImage(); });
  thumbnails.want("esh-14-compare");
  const auto near = [&](QRect part, Colour colour) {
    int found = 0;
    for (int y = part.top(); y <= part.bottom(); ++y)
      for (int x = part.left(); x <= part.right(); ++x) {
        const QColor is = picture.pixelColor(x, y), wanted = to_qt(colour);
        found += std::abs(is.red() - wanted.red()) + std::abs(is.green() - wanted.green()) +
                     std::abs(is.blue() - wanted.blue()) <
                 60;
      }
    return found;
  };
  const Preset preset = load_preset("esh-14-compare");
  ASSERT_EQ(preset.beside.size(), 3u);
  const QSize half = picture.size() / 2;
  for (int run = 0; run < 4; ++run) {
    const RunConfig& config =
        run == 0 ? preset.config : preset.beside[static_cast<std::size_t>(run) - 1].config;
    const QRect pane(QPoint(run % 2 * half.width(), run / 2 * half.height()), half);
    EXPECT_GT(near(pane, sampler_colour(config.sampler.id, palette("dark"))), 5) << config.sampler.id;
  }
  EXPECT_EQ(near(picture.rect(), palette("dark").text), 0);
}

TEST_F(ThumbnailsTest, NoThumbnailsWithoutARenderer) {
  Thumbnails thumbnails(nullptr, "/no/such/program", folder());
  EXPECT_EQ(count(thumbnails, {"default", "dula-bias"}, 1, 1), 0);
}

}  // namespace
}  // namespace ergo::thumbnails_test
