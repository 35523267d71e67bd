#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <functional>
#include <memory>

class QWidget;

namespace ergo {

/// Owns the GL context for stepping and drawing, and shows its framebuffer in a widget.
class Presenter {
 public:
  virtual ~Presenter() = default;
  virtual QWidget* widget() = 0;
  virtual QString name() const = 0;  ///< "image" or "native"
  /// Whether the context exists. A native context is made when the widget is first shown.
  virtual bool ready() const = 0;
  /// Makes the context current. Call it before any GL function.
  virtual void make_current() = 0;
  /// Shows the framebuffer, of `size` physical pixels, as the widget's content.
  virtual void present(unsigned framebuffer, QSize size) = 0;
  /// The picture last presented.
  virtual QImage picture() = 0;
  /// Is called with the context current before the context is destroyed, to free GL objects.
  std::function<void()> before_release;
};

/// How a presenter is chosen. `automatic` is native only if Qt reports a hardware renderer on a platform that can
/// show it.
enum class PresenterChoice { automatic, image, native };

/// Throws Error (Blame::machine) where there is no usable OpenGL, and Error where `native` is asked for on a
/// platform without windows.
std::unique_ptr<Presenter> make_presenter(PresenterChoice choice);

std::unique_ptr<Presenter> make_image_presenter();
std::unique_ptr<Presenter> make_native_presenter();

}  // namespace ergo
