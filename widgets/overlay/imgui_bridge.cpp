#include "widgets/overlay/imgui_bridge.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include "widgets/overlay/overlay_style.h"

namespace ergo {
namespace {

struct KeyPair {
  Qt::Key qt;
  ImGuiKey_ imgui;
};
constexpr KeyPair keys[] = {{Qt::Key_Tab, ImGuiKey_Tab},
                            {Qt::Key_Left, ImGuiKey_LeftArrow},
                            {Qt::Key_Right, ImGuiKey_RightArrow},
                            {Qt::Key_Up, ImGuiKey_UpArrow},
                            {Qt::Key_Down, ImGuiKey_DownArrow},
                            {Qt::Key_PageUp, ImGuiKey_PageUp},
                            {Qt::Key_PageDown, ImGuiKey_PageDown},
                            {Qt::Key_Home, ImGuiKey_Home},
                            {Qt::Key_End, ImGuiKey_End},
                            {Qt::Key_Insert, ImGuiKey_Insert},
                            {Qt::Key_Delete, ImGuiKey_Delete},
                            {Qt::Key_Backspace, ImGuiKey_Backspace},
                            {Qt::Key_Space, ImGuiKey_Space},
                            {Qt::Key_Return, ImGuiKey_Enter},
                            {Qt::Key_Enter, ImGuiKey_Enter},
                            {Qt::Key_Escape, ImGuiKey_Escape},
                            {Qt::Key_A, ImGuiKey_A},
                            {Qt::Key_C, ImGuiKey_C},
                            {Qt::Key_V, ImGuiKey_V},
                            {Qt::Key_X, ImGuiKey_X},
                            {Qt::Key_Y, ImGuiKey_Y},
                            {Qt::Key_Z, ImGuiKey_Z}};

bool list_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

int mouse_index(Qt::MouseButton button) {
  return button == Qt::LeftButton ? 0 : button == Qt::RightButton ? 1 : button == Qt::MiddleButton ? 2 : -1;
}

const char* clipboard_text(void* user) {
  QByteArray& kept = *static_cast<QByteArray*>(user);
  kept = QGuiApplication::clipboard()->text().toUtf8();
  return kept.constData();
}

Qt::CursorShape cursor_shape(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_TextInput:
      return Qt::IBeamCursor;
    case ImGuiMouseCursor_Hand:
      return Qt::PointingHandCursor;
    case ImGuiMouseCursor_ResizeEW:
      return Qt::SizeHorCursor;
    case ImGuiMouseCursor_ResizeNS:
      return Qt::SizeVerCursor;
    case ImGuiMouseCursor_ResizeNWSE:
      return Qt::SizeFDiagCursor;
    case ImGuiMouseCursor_ResizeNESW:
      return Qt::SizeBDiagCursor;
    default:
      return Qt::ArrowCursor;
  }
}

}  // namespace

ImGuiBridge::ImGuiBridge() : context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendPlatformName = "qt";
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.SetClipboardTextFn = [](void*, const char* text) {
    QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
  };
  io.GetClipboardTextFn = clipboard_text;
  io.ClipboardUserData = &clipboard_;
#if IMGUI_VERSION_NUM < 18700
  for (const KeyPair& key : keys) io.KeyMap[key.imgui] = key.imgui;
#endif
}

ImGuiBridge::~ImGuiBridge() { ImGui::DestroyContext(context_); }

void ImGuiBridge::set_theme(const Palette& palette, double factor) {
  ImGui::SetCurrentContext(context_);
  style_overlay(palette, factor);
  factor_ = factor;
  pixel_ratio_ = 0;
}

void ImGuiBridge::build_fonts(double pixel_ratio) {
  pixel_ratio_ = pixel_ratio;
  fonts_ = load_overlay_fonts(factor_, pixel_ratio);
  glyphs_ = std::make_shared<const GlyphCoverage>(glyph_coverage());
  ImGui::GetIO().Fonts->SetTexID(reinterpret_cast<ImTextureID>(1));  // there is no other one
}

