#include "core/figures/caption.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/marked_text.h"
#include "core/config/run_names.h"
#include "core/figures/cairo_text.h"
#include "core/figures/figure.h"
#include "core/figures/scales.h"
#include "core/figures/strip_drawing.h"

namespace ergo {
namespace {

constexpr double margin = 12, title_size = 15, words_size = 12, row_height = 17,
                 dot_radius = 4.5;  // logical pixels
constexpr double plate_x = 6, plate_y = 4, plate_alpha = 0.85;

struct Caption {
  Colour dot = 0;
  std::string title, words;
};

/// Cairo's pixels over the image's: colours of the former are multiplied by alpha, those of the latter not.
void blend(const CairoSurface& surface, Image& image) {
  cairo_surface_flush(surface.get());
  const unsigned char* rows = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y)
    for (std::size_t x = 0; x < static_cast<std::size_t>(image.width); ++x) {
      const auto over = *reinterpret_cast<const std::uint32_t*>(rows + y * stride + 4 * x);
      if (over == 0) continue;
      std::uint8_t* to = &image.rgba[4 * (y * static_cast<std::size_t>(image.width) + x)];
      const double rest = to[3] / 255.0 * (1 - (over >> 24) / 255.0), alpha = (over >> 24) / 255.0 + rest;
      for (int k = 0; k < 3; ++k)
        to[k] = static_cast<std::uint8_t>(
            std::lround(std::min(255.0, ((over >> (16 - 8 * k) & 255) + to[k] * rest) / alpha)));
      to[3] = static_cast<std::uint8_t>(std::lround(255 * alpha));
    }
}

/// In logical pixels from the cell's corner; the words in as many rows as it takes.
void draw(cairo_t* context, const Caption& caption, const Palette& palette, double cell_width) {
  const double left = margin + 4 * dot_radius, base = margin + title_size;
  const auto rows = rows_of(context, caption.words, words_size, cell_width - left - margin);
  const double foot = rows.empty() ? base + 3 : base + row_height * static_cast<double>(rows.size()) + 4;
  double width = length_of(context, caption.title, title_size, true);
  for (const std::string& row : rows) width = std::max(width, length_of(context, row, words_size, false));
  set_colour(context, palette.panel, plate_alpha);
  cairo_rectangle(context, margin - plate_x, margin - plate_y, left + width - margin + 2 * plate_x,
                  foot - margin + 2 * plate_y);
  cairo_fill(context);
  set_colour(context, caption.dot);
  cairo_new_path(context);
  cairo_arc(context, margin + dot_radius, base - 0.36 * title_size, dot_radius, 0, 2 * std::acos(-1.0));
  cairo_fill(context);
  write_words(context, left, base, caption.title, palette.text, title_size, true);
  double y = base + 1;
  for (const std::string& row : rows) write_words(context, left, y += row_height, row, palette.secondary, words_size);
}

/// `own`: what tells the run from those beside it, but for its sampler.
Caption caption_of(const Session& session, const View& view, const std::string& own) {
  const Descriptor& sampler = session.sampler_descriptor();
  std::string words = sampler_numbers(session.config());
  if (!own.empty()) words += (words.empty() ? "" : ",  ") + plain_text(own);
  return {run_colour(sampler.id, view.place, view.palette), sampler.title, words};
}

/// What lies on the picture of a run, in logical pixels from its corner.
void draw_on(cairo_t* context, const Session& session, const View& view, const std::vector<Strip>& strips,
             Words words, const std::string& own) {
  draw_outline(context, learned_outline(session, view), view.palette);
  draw_strips(context, strips, view.palette);
  if (words == Words::none) return;
  if (words == Words::all && !shows_configurations(session.target(), view)) draw_scales(context, session, view);
  Caption caption = caption_of(session, view, own);
  if (words == Words::all)
    caption.words =
        "step " + std::to_string(session.step()) + (caption.words.empty() ? "" : ",  ") + caption.words;
  draw(context, caption, view.palette, view.width / view.scale);
}

}  // namespace

Image picture_of(const Comparison& runs, ComparisonScene& scene, Words words) {
  Image image = scene.read();
  if (words == Words::captions && runs.count() == 1) words = Words::none;
  const bool outlined =
      std::ranges::any_of(runs.sessions(), [](const Session* session) { return session->learning() != nullptr; });
  if (words == Words::none && !scene.view().marginals && !outlined) return image;
  const CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height));
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    throw machine_error("the picture is too large:",
                        std::to_string(image.width) + "x" + std::to_string(image.height),
                        "at most 32767 pixels a side");
  const CairoContext context(cairo_create(surface.get()));
  const std::vector<RunConfig> configs = runs.configs();
  for (int run = 0; run < runs.count(); ++run) {
    const Cell& cell = scene.cells()[static_cast<std::size_t>(run)];
    cairo_save(context.get());
    cairo_rectangle(context.get(), cell.x, cell.y, cell.width, cell.height);
    cairo_clip(context.get());
    cairo_translate(context.get(), cell.x, cell.y);
    cairo_scale(context.get(), scene.view().scale, scene.view().scale);
    draw_on(context.get(), runs.session(run), scene.view(run), scene.strips(run), words,
            own_conditions(configs, static_cast<std::size_t>(run)));
    cairo_restore(context.get());
  }
  blend(surface, image);
  return image;
}

std::string title_of(const Comparison& runs) {
  std::string title = runs.session(0).target_descriptor().title;
  for (const Session* session : runs.sessions()) title += ", " + session->sampler_descriptor().title;
  return title;
}

}  // namespace ergo
