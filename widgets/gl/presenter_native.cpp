#include <QOpenGLContext>
#include <QOpenGLWidget>

#include "widgets/gl/framebuffer.h"
#include "widgets/gl/gl_presenter.h"

namespace ergo {
namespace {

class NativeSurface : public QOpenGLWidget {
 public:
  NativeSurface() {
    QSurfaceFormat format;
    format.setVersion(4, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    setFormat(format);
    setAttribute(Qt::WA_InputMethodEnabled);
  }
  ~NativeSurface() override {
    if (!initialised) return;
    disconnect(context(), nullptr, this, nullptr);  // the base class destroys it when this part is gone
    release();
  }
  bool initialised = false;
  unsigned framebuffer = 0;
  QSize framebuffer_size;
  std::function<void()> before_release;

 protected:
  void initializeGL() override {
    initialised = true;
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] { release(); });
  }
  void paintGL() override {
    if (framebuffer)
      copy_framebuffer(framebuffer, defaultFramebufferObject(), framebuffer_size.width(),
                       framebuffer_size.height());
  }

 private:
  void release() {
    makeCurrent();
    if (before_release) before_release();
    before_release = {};
    framebuffer = 0;
    doneCurrent();
  }
};

/// Draws in Qt's context and copies on the device.
class NativePresenter final : public GlPresenter {
 public:
  NativePresenter() : surface_(new NativeSurface) {
    surface_->before_release = [this] { release(); };
  }
  ~NativePresenter() override {
    if (!surface_->initialised || !surface_->before_release) return;
    surface_->makeCurrent();
    surface_->before_release();
    surface_->before_release = {};
  }

  QWidget* widget() override { return surface_; }
  QString name() const override { return "native"; }
  bool ready() const override { return surface_->initialised; }
  void make_current() override { surface_->makeCurrent(); }
  QImage picture() override { return surface_->grabFramebuffer(); }

 protected:
  void show(unsigned framebuffer, QSize size) override {
    surface_->framebuffer = framebuffer;
    surface_->framebuffer_size = size;
    surface_->update();
  }

 private:
  NativeSurface* surface_;  // owned by the window it is put in, which outlives this
};

}  // namespace

std::unique_ptr<Presenter> make_native_presenter() { return std::make_unique<NativePresenter>(); }

}  // namespace ergo
