#include "widgets/overlay/overlay_style.h"

#include <imgui.h>

#include <cmath>

#include "core/base/marked_text.h"
#include "widgets/base/fonts.h"
#include "widgets/base/theme.h"

namespace ergo {
namespace {

ImVec4 rgba(Colour c, double alpha = 1) {
  return {static_cast<float>((c >> 16 & 255) / 255.0), static_cast<float>((c >> 8 & 255) / 255.0),
          static_cast<float>((c & 255) / 255.0), static_cast<float>(alpha)};
}

// Pairs of first and last code point, ended by 0: Latin, Greek, modifiers and combining marks, raised
// letters, x with a dot, spaces, punctuation with superscripts, letter-like, arrows, mathematics, technical,
// geometric shapes, check mark, angle brackets.
const ImWchar ranges[] = {0x0020, 0x017F, 0x02B0, 0x03FF, 0x1D2C, 0x1D6A, 0x1E8B, 0x1E8B, 0x2000,
                          0x200A, 0x2010, 0x209F, 0x2100, 0x214F, 0x2190, 0x22FF, 0x2300, 0x23FF,
                          0x25A0, 0x25FF, 0x2713, 0x2713, 0x27E8, 0x27E9, 0};

constexpr ImWchar subscripts = 0xE000;  // of ASCII characters, among the private code points

/// Adds letters and digits a second time, smaller and lowered. The atlas has been built.
void add_subscripts(ImFont& face) {
  constexpr float size = 0.72f, drop = 0.16f;
  const float foot = std::round(face.Ascent), lower = foot * (1 - size) + drop * face.FontSize;
  for (ImWchar c = '0'; c <= 'z'; ++c) {
    const ImFontGlyph* found = face.FindGlyphNoFallback(c);
    if (!found) continue;
    const ImFontGlyph glyph = *found;  // adding one moves the others
    face.AddGlyph(nullptr, static_cast<ImWchar>(subscripts + c), size * glyph.X0, lower + size * glyph.Y0,
                  size * glyph.X1, lower + size * glyph.Y1, glyph.U0, glyph.V0, glyph.U1, glyph.V1,
                  size * glyph.AdvanceX);
  }
  face.BuildLookupTable();
}

/// `oversampled`: so many times as wide, for glyphs that stand between two pixels.
ImFont* add_face(const QString& file, const QString& fallback, float pixels, int oversampled) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.OversampleH = oversampled;
  ImFont* face = nullptr;
  for (const QString& path : {file, fallback}) {
    if (path.isEmpty() || (face && path == file)) continue;
    config.MergeMode = face != nullptr;
    ImFont* added = atlas.AddFontFromFileTTF(path.toLocal8Bit().constData(), pixels, &config, ranges);
    if (!face) face = added;
  }
  if (face) return face;
  ImFontConfig plain;
  plain.SizePixels = pixels;
  return atlas.AddFontDefault(&plain);
}

void set_lengths(double factor) {
  ImGuiStyle& style = ImGui::GetStyle() = ImGuiStyle();
  style.WindowRounding = style.PopupRounding = 7;
  style.FrameRounding = style.GrabRounding = 4;
  style.ScrollbarRounding = 4;
  style.ScrollbarSize = 8;
  style.WindowPadding = {10, 8};
  style.FramePadding = {6, 3};
  style.ItemSpacing = {6, 4};
  style.ItemInnerSpacing = {6, 4};
  style.GrabMinSize = 8;
  style.WindowBorderSize = style.PopupBorderSize = 1;
  style.WindowMenuButtonPosition = ImGuiDir_Right;
  style.ScaleAllSizes(static_cast<float>(factor));
  style.WindowBorderSize = style.PopupBorderSize = 1;
}

void set_colours(const Palette& p) {
  const Colour trough = mixed(p.text, p.panel, 0.09);
  const std::pair<ImGuiCol, ImVec4> colours[] = {
      {ImGuiCol_Text, rgba(p.text)},
      {ImGuiCol_TextDisabled, rgba(p.secondary)},
      {ImGuiCol_WindowBg, rgba(p.panel)},
      {ImGuiCol_PopupBg, rgba(p.panel)},
      {ImGuiCol_Border, rgba(p.hairline)},
      {ImGuiCol_FrameBg, rgba(trough)},
      {ImGuiCol_FrameBgHovered, rgba(mixed(p.accent, trough, 0.25))},
      {ImGuiCol_FrameBgActive, rgba(mixed(p.accent, trough, 0.35))},
      {ImGuiCol_TitleBg, rgba(p.panel)},
      {ImGuiCol_TitleBgActive, rgba(p.panel)},
      {ImGuiCol_TitleBgCollapsed, rgba(p.panel)},
      {ImGuiCol_ScrollbarBg, rgba(p.panel, 0)},
      {ImGuiCol_ScrollbarGrab, rgba(p.hairline)},
      {ImGuiCol_ScrollbarGrabHovered, rgba(p.secondary)},
      {ImGuiCol_ScrollbarGrabActive, rgba(p.secondary)},
      {ImGuiCol_CheckMark, rgba(p.accent)},
      {ImGuiCol_SliderGrab, rgba(p.accent)},
      {ImGuiCol_SliderGrabActive, rgba(p.accent)},
      {ImGuiCol_Button, rgba(p.raised)},
      {ImGuiCol_ButtonHovered, rgba(mixed(p.accent, p.raised, 0.25))},
      {ImGuiCol_ButtonActive, rgba(mixed(p.accent, p.raised, 0.45))},
      {ImGuiCol_Header, rgba(p.accent, 0.22)},
      {ImGuiCol_HeaderHovered, rgba(p.accent, 0.32)},
      {ImGuiCol_HeaderActive, rgba(p.accent, 0.42)},
      {ImGuiCol_Separator, rgba(p.hairline)},
      {ImGuiCol_TextSelectedBg, rgba(p.accent, 0.4)},
      {ImGuiCol_NavHighlight, rgba(p.accent)},
      {ImGuiCol_ResizeGrip, rgba(p.hairline, 0)},
  };
  for (const auto& [index, value] : colours) ImGui::GetStyle().Colors[index] = value;
}

}  // namespace

