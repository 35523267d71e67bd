#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/picture/marginal_strips.h"
#include "core/picture/view.h"
#include "core/run/session.h"

namespace ergo {

/// A picture among its axes, title and legend.
struct Figure {
  struct Sample {
    Colour colour;
    std::string words;
  };
  Image image;
  std::vector<Strip> strips = {};    ///< on it
  double scale = 1;                  ///< the image's pixels per point of the figure
  Position low, high;                ///< corners of the image, in numbers of the axes
  std::string title, subtitle;       ///< what is sampled by what; settings
  std::optional<Colour> dot = {};    ///< before the title
  std::string horizontal, vertical;  ///< names of the axes; no axis where empty
  std::vector<Sample> legend;
  Palette palette;
  std::string settings;  ///< JSON of provenance(), for the file's metadata
};

/// Figures of one size side by side, row by row.
struct Sheet {
  std::vector<Figure> figures;
  std::size_t columns = 1;
  std::string title, settings;  ///< for the file's metadata
};

/// The figure of a session in this view, `image` what the scene drew of it, `strips` what lies along its
/// edges.
Figure figure_of(const Session& session, const View& view, Image image, std::vector<Strip> strips);

/// The same as one of several side by side, whose titles are their samplers.
Figure figure_beside(const Session& session, const View& view, Image image, std::vector<Strip> strips);

/// "ε = 0.1,  L = 10": the sampler's numbers by symbol.
std::string sampler_numbers(const RunConfig& config);
/// "ε = 0.1,  4096 chains,  seed 1": those, chains and seed.
std::string settings_line(const RunConfig& config);

/// Writes SVG (title and desc) or PDF (title, subject, creator) by the path's end: axes and words as vectors,
/// the picture as an image among them. Atomic; throws Error as AtomicFile does.
void write_figure(const std::string& path, const Figure& figure);
void write_sheet(const std::string& path, const Sheet& sheet);

}  // namespace ergo
