#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// Descriptors are written in marked text. Backticks enclose formulas and names. An underscore after a single
/// letter begins a subscript of letters and digits, as in σ_g or x'_i. Names such as step_size have none.
struct TextPart {
  std::string text;
  bool subscript = false;
  bool operator==(const TextPart&) const = default;
};

/// The parts of a marked text in their order, without its marks.
std::vector<TextPart> text_parts(std::string_view marked);

/// Marked text with the subscripts of Unicode: αₘₐₓ. Where Unicode lacks a letter, the letters follow the base: σg.
std::string plain_text(std::string_view marked);

}  // namespace ergo
