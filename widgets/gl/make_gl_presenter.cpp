#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>

#include "core/base/error.h"
#include "widgets/gl/gl_presenter.h"

namespace ergo {
namespace {

/// A QOpenGLWidget shown on these platforms crashes or stays black.
bool windowless() {
  const QString platform = QGuiApplication::platformName();
  return platform == "offscreen" || platform == "minimal" || platform == "vnc" || platform == "linuxfb";
}

bool hardware_renderer() {
  QOffscreenSurface surface;
  surface.create();
  QOpenGLContext context;
  if (!context.create() || !context.makeCurrent(&surface)) return false;
  const auto* bytes = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
  const QString renderer = QString::fromLatin1(bytes).toLower();
  context.doneCurrent();
  for (const char* software : {"llvmpipe", "softpipe", "swrast", "software"})
    if (renderer.contains(software)) return false;
  return !renderer.isEmpty();
}

}  // namespace

std::unique_ptr<Presenter> make_gl_presenter(PresenterChoice choice, bool wanted) {
  if (choice == PresenterChoice::native && windowless())
    throw Error(
        "no native presenter here", "native",
        "image, or a display server instead of platform " + QGuiApplication::platformName().toStdString(),
        "--presenter");
  if (choice == PresenterChoice::native) return make_native_presenter();
  if (choice == PresenterChoice::automatic && !windowless() && hardware_renderer()) return make_native_presenter();
  // A card may be there that only an off-screen context finds.
  if (wanted || Machine({}).renderer() == Renderer::gl) return make_image_presenter();
  return {};
}

}  // namespace ergo
