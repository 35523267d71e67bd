#pragma once

#include "core/figures/cairo_text.h"
#include "core/figures/curve_figure.h"
#include "core/view/view.h"

namespace ergo {

inline constexpr double grey_band = 0.22;  ///< opacity of a band

/// Draws one panel of a figure, in points from the page's corner.
class PanelDrawing {
 public:
  /// `names`: whether the legend has the curves' names.
  PanelDrawing(cairo_t* context, const CurveFigure& figure, const CurvePanel& panel, bool names, bool abscissa);

  /// Divides a place of the page, and takes as many ticks as have room.
  void lay_out(const Box& place);
  double left_margin() const { return left_; }  ///< what the numbers on the left need
  void set_left_margin(double left) { left_ = left; }
  double head() const { return head_; }  ///< what the legend needs above the axes
  void set_head(double head) { least_head_ = head; }
  const std::vector<AxisTick>& ticks_along() const { return along_; }  ///< the abscissa
  const std::vector<AxisTick>& ticks_up() const { return up_; }        ///< the ordinate
  void draw();

 private:
  struct Entry {
    std::string words;
    enum class Sample { curve, reference, band, thin } sample;
    const CurvePanel::Curve* curve = nullptr;
  };
  double length(const std::string& words) const;
  std::vector<Entry> entries(bool names) const;
  std::vector<std::vector<Entry>> legend_rows(double width) const;
  double entry_length(const Entry& entry) const;
  /// The quantity's title and symbol, or what of them has room.
  std::string ordinate() const;
  std::vector<AxisTick> ticks_x() const;
  std::vector<AxisTick> ticks_y() const;

  void draw_legend();
  void draw_sample(const Entry& entry, double x, double y);
  void draw_band();
  void draw_errors(const CurvePanel::Curve& curve, double alpha);
  void draw_bars(const CurvePanel::Curve& curve);
  void draw_dots(const CurvePanel::Curve& curve);
  void fill_dot(double x, double y, double radius, Colour colour);
  void draw_reference();
  void draw_curve(const CurvePanel::Curve& curve);
  void draw_gaps(const CurvePanel::Curve& curve);
  void draw_marks(const CurvePanel::Curve& curve);
  void draw_axes();
  void stroke(Colour colour, double width, int dash);
  /// Where a place on an axis is, and a value.
  double x_of(double place) const;
  double y_of(double place) const;
  double x_at(double x) const { return x_of(x_scale_.place(x)); }
  double y_at(double y) const { return y_of(y_scale_.place(y)); }
  bool shows(const CurvePanel::Value& value) const;
  bool has_place(double value) const { return !std::isnan(y_scale_.place(value)); }

  cairo_t* context_;
  const CurveFigure& figure_;
  const CurvePanel& panel_;
  const Palette& palette_;
  std::vector<Entry> entries_;
  bool names_abscissa_;
  double font_, thin_;
  ValueScale x_scale_, y_scale_;
  Interval x_, y_;  ///< in places
  Box place_, axes_;
  std::vector<AxisTick> along_, up_;
  double left_ = 0, head_ = 0, least_head_ = 0;
};

}  // namespace ergo
