// Small pictures of presets: rendered once, kept, and done without where that fails.
#include "widgets/thumbnails.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QTemporaryDir>

namespace ergo {
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

TEST_F(ThumbnailsTest, WithoutARendererThereAreNone) {
  Thumbnails thumbnails(nullptr, "/no/such/program", folder());
  EXPECT_EQ(count(thumbnails, {"default", "dula-bias"}, 1, 1), 0);
}

}  // namespace
}  // namespace ergo
