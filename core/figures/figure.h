#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/figures/figure_style.h"
#include "core/run/session.h"
#include "core/view/colour_key.h"
#include "core/view/marginal_strips.h"
#include "core/view/outline.h"
#include "core/view/view.h"

namespace ergo {

/// A picture among its axes, title and legend. Lengths are logical pixels, 96 to the inch.
struct Figure {
  using Sample = ColourSample;
  Image image;
  std::vector<Strip> strips = {};    ///< on it
  LevelLines outline = {};              ///< on it, in logical pixels
  double scale = 1;                  ///< the image's pixels per logical pixel
  Position low, high;                ///< corners of the image, in numbers of the axes
  std::string title, subtitle;       ///< what is sampled by what; settings
  std::optional<Colour> dot = {};    ///< before the title
  std::string horizontal, vertical;  ///< names of the axes; no axis where empty
  std::vector<Sample> legend;
  Palette palette;
  std::string settings;  ///< JSON of provenance(), for the file's metadata
  bool bare = false;     ///< the picture alone
  double text = 11;      ///< size of the letters; the title's and the margins are in proportion
  double line = 1;       ///< width of axes and ticks
  bool sites = false;    ///< the axes count sites
};

/// Around the picture of a figure: title and settings above, axes below and to the left.
struct Margins {
  double left = 0, top = 0, right = 0, bottom = 0;
};
/// Margins for letters of this size, with no room above.
Margins margins_beside(double text);
/// Margins that fit all figures with these subtitles and pictures of this width: those of the one with most rows.
Margins margins_of(const std::vector<std::string>& subtitles, double width, double text);

/// Figures on a page.
struct Sheet {
  std::vector<Figure> figures;
  std::vector<Position> corners;  ///< of their pictures, from the page's upper left one
  double top = 0;                 ///< margin above each picture
  Position page;                  ///< its size
  double zoom = 1;                ///< of all that to pixels of 1/96 inch, in SVG and PDF
  double resolution = 0;          ///< pixels per inch that a PNG says it has; 0: nothing is said
  TextForm form = TextForm::text;
  bool transparent = false;       ///< no ground; figures' pictures stay as they are
  std::string title, settings;    ///< for the file's metadata
};

/// The figure of a session in this view, `image` what the scene drew of it, `strips` what lies along its
/// edges.
Figure figure_of(const Session& session, const View& view, Image image, std::vector<Strip> strips);

/// The same for one of several figures side by side, whose titles are their samplers. `own`: see subtitle_of().
Figure figure_beside(const Session& session, const View& view, Image image, std::vector<Strip> strips,
                     const std::string& own);

/// "ε = 0.1,  L = 10": the sampler's numbers by symbol.
std::string sampler_numbers(const RunConfig& config);
/// "ε = 0.1,  4096 chains,  seed 1": those, chains and seed. `own`: what else tells the run from those beside it.
std::string settings_line(const RunConfig& config, const std::string& own = {});
/// The same at a step: what stands below a figure's title.
std::string subtitle_of(const RunConfig& config, std::uint64_t step, const std::string& own = {});

/// Writes SVG (title and desc), PDF (title, subject, creator) or PNG (texts) by the path's end: in the first
/// two axes and words are vectors, the picture an image among them; a PNG is as fine as the picture. Atomic;
/// throws Error as AtomicFile does.
void write_sheet(const std::string& path, const Sheet& sheet);

}  // namespace ergo
