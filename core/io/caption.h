#pragma once

#include <vector>

#include "core/picture/comparison_scene.h"

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

/// What a scene drew, with captions where there are several runs.
Image captioned(const Comparison& runs, const ComparisonScene& scene);

/// "Ring of Gaussians, ESH leapfrog", of a comparison all samplers.
std::string title_of(const Comparison& runs);

}  // namespace ergo
