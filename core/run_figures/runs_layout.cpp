#include "core/run_figures/runs_layout.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/config/run_names.h"
#include "core/figures/curve_panel.h"
#include "core/run_figures/measure.h"
#include "core/run_figures/picture_axes.h"
#include "core/view/colour_vision.h"
#include "core/view/projection.h"

namespace ergo {
namespace {

constexpr double points_per_logical_pixel = 0.5;
// mm
constexpr double narrowest_picture = 26, narrowest_panel = 55, highest_picture = 80, lowest_panel = 38,
                 highest_panel = 60, lowest_parts = 12;
constexpr double panel_aspect = 0.62;               // height to width
constexpr double narrowest_aspect = 0.5, widest_aspect = 2.5;  // of a picture, width to height
// In sizes of the letters.
constexpr double sheet_margin = 0.4, between_columns = 2, right_of_axes = 0.2, between_rows = 0.8, above_panels = 1.2,
                 between_panels = 1;

/// Columns of about equally full rows, none of them narrower than `least`.
int columns_of(std::size_t count, double width, double least) {
  const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(width / least));
  const std::size_t rows = (count + most - 1) / most;
  return static_cast<int>((count + rows - 1) / rows);
}

int rows_for(std::size_t count, int columns) { return (static_cast<int>(count) + columns - 1) / columns; }

double aspect_of(const Window& window) {
  const Position size = window.high - window.low;
  return std::clamp(size.x / size.y, narrowest_aspect, widest_aspect);
}

/// Lays out a page from top to bottom.
class PageLayout {
 public:
  PageLayout(const PicturePlan& plan, const CurveFigure& curves, double resolution)
      : plan_(plan),
        curves_(curves),
        font_(curves.style.font),
        margin_(sheet_margin * font_),
        width_(points_per_mm * curves.style.width) {
    layout_.resolution = resolution;
    layout_.alike = plan.alike;
    layout_.pictures_in_row = columns_of(plan.titles.size(), curves.style.width, narrowest_picture);
    panel_columns_ = columns_of(curves.panels.size(), curves.style.width, narrowest_panel);
  }

  RunsLayout laid_out() {
    size_panels();
    size_pictures();
    take_chosen_height();
    place_pictures();
    place_panels();
    layout_.size = {width_, curves_.style.tall ? points_per_mm * curves_.style.height
                                               : whole(panels_top() + panels_height() + margin_)};
    return layout_;
  }

 private:
  /// A length of whole pixels.
  double whole(double points) const {
    const double pixels = layout_.resolution / 72;
    return std::round(points * pixels) / pixels;
  }
  int picture_rows() const { return rows_for(plan_.titles.size(), layout_.pictures_in_row); }
  int panel_rows() const { return rows_for(curves_.panels.size(), panel_columns_); }

  void size_panels() {
    const double between = between_panels * font_;
    panel_.x = (width_ - 2 * margin_ - (panel_columns_ - 1) * between) / panel_columns_;
    panel_.y = std::clamp(panel_aspect * panel_.x, points_per_mm * lowest_panel, points_per_mm * highest_panel);
    const Measure measure;
    for (std::size_t i = 0; i < curves_.panels.size(); i += static_cast<std::size_t>(panel_columns_)) {
      PanelDrawing drawing(measure.context(), curves_, curves_.panels[i], i == 0, true);
      drawing.lay_out({0, 0, panel_.x, panel_.y});
      layout_.left = std::max(layout_.left, drawing.left_margin());
    }
  }

  void size_pictures() {
    const Measure measure;
    const double window = plan_.window.high.y - plan_.window.low.y;
    // A picture of another aspect shows more than the window.
    const double numbers = room_for_numbers(measure.context(), plan_.window.low.y - window / 2,
                                            plan_.window.high.y + window / 2, font_);
    if (plan_.vertical) layout_.left = std::max(layout_.left, numbers);
    const int columns = layout_.pictures_in_row, outer = plan_.alike ? 1 : columns;
    const double room = width_ - 2 * margin_ - outer * layout_.left -
                        ((columns - 1) * between_columns + right_of_axes) * font_;
    picture_.x = whole(room / columns - 1 / layout_.resolution);
    if (picture_.x < points_per_mm * lowest_parts) too_small("width");
    picture_.y = std::min(picture_.x / aspect_of(plan_.window), points_per_mm * highest_picture);
    layout_.title_font = font_;
    for (const std::string& title : plan_.titles) {
      layout_.title = std::max(layout_.title, title_height(measure.context(), title, picture_.x, font_));
      layout_.title_font = std::min(layout_.title_font, title_font(measure.context(), title, picture_.x, font_));
    }
  }

