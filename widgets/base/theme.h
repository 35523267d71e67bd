#pragma once

#include <QColor>
#include <QPalette>
#include <QString>
#include <string>
#include <vector>

#include "core/view/palette.h"

namespace ergo {

QColor to_qt(Colour colour);
/// Marked text as rich text.
QString html_text(const QString& marked);
/// Marked text for a tooltip. As rich text, Qt breaks it into lines.
QString wrapped(const QString& marked);

/// Colours mixed in sRGB: `share` of `a`, the rest of `b`.
Colour mixed(Colour a, Colour b, double share);

/// How much larger than the design's 13 px the theme sets its text: 1, but 24/13 for the projector (18 pt).
double text_factor(const Palette& palette);

/// For what the style sheet does not name: lists, tables, text fields, bars and ticks of dialogs.
QPalette qt_palette(const Palette& palette);

/// The one style sheet of the window. `factor` multiplies every length.
QString style_sheet(const Palette& palette, double factor);

/// Text and ground pairs that the window really uses, for a contrast check.
struct TextPair {
  std::string name;
  Colour text, ground;
};
std::vector<TextPair> text_pairs(const Palette& palette);

}  // namespace ergo
