#pragma once

#include <cstddef>
#include <string>

namespace ergo::formula {

/// What is wrong at one place of a formula's text; core/formula turns it into an Error.
struct Mistake {
  std::size_t place;       ///< byte of the text
  std::string thing;       ///< what is wrong
  std::string value = {};  ///< the bad words as given
  std::string legal = {};  ///< what would be legal; may begin with "did you mean"
};

}  // namespace ergo::formula
