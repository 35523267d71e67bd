#include "core/figures/curve_panel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ergo {
namespace {

// In sizes of the letters.
constexpr double tick_length = 0.4, minor_length = 0.22, gap = 0.35, legend_row = 1.45, sample_length = 1.9,
                 between_entries = 1.3, between_labels = 0.9, cap_height = 0.72;
constexpr std::size_t most_numbers = 6;  // along an axis

}  // namespace

PanelDrawing::PanelDrawing(cairo_t* context, const CurveFigure& figure, const CurvePanel& panel, bool names,
                           bool abscissa)
    : context_(context),
      figure_(figure),
      panel_(panel),
      palette_(figure.palette),
      entries_(entries(names)),
      names_abscissa_(abscissa),
      font_(figure.style.font),
      thin_(figure.style.lines),
      x_scale_(abscissa_scale(panel)),
      y_scale_(ordinate_scale(panel)),
      x_(abscissa_range(panel)),
      y_(ordinate_range(panel)) {}

double PanelDrawing::length(const std::string& words) const { return length_of(context_, words, font_, false); }

std::vector<PanelDrawing::Entry> PanelDrawing::entries(bool names) const {
  std::vector<Entry> all;
  for (const CurvePanel& panel : figure_.panels)
    for (const CurvePanel::Curve& curve : panel.curves)
      if (names && !curve.values.empty() && std::ranges::find(all, curve.name, &Entry::words) == all.end() &&
          std::ranges::find(figure_.named, curve.name) == figure_.named.end())
        all.push_back({curve.name, Entry::Sample::curve, &curve});
  const auto add = [&](bool drawn, const std::string& label, Entry::Sample sample) {
    if (drawn && !label.empty()) all.push_back({label, sample});
  };
  add(!panel_.reference.empty(), panel_.reference_label, Entry::Sample::reference);
  add(!panel_.band.empty(), panel_.band_label, Entry::Sample::band);
  const auto has_thin = [](const CurvePanel::Curve& curve) { return !curve.kept && !curve.low.empty(); };
  add(std::ranges::any_of(panel_.curves, has_thin), panel_.thin_label, Entry::Sample::thin);
  return all;
}

double PanelDrawing::entry_length(const Entry& entry) const {
  return (sample_length + gap) * font_ + length(entry.words);
}

std::vector<std::vector<PanelDrawing::Entry>> PanelDrawing::legend_rows(double width) const {
  std::vector<std::vector<Entry>> rows;
  double x = 0;
  for (const Entry& entry : entries_) {
    const double more = entry_length(entry);
    if (rows.empty() || x + more > width) {
      rows.push_back({});
      x = 0;
    }
    rows.back().push_back(entry);
    x += more + between_entries * font_;
  }
  return rows;
}

std::string PanelDrawing::ordinate() const {
  const std::string scale = " (log)";  // which the axis shows
  std::string title = panel_.title;
  if (title.ends_with(scale)) title.resize(title.size() - scale.size());
  const bool named = panel_.ordinate.empty() || title.find(panel_.ordinate) != std::string::npos;
  const std::string both = named ? title : title + ", " + panel_.ordinate;
  for (const std::string& words : {both, title})
    if (length(words) <= axes_.height()) return words;
  return panel_.ordinate;
}

std::vector<AxisTick> PanelDrawing::ticks_x() const {
  const auto fit = [&](const std::vector<AxisTick>& ticks) {
    double end = -HUGE_VAL;
    for (const auto& [place, label] : ticks) {
      const double half = length(label) / 2;
      if (x_of(place) - half < end) return false;
      end = x_of(place) + half + between_labels * font_;
    }
    return ticks.size() <= most_numbers;
  };
  return axis_ticks(x_scale_, x_.low, x_.high, fit);
}

std::vector<AxisTick> PanelDrawing::ticks_y() const {
  const auto fit = [&](const std::vector<AxisTick>& ticks) {
    for (std::size_t i = 1; i < ticks.size(); ++i)
      if (y_of(ticks[i - 1].place) - y_of(ticks[i].place) < 1.5 * font_) return false;
    return ticks.size() <= most_numbers;
  };
  return axis_ticks(y_scale_, y_.low, y_.high, fit);
}