OverlayFonts load_overlay_fonts(double factor, double pixel_ratio) {
  static const FontFiles files = find_fonts();
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  const auto pixels = [&](double size) {
    return static_cast<float>(std::round(size * factor * pixel_ratio));
  };
  const int oversampled = pixel_ratio < 3 ? 2 : 1;  // finer than that half a pixel is not to be seen
  OverlayFonts fonts;
  fonts.text = add_face(files.text, files.fallback, pixels(13), oversampled);
  fonts.semibold = add_face(files.semibold, files.fallback, pixels(14), oversampled);
  fonts.mono = add_face(files.mono, files.fallback, pixels(12), oversampled);
  io.FontGlobalScale = static_cast<float>(1 / pixel_ratio);
  io.Fonts->Build();
  for (ImFont* face : {fonts.text, fonts.semibold, fonts.mono}) add_subscripts(*face);
  return fonts;
}

std::string typeset(std::string_view marked) {
  std::string shown;
  for (const auto& [text, subscript] : text_parts(marked)) {
    if (!subscript) {
      shown += text;
      continue;
    }
    for (const char c : text) {
      const unsigned code = subscripts + static_cast<unsigned char>(c);  // three bytes of UTF-8
      for (const unsigned byte : {0xE0u | code >> 12, 0x80u | (code >> 6 & 0x3F), 0x80u | (code & 0x3F)})
        shown += static_cast<char>(byte);
    }
  }
  return shown;
}

GlyphCoverage glyph_coverage() {
  unsigned char* texels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&texels, &width, &height);
  return {
      width, height, {texels, texels + static_cast<std::size_t>(width) * static_cast<std::size_t>(height)}};
}

void style_overlay(const Palette& palette, double factor) {
  set_lengths(factor);
  set_colours(palette);
}

}  // namespace ergo
