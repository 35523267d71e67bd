#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <functional>
#include <memory>
#include <span>

#include "core/live/machine.h"
#include "core/view/palette.h"
#include "widgets/base/cells.h"
#include "widgets/overlay/overlay_drawing.h"

class QWidget;

namespace ergo {

/// Puts the pictures of runs into a widget, the overlay on them; owns the GL context that they are drawn in, if any.
class Presenter {
 public:
  virtual ~Presenter() = default;
  virtual QWidget* widget() = 0;
  virtual QString name() const = 0;       ///< "software", "image" or "native"
  virtual Renderer renderer() const = 0;  ///< of the pictures: gl or software
  /// Whether a frame can be drawn. A native context is made when the widget is first shown.
  virtual bool ready() const = 0;
  /// Makes the context current, if there is one. Call it before any GL function.
  virtual void make_current() {}
  /// The same before a frame. Throws LostContext where the device has reset it.
  virtual void begin_frame() {}
  /// Waits until the device has done what was ordered.
  virtual void wait() {}
  /// Shows the pictures in their cells, with lines between these, and the overlay on them.
  virtual void present(std::span<const DrawnPicture> pictures, const Cells& cells, const Palette& palette,
                       const OverlayDrawing& overlay) = 0;
  /// The picture last presented.
  virtual QImage picture() = 0;
  /// Is called before the context is destroyed, with it current, to free GL objects.
  std::function<void()> before_release;
};

/// How a presenter of OpenGL is chosen. `automatic` is native only on a platform that can show it, with a graphics card.
enum class PresenterChoice { automatic, image, native };

/// Throws Error (Blame::machine) where there is no usable OpenGL and it is asked for, and Error where `native` is asked
/// for on a platform without windows.
std::unique_ptr<Presenter> make_presenter(PresenterChoice choice, Renderer renderer);

std::unique_ptr<Presenter> make_software_presenter();
/// One with a GL context; null where nobody asked for one and there is no graphics card.
std::unique_ptr<Presenter> make_gl_presenter(PresenterChoice choice, bool wanted);

}  // namespace ergo
