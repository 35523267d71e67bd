#pragma once

#include "core/lanes/generator/tokens.h"

namespace ergo::glsl {

/// Reads the words of a text and resolves its names and types. Throws Error with file and line of what is not in the
/// subset.
Text parse(TokenList& list);

}  // namespace ergo::glsl
