#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QTest>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/window/main_window.h"
#if defined(ERGO_GL)
#include "core/gl/context.h"
#endif

namespace ergo {

/// A preset's runs with few chains on the processor, for which no kernels are compiled: for tests of what stands where.
inline Preset light(Preset preset) {
  const auto few = [](RunConfig& run) {
    run.chains = std::min<std::uint64_t>(run.chains, 50);
    run.backend = BackendKind::cpu;
  };
  few(preset.config);
  for (PresetSession& session : preset.beside) few(session.config);
  return preset;
}

/// What draws in tests that do not say: ERGO_TEST_RENDERER, or software.
inline Renderer renderer_of_tests() {
  const char* name = std::getenv("ERGO_TEST_RENDERER");
  return name ? renderer_named(name, "ERGO_TEST_RENDERER") : Renderer::software;
}

/// A shown window of the default preset with 500 chains, drawn in software or by the image presenter.
class WindowTest : public testing::Test {
 protected:
  WindowTest() { open({}); }
  explicit WindowTest(WindowOptions options) { open(std::move(options)); }
  /// In a window that an earlier test of the suite has opened, or in a new one.
  explicit WindowTest(std::shared_ptr<MainWindow>& shared) : window_(shared) {
    if (!window_) open({});
    shared = window_;
  }

  void open(WindowOptions options) {
    window_.reset();
    if (options.preset.title.empty()) options.preset = load_preset("default");
    options.preset.config.chains = 500;
    options.frame_interval = 4;  // so that waiting for frames takes less of a test's time
    if (options.renderer == Renderer::automatic) options.renderer = renderer_of_tests();
    if (options.renderer == Renderer::gl) options.presenter = PresenterChoice::image;
    window_ = std::make_shared<MainWindow>(options);
    window_->resize(1280, 800);
    window_->show();
    QApplication::setActiveWindow(window_.get());
    frames(3);
  }

  void TearDown() override {
#if defined(ERGO_GL)
    if (picture().presenter().renderer() != Renderer::gl) return;
    picture().presenter().make_current();
    EXPECT_TRUE(take_gl_messages().empty());
#endif
  }

  MainWindow& window() { return *window_; }
  Panes& panes() { return *window_->panes(); }
  Player& player() { return *window_->player(); }
  Session& session() { return player().session(); }
  Picture& picture() { return window_->picture(); }
  QWidget& surface() { return *picture().surface(); }

  /// Lets so many frames pass.
  void frames(int count) {
    const std::uint64_t end = window_->frames() + static_cast<std::uint64_t>(count);
    EXPECT_TRUE(until([&] { return window_->frames() >= end; })) << "no frames";
  }
  bool until(const std::function<bool()>& reached, int milliseconds = 60'000) {
#ifdef __SANITIZE_ADDRESS__
    constexpr int slowness = 15;  // of what is watched for memory errors
#else
    constexpr int slowness = 1;
#endif
    QElapsedTimer clock;
    clock.start();
    while (!reached()) {
      if (clock.elapsed() >= slowness * milliseconds) return false;
      QApplication::processEvents(QEventLoop::AllEvents, 5);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  /// Whether all runs are where the clock is: they may wait for reports on the way.
  bool arrived() {
    for (int i = 0; i < panes().count(); ++i)
      if (panes().at(i).session().step() != panes().time().step_of(static_cast<std::size_t>(i))) return false;
    return true;
  }
  /// Until what is shown beside the paused run is that of its step.
  void settle() {
    ASSERT_TRUE(until([&] { return player().at_rest(); }));
  }
  /// Where something stands once it is drawn and has stayed there for three frames: a panel that opens has no size in
  /// its first frame, and moves in the next ones. Empty if that takes too long.
  QRectF settled(const std::function<QRectF()>& place) {
    QRectF at;
    int still = 0;
    until([&] {
      frames(1);
      const QRectF now = place();
      still = now == at && !now.isEmpty() ? still + 1 : 0;
      at = now;
      return still == 3;
    });
    return still == 3 ? at : QRectF();
  }
  void key(Qt::Key which, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&surface(), which, modifiers);
    frames(4);
  }
  void pause() {
    if (panes().running) key(Qt::Key_Space);
    ASSERT_FALSE(panes().running);
  }
  void click(QPointF at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseMove(&surface(), at.toPoint());
    QTest::mouseClick(&surface(), Qt::LeftButton, modifiers, at.toPoint());
    frames(5);
  }
  /// The middle of a control of the panel.
  QPointF control(const std::string& path) {
    const auto& places = picture().panel().places();
    const auto found = places.find(path);
    EXPECT_NE(found, places.end()) << path;
    return found == places.end() ? QPointF() : found->second.center();
  }
  void drag(QPointF from, QPointF to) {
    QTest::mouseMove(&surface(), from.toPoint());
    QTest::mousePress(&surface(), Qt::LeftButton, {}, from.toPoint());
    frames(3);
    for (int i = 1; i <= 4; ++i) {
      QTest::mouseMove(&surface(), (from + (to - from) * i / 4).toPoint());
      frames(2);
    }
    QTest::mouseRelease(&surface(), Qt::LeftButton, {}, to.toPoint());
    frames(3);
  }
  void type(const QString& text) {
    for (const QChar letter : text) QTest::keyClick(&surface(), letter.toLatin1());
    QTest::keyClick(&surface(), Qt::Key_Return);
    frames(2 * static_cast<int>(text.size()) + 6);
  }
  double sampler_value(std::string_view id) {
    return parameter(session().config().sampler, session().sampler_descriptor(), id);
  }
  QImage screenshot(const QString& name) {
    const QImage image = window_->grab().toImage();
    QDir().mkpath(ERGO_BINARY_DIR "/screenshots");
    constexpr int quality = 85;  // little compression: files are larger and written much faster
    EXPECT_TRUE(image.save(QString(ERGO_BINARY_DIR "/screenshots/%1.png").arg(name), "PNG", quality));
    return image;
  }

 private:
  std::shared_ptr<MainWindow> window_;
};

}  // namespace ergo
