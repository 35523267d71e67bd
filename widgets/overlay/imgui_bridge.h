#pragma once

#include <QByteArray>
#include <QEvent>
#include <QPointF>
#include <QSize>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/palette.h"
#include "widgets/overlay/overlay_drawing.h"

struct ImGuiContext;
struct ImFont;
class QWidget;

namespace ergo {

/// Faces of the overlay, valid between begin_frame() and the next change of theme or pixel ratio.
struct OverlayFonts {
  ImFont* text = nullptr;
  ImFont* semibold = nullptr;
  ImFont* mono = nullptr;
};

/// What the pointer did where the overlay did not want it, in logical pixels of the surface.
struct PointerEvent {
  enum Kind { move, press, release, double_click, wheel } kind = move;
  QPointF position;
  Qt::MouseButton button = Qt::NoButton;
  Qt::KeyboardModifiers modifiers;
  double wheel_steps = 0;  ///< notches, positive away from the user
};

/// Dear ImGui on a Qt widget: one ImGui context per surface. Input is queued and fed one change of a button
/// or key per frame, so a tap shorter than a frame is not lost and hovering is decided for the position of
/// the event itself.
class ImGuiBridge {
 public:
  ImGuiBridge();
  ~ImGuiBridge();
  ImGuiBridge(const ImGuiBridge&) = delete;

  /// Takes the colours and rebuilds the fonts for `factor` times the design's sizes.
  void set_theme(const Palette& palette, double factor);
  /// Queues an event of `surface`. True: the event is not to go on to Qt.
  bool handle(QWidget& surface, QEvent& event);
  /// Starts a frame of `size` logical pixels.
  void begin_frame(QSize size, double pixel_ratio, double seconds);
  /// Gives the frame's pointer events that the overlay does not want to `unwanted`.
  void hand_on(QWidget& surface, const std::function<void(const PointerEvent&)>& unwanted);
  void end_frame();
  /// What the ended frame draws.
  OverlayDrawing drawing() const;

  const OverlayFonts& fonts() const { return fonts_; }
  /// Those of the characters that some face of the overlay lacks.
  std::u32string missing_glyphs(std::u32string_view characters) const;
  double factor() const { return factor_; }
  bool busy() const;  ///< input is waiting, or a control is held or edited
  ImGuiContext* context() const { return context_; }

 private:
  struct Input {
    PointerEvent pointer;
    int key = 0;
    bool is_key = false, down = false, lost_focus = false;
    QString text;
  };
  void feed(const Input& input);
  void feed_key(const Input& input);
  bool queue_pointer(QWidget& surface, QEvent& event);
  bool queue_key(QEvent& event);
  void build_fonts(double pixel_ratio);

  ImGuiContext* context_;
  OverlayFonts fonts_;
  QByteArray clipboard_;  ///< ImGui keeps the pointer until its next call
  std::deque<Input> waiting_;
  std::vector<PointerEvent> fed_;
  double factor_ = 1, pixel_ratio_ = 0;
  std::shared_ptr<const GlyphCoverage> glyphs_;
  Qt::MouseButton owner_ = Qt::NoButton;  ///< button pressed on the picture, whose release goes there too
};

}  // namespace ergo
