#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/session.h"
#include "core/view/view.h"

namespace ergo {

/// A colour and what it means.
struct ColourSample {
  Colour colour;
  std::string words;
};

/// What a picture's legend says of chains in colours of classes, or with marks of divergences.
struct ColourKey {
  std::string title;
  std::vector<ColourSample> samples;  ///< of the classes that have chains
};

/// Nothing where the chains have the sampler's colour alone or those of a ramp, or where none is drawn.
std::optional<ColourKey> colour_key(const Session& session, const View& view);

/// The class of each chain by its origin. There are as many as colours: of more modes each eighth shares one.
std::vector<std::uint32_t> classes_of(const Origins& origins);
/// The colours of classes: of origins those of the palette; of the last step's decision the first two, for
/// chains that it moved and for those that it left in their places.
std::array<Colour, 8> class_colours(const Session& session, const View& view);

}  // namespace ergo