void PanelDrawing::lay_out(const Box& place) {
  place_ = place;
  head_ = std::max(least_head_, legend_row * font_ * static_cast<double>(legend_rows(place.width()).size()));
  axes_.top = place.top + head_ + 0.5 * font_;
  const double below = tick_length + gap + cap_height + (names_abscissa_ ? 1.5 : 0.2);
  axes_.bottom = place.bottom - below * font_;
  up_ = ticks_y();
  if (left_ == 0) {
    double widest = 0;
    for (const AxisTick& tick : up_) widest = std::max(widest, length(tick.label));
    left_ = (tick_length + gap + 0.5 + 1.1) * font_ + widest;
  }
  axes_.left = place.left + left_;
  axes_.right = place.right - 0.2 * font_;
  along_ = ticks_x();
  if (along_.empty()) return;
  const AxisTick last = along_.back();  // may reach beyond the axis
  axes_.right -= std::max(0.0, x_of(last.place) + length(last.label) / 2 - place.right);
  along_ = ticks_x();
}

double PanelDrawing::x_of(double place) const {
  return axes_.left + axes_.width() * (place - x_.low) / (x_.high - x_.low);
}

double PanelDrawing::y_of(double place) const {
  // Values far beyond the axes stay numbers that a file can hold.
  const double share = (place - y_.low) / (y_.high - y_.low);
  return axes_.bottom - axes_.height() * std::clamp(std::isnan(share) ? -9.0 : share, -9.0, 9.0);
}

void PanelDrawing::draw_axes() {
  const Colour ink = palette_.text;
  cairo_rectangle(context_, axes_.left, axes_.top, axes_.width(), axes_.height());
  stroke(ink, thin_, 0);
  const auto tick_x = [&](double place, double size) {
    draw_line(context_, ink, x_of(place), axes_.bottom, x_of(place), axes_.bottom + size * font_, thin_);
  };
  const auto tick_y = [&](double place, double size) {
    draw_line(context_, ink, axes_.left - size * font_, y_of(place), axes_.left, y_of(place), thin_);
  };
  const double numbers = axes_.bottom + (tick_length + gap + cap_height) * font_;
  for (const double place : minor_ticks(x_scale_, x_.low, x_.high)) tick_x(place, minor_length);
  for (const auto& [place, label] : along_) {
    tick_x(place, tick_length);
    write_words(context_, x_of(place), numbers, label, ink, font_, false, 0.5);
  }
  for (const double place : minor_ticks(y_scale_, y_.low, y_.high)) tick_y(place, minor_length);
  for (const auto& [place, label] : up_) {
    tick_y(place, tick_length);
    write_words(context_, axes_.left - (tick_length + gap) * font_, y_of(place) + cap_height / 2 * font_, label,
                ink, font_, false, 1);
  }
  const double names = place_.bottom - 0.25 * font_;
  if (names_abscissa_)
    write_words(context_, (axes_.left + axes_.right) / 2, names, panel_.abscissa, ink, font_, false, 0.5);
  cairo_save(context_);
  cairo_translate(context_, place_.left + 0.9 * font_, (axes_.top + axes_.bottom) / 2);
  cairo_rotate(context_, -std::numbers::pi / 2);
  write_words(context_, 0, 0, ordinate(), ink, font_, false, 0.5);
  cairo_restore(context_);
}

void PanelDrawing::draw_sample(const Entry& entry, double x, double y) {
  const double end = x + sample_length * font_, middle = y - cap_height / 2 * font_;
  if (entry.sample == Entry::Sample::band) {
    cairo_rectangle(context_, x, y - cap_height * font_, end - x, cap_height * font_);
    set_colour(context_, palette_.secondary, grey_band);
    cairo_fill(context_);
    return;
  }
  if (entry.curve && entry.curve->dot) return fill_dot((x + end) / 2, middle, 3 * 2 * thin_, entry.curve->colour);
  cairo_new_path(context_);
  cairo_move_to(context_, x, middle);
  cairo_line_to(context_, end, middle);
  if (entry.sample == Entry::Sample::curve)
    stroke(entry.curve->colour, 2 * thin_, entry.curve->kept ? dashed : entry.curve->dash);
  else if (entry.sample == Entry::Sample::reference)
    stroke(palette_.secondary, 1.5 * thin_, dashed);
  else
    stroke(palette_.secondary, thin_, 0);
}

void PanelDrawing::draw_legend() {
  double y = place_.top + 0.95 * font_;
  for (const auto& row : legend_rows(place_.width())) {
    double x = place_.left;
    double total = -between_entries * font_;
    for (const Entry& entry : row) total += entry_length(entry) + between_entries * font_;
    x = std::clamp(axes_.right - total, place_.left, axes_.left);
    for (const Entry& entry : row) {
      draw_sample(entry, x, y);
      write_words(context_, x + (sample_length + gap) * font_, y, entry.words, palette_.text, font_);
      x += entry_length(entry) + between_entries * font_;
    }
    y += legend_row * font_;
  }
}

}  // namespace ergo
