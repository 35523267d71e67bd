#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/expression/mistake.h"

namespace ergo::formula {

/// A mistake in a formula's text, with its place. Error::where is "line L, column C".
struct FormulaError : Error {
  FormulaError(std::string_view text, const Mistake& mistake);

  int line, column;     ///< from 1; columns count Unicode characters
  std::string excerpt;  ///< the offending line, and below it a caret under the column
};

}  // namespace ergo::formula