bool ImGuiBridge::handle(QWidget& surface, QEvent& event) {
  ImGui::SetCurrentContext(context_);
  switch (event.type()) {
    case QEvent::ShortcutOverride: {
      // A text field gets its letters, and an open list its Escape, before the menu's shortcuts do.
      const bool escape = static_cast<QKeyEvent&>(event).key() == Qt::Key_Escape;
      const bool wanted = ImGui::GetIO().WantTextInput || (escape && list_open());
      if (wanted) event.accept();
      return wanted;
    }
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
      return queue_key(event);
    case QEvent::InputMethod: {
      const QString text = static_cast<QInputMethodEvent&>(event).commitString();
      if (!text.isEmpty()) waiting_.push_back({.text = text});
      return false;
    }
    case QEvent::FocusOut:
      waiting_.push_back({.lost_focus = true});
      return false;
    case QEvent::Leave:
      waiting_.push_back({.pointer = {.position = {-1e6, -1e6}}});
      return false;
    default:
      return queue_pointer(surface, event);
  }
}

bool ImGuiBridge::queue_key(QEvent& event) {
  const auto& key = static_cast<QKeyEvent&>(event);
  // Tab treats the picture as one of Qt's controls, unless a field of it is being edited.
  const bool tab = key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab;
  if (tab && !ImGui::GetIO().WantTextInput) return false;
  Input input{.is_key = true, .down = event.type() == QEvent::KeyPress};
  input.pointer.modifiers = key.modifiers();
  input.key = ImGuiKey_COUNT;
  for (const KeyPair& pair : keys)
    if (pair.qt == key.key()) input.key = pair.imgui;
  const bool command = key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  if (input.down && !command && !key.text().isEmpty() && key.text().at(0).isPrint()) input.text = key.text();
  waiting_.push_back(input);
  return ImGui::GetIO().WantTextInput;
}

bool ImGuiBridge::queue_pointer(QWidget&, QEvent& event) {
  PointerEvent pointer;
  switch (event.type()) {
    case QEvent::MouseMove:
      pointer.kind = PointerEvent::move;
      break;
    case QEvent::MouseButtonPress:
      pointer.kind = PointerEvent::press;
      break;
    case QEvent::MouseButtonDblClick:
      pointer.kind = PointerEvent::double_click;
      break;
    case QEvent::MouseButtonRelease:
      pointer.kind = PointerEvent::release;
      break;
    case QEvent::Wheel:
      pointer.kind = PointerEvent::wheel;
      break;
    default:
      return false;
  }
  const auto& at = static_cast<QSinglePointEvent&>(event);
  pointer.position = at.position();
  pointer.button = at.button();
  pointer.modifiers = at.modifiers();
  if (pointer.kind == PointerEvent::wheel)
    pointer.wheel_steps = static_cast<QWheelEvent&>(event).angleDelta().y() / 120.0;
  waiting_.push_back({.pointer = pointer});
  return true;
}

void ImGuiBridge::feed_key(const Input& input) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = input.pointer.modifiers & Qt::ControlModifier;
  io.KeyShift = input.pointer.modifiers & Qt::ShiftModifier;
  io.KeyAlt = input.pointer.modifiers & Qt::AltModifier;
  if (input.key == ImGuiKey_COUNT) return;
  // Dear ImGui closes a list by Escape only where its own keyboard navigation is on.
  if (input.key == ImGuiKey_Escape && input.down && list_open()) ImGui::ClosePopupToLevel(0, true);
#if IMGUI_VERSION_NUM < 18700
  io.KeysDown[input.key] = input.down;
#else
  io.AddKeyEvent(static_cast<ImGuiKey>(input.key), input.down);
#endif
}