  /// What lies between pictures and panels.
  double fixed_height() const {
    return 2 * margin_ + picture_rows() * layout_.title + (picture_rows() - 1) * row_gap() + foot() +
           above_panels * font_ + (panel_rows() - 1) * between_panels * font_;
  }
  void take_chosen_height() {
    if (curves_.style.tall) {
      const double room = points_per_mm * curves_.style.height - fixed_height();
      const double share = room / (picture_rows() * picture_.y + panel_rows() * panel_.y);
      picture_.y *= share;
      panel_.y *= share;
      if (std::min(picture_.y, panel_.y / 2) < points_per_mm * lowest_parts) too_small("height");
    }
    picture_.y = whole(picture_.y);
  }
  [[noreturn]] void too_small(const char* what) const {
    const FigureStyle& style = curves_.style;
    throw Error("the figure is too small:", number_text(style.width) + "x" + number_text(style.height) + " mm",
                std::string("more ") + what + " for the pictures of " + std::to_string(plan_.titles.size()) +
                    " runs above " + std::to_string(curves_.panels.size()) + " plots",
                "--size");
  }

  double foot() const { return foot_height * font_; }
  double row_gap() const { return plan_.alike ? between_rows * font_ : foot(); }

  void place_pictures() {
    const int columns = layout_.pictures_in_row;
    for (std::size_t i = 0; i < plan_.titles.size(); ++i) {
      const int column = static_cast<int>(i) % columns, row = static_cast<int>(i) / columns;
      const double left = margin_ + (plan_.alike ? 1 : column + 1) * layout_.left +
                          column * (picture_.x + between_columns * font_),
                   top = margin_ + (row + 1) * layout_.title + row * (picture_.y + row_gap());
      const Position corner{whole(left), whole(top)};
      layout_.pictures.push_back({corner.x, corner.y, corner.x + picture_.x, corner.y + picture_.y});
    }
  }

  double panels_top() const {
    return margin_ + picture_rows() * (layout_.title + picture_.y) + (picture_rows() - 1) * row_gap() + foot() +
           above_panels * font_;
  }
  double panels_height() const { return panel_rows() * panel_.y + (panel_rows() - 1) * between_panels * font_; }
  void place_panels() {
    for (std::size_t i = 0; i < curves_.panels.size(); ++i) {
      const int column = static_cast<int>(i) % panel_columns_, row = static_cast<int>(i) / panel_columns_;
      const double left = margin_ + column * (panel_.x + between_panels * font_),
                   top = panels_top() + row * (panel_.y + between_panels * font_);
      layout_.panels.push_back({left, top, left + panel_.x, top + panel_.y});
      layout_.columns.push_back(column);
    }
  }

  const PicturePlan& plan_;
  const CurveFigure& curves_;
  double font_, margin_, width_;
  int panel_columns_ = 1;
  Position picture_, panel_;
  RunsLayout layout_;
};

/// Rows of titles are broken at commas that two spaces follow.
std::string breakable(const std::string& name) {
  std::string words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    words += name[i];
    if (name[i] == ',' && i + 1 < name.size() && name[i + 1] == ' ') words += ' ';
  }
  return words;
}

}  // namespace

PicturePlan picture_plan(const std::vector<const Session*>& runs, Coordinates shown, const Palette& palette) {
  std::vector<RunConfig> configs;
  for (const Session* run : runs) configs.push_back(run->config());
  const auto places = run_places(configs);
  std::vector<Colour> colours;
  const Projection first = projection(*runs.front(), shown);
  PicturePlan plan;
  plan.window = common_window(runs, first.coordinates);
  plan.vertical = !first.line;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    plan.names.push_back(run_name(configs, i));
    plan.titles.push_back(breakable(plan.names.back()));
    colours.push_back(run_colour(configs[i].sampler.id, places[i], palette));
    const Projection own = projection(*runs[i], shown);
    plan.alike &= own.coordinates == first.coordinates &&
                  own.horizontal_symbol + own.vertical_symbol ==
                      first.horizontal_symbol + first.vertical_symbol;
  }
  plan.dashes = curve_dashes(colours);
  return plan;
}

bool RunsLayout::has_foot(std::size_t picture) const {
  return !alike || picture + static_cast<std::size_t>(pictures_in_row) >= pictures.size();
}

bool RunsLayout::has_left(std::size_t picture) const {
  return !alike || picture % static_cast<std::size_t>(pictures_in_row) == 0;
}

std::vector<Cell> RunsLayout::cells() const {
  const auto pixels = [this](double points) { return static_cast<int>(std::lround(points * resolution / 72)); };
  std::vector<Cell> cells;
  for (const Box& box : pictures)
    cells.push_back({pixels(box.left), pixels(box.top), pixels(box.width()), pixels(box.height())});
  return cells;
}

RunsLayout runs_layout(const PicturePlan& plan, const CurveFigure& curves, double resolution) {
  return PageLayout(plan, curves, resolution).laid_out();
}

View view_in(View view, const RunsLayout& layout) {
  view.scale = points_per_logical_pixel * layout.resolution / 72;
  view.scales = false;  // axes have the numbers
  const Cell first = layout.cells().front();
  view.width = first.width;
  view.height = first.height;
  return view;
}

}  // namespace ergo
