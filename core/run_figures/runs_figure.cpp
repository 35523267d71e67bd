#include "core/run_figures/runs_figure.h"

#include <algorithm>
#include <deque>
#include <map>

#include "core/figures/curve_panel.h"
#include "core/figures/page.h"
#include "core/run_figures/picture_axes.h"

namespace ergo {
namespace {

void draw_pictures(cairo_t* context, const RunsFigure& figure) {
  const RunsLayout& layout = figure.layout;
  for (std::size_t i = 0; i < figure.pictures.size(); ++i)
    draw_picture(context, figure.pictures[i],
                 {.place = layout.pictures[i],
                  .font = figure.curves.style.font,
                  .title_font = layout.title_font,
                  .line = figure.curves.style.lines,
                  .dash = figure.dashes[i],
                  .left = layout.left,
                  .numbers_below = layout.has_foot(i),
                  .numbers_left = layout.has_left(i)});
}

void draw_curves(cairo_t* context, const RunsFigure& figure) {
  const RunsLayout& layout = figure.layout;
  std::deque<PanelDrawing> drawings;
  std::vector<double> left;         // of the axes in each column
  std::map<double, double> heads;   // of the panels in each row
  for (std::size_t i = 0; i < figure.curves.panels.size(); ++i) {
    drawings.emplace_back(context, figure.curves, figure.curves.panels[i], i == 0, true);
    drawings.back().lay_out(layout.panels[i]);
    left.resize(std::max(left.size(), static_cast<std::size_t>(layout.columns[i]) + 1));
    double& column = left[static_cast<std::size_t>(layout.columns[i])];
    column = std::max({column, drawings.back().left_margin(), layout.columns[i] == 0 ? layout.left : 0});
    heads[layout.panels[i].top] = std::max(heads[layout.panels[i].top], drawings.back().head());
  }
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    drawings[i].set_head(heads[layout.panels[i].top]);
    drawings[i].set_left_margin(left[static_cast<std::size_t>(layout.columns[i])]);
    drawings[i].lay_out(layout.panels[i]);
    drawings[i].draw();
  }
}

Page runs_page(const RunsFigure& figure) {
  return {.size = figure.layout.size,
          .points = 1,
          .pixels = figure.layout.resolution / 72,
          .resolution = figure.layout.resolution,
          .title = figure.curves.title,
          .settings = figure.curves.settings,
          .text = figure.curves.style.text,
          .transparent = figure.curves.style.ground == Ground::transparent,
          .draw = [&figure](cairo_t* context) { draw_runs(context, figure); }};
}

}  // namespace

RunsFigure runs_figure(CurveFigure curves, const PicturePlan& plan, double resolution) {
  curves.named = plan.names;
  const RunsLayout layout = runs_layout(plan, curves, resolution);
  return {std::move(curves), layout, plan.dashes, {}};
}

Figure run_picture(const Session& session, const View& view, Image image, std::vector<Strip> strips,
                   const std::string& title) {
  Figure figure = figure_beside(session, view, std::move(image), std::move(strips), {});
  figure.title = title;
  for (Strip& strip : figure.strips) strip.symbol.clear();  // axes have it
  return figure;
}

std::vector<Figure> run_pictures(const Comparison& runs, ComparisonScene& scene,
                                 const std::vector<std::string>& titles) {
  std::vector<Figure> pictures;
  for (int i = 0; i < runs.count(); ++i)
    pictures.push_back(run_picture(runs.session(i), scene.view(i), scene.read(i), scene.strips(i),
                                   titles.at(static_cast<std::size_t>(i))));
  return pictures;
}

void draw_runs(cairo_t* context, const RunsFigure& figure) {
  if (figure.curves.style.ground != Ground::transparent) {
    set_colour(context, figure.curves.palette.panel);
    cairo_paint(context);
  }
  draw_pictures(context, figure);
  draw_curves(context, figure);
}

Image image_of(const RunsFigure& figure) { return pixels_of(runs_page(figure)); }

void write_runs(const std::string& path, const RunsFigure& figure) { write_page(path, runs_page(figure)); }

}  // namespace ergo