void ImGuiBridge::feed(const Input& input) {
  ImGuiIO& io = ImGui::GetIO();
  if (input.lost_focus) {
    ImGui::SetWindowFocus(nullptr);  // a field is not typed in from elsewhere
    std::fill(std::begin(io.MouseDown), std::end(io.MouseDown), false);
#if IMGUI_VERSION_NUM < 18700
    std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
    io.KeyCtrl = io.KeyShift = io.KeyAlt = false;
#else
    io.AddFocusEvent(false);
#endif
    return;
  }
  if (!input.text.isEmpty()) io.AddInputCharactersUTF8(input.text.toUtf8().constData());
  if (input.is_key) return feed_key(input);
  if (!input.text.isEmpty()) return;
  const PointerEvent& pointer = input.pointer;
  io.MousePos = {static_cast<float>(pointer.position.x()), static_cast<float>(pointer.position.y())};
  const int index = mouse_index(pointer.button);
  if (index >= 0) {
    io.MouseDown[index] = pointer.kind == PointerEvent::press || pointer.kind == PointerEvent::double_click;
    io.KeyCtrl = pointer.modifiers & Qt::ControlModifier;
  }
  if (pointer.kind == PointerEvent::wheel) io.MouseWheel += static_cast<float>(pointer.wheel_steps);
  fed_.push_back(pointer);
}

void ImGuiBridge::begin_frame(QSize size, double pixel_ratio, double seconds) {
  ImGui::SetCurrentContext(context_);
  if (pixel_ratio != pixel_ratio_) build_fonts(pixel_ratio);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size.width()), static_cast<float>(size.height())};
  io.DisplayFramebufferScale = {static_cast<float>(pixel_ratio), static_cast<float>(pixel_ratio)};
  io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 0.25));
  fed_.clear();
  // Several moves and letters go into one frame; a press, release or key ends it.
  while (!waiting_.empty()) {
    const Input input = waiting_.front();
    waiting_.pop_front();
    feed(input);
    if (input.is_key || input.lost_focus ||
        (input.text.isEmpty() && input.pointer.kind != PointerEvent::move))
      break;
  }
  ImGui::NewFrame();
}

void ImGuiBridge::hand_on(QWidget& surface, const std::function<void(const PointerEvent&)>& unwanted) {
  ImGui::SetCurrentContext(context_);
  const bool wanted = ImGui::GetIO().WantCaptureMouse;
  for (const PointerEvent& pointer : fed_) {
    const bool owned =
        owner_ != Qt::NoButton && (pointer.kind == PointerEvent::move || pointer.button == owner_);
    if (wanted && !owned) continue;
    if (pointer.kind == PointerEvent::press || pointer.kind == PointerEvent::double_click)
      owner_ = pointer.button;
    if (pointer.kind == PointerEvent::release && pointer.button == owner_) owner_ = Qt::NoButton;
    unwanted(pointer);
  }
  const Qt::CursorShape shape = wanted ? cursor_shape(ImGui::GetMouseCursor()) : Qt::CrossCursor;
  if (surface.cursor().shape() != shape) surface.setCursor(shape);
}

void ImGuiBridge::end_frame() {
  ImGui::SetCurrentContext(context_);
  ImGui::Render();
}

OverlayDrawing ImGuiBridge::drawing() const {
  ImGui::SetCurrentContext(context_);
  return ended_frame(glyphs_);
}

std::u32string ImGuiBridge::missing_glyphs(std::u32string_view characters) const {
  std::u32string missing;
  for (const char32_t character : characters)
    for (const ImFont* face : {fonts_.text, fonts_.semibold, fonts_.mono})
      if (!face->FindGlyphNoFallback(static_cast<ImWchar>(character))) {
        missing += character;
        break;
      }
  return missing;
}

bool ImGuiBridge::busy() const {
  ImGui::SetCurrentContext(context_);
  return !waiting_.empty() || ImGui::IsAnyItemActive() || ImGui::GetIO().WantTextInput;
}

}  // namespace ergo
