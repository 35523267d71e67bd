#pragma once

#include <string>

#include "core/base/grey_picture.h"

namespace ergo {

/// A line of up to most_letters letters as a picture: white strokes of constant width on black, blurred at their edges by
/// a Gaussian of sd 1 pixel. A letter is 16 pixels wide and 24 high, and 24 pixels from the next one. Small letters are
/// drawn as capitals. No font of the machine is used. Throws Error naming `where` and the first character that it cannot draw.
GreyPicture lettering(const std::string& text, const std::string& where);

inline constexpr std::size_t most_letters = 16;

/// What lettering() takes, in words.
std::string legal_letters();

}  // namespace ergo
