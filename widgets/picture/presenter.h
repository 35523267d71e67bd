#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <functional>
#include <memory>

class QWidget;

namespace ergo {

/// Owns the GL context that steps and draws, and brings its framebuffer to the screen in a widget.
class Presenter {
 public:
  virtual ~Presenter() = default;
  virtual QWidget* widget() = 0;
  virtual QString name() const = 0;  ///< "image" or "native"
  /// False until the context exists; a native one comes with the first showing of the widget.
  virtual bool ready() const = 0;
  /// Makes the context current; call it before any GL.
  virtual void make_current() = 0;
  /// Shows the framebuffer, of `size` physical pixels, as the widget's content.
  virtual void present(unsigned framebuffer, QSize size) = 0;
  /// The picture last presented.
  virtual QImage picture() = 0;
  /// Called with the context current before it goes away; GL objects must be freed then.
  std::function<void()> before_release;
};

/// How a presenter is chosen: native only where Qt reports a hardware renderer on a platform that can show
/// it.
enum class PresenterChoice { automatic, image, native };

/// Throws Error (Blame::machine) where there is no usable OpenGL, and Error where `native` is asked for on a
/// platform without windows.
std::unique_ptr<Presenter> make_presenter(PresenterChoice choice);

std::unique_ptr<Presenter> make_image_presenter();
std::unique_ptr<Presenter> make_native_presenter();

}  // namespace ergo
