#pragma once

#include <vector>

#include "core/picture/grid.h"
#include "core/picture/view.h"
#include "core/run/session.h"

namespace ergo {

/// What is written on a run's part of a picture: its sampler beside a dot of the sampler's colour, and below
/// it the sampler's numbers.
struct Caption {
  Cell cell;
  Colour dot = 0;
  std::string title, words;
};

Caption caption_of(const Session& session, const Cell& cell, const Palette& palette);

/// Writes them into the top left corners of their cells. `scale`: the image's pixels per logical pixel.
void write_captions(Image& image, const std::vector<Caption>& captions, const Palette& palette, double scale);

}  // namespace ergo
