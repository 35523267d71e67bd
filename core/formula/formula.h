#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formula/error.h"
#include "core/formula/slider.h"

namespace ergo::formula {

struct Parsed;

/// An energy E(x, y), or E(x), that was typed as text, and its gradient. Immutable; copies share what was
/// parsed. The language is documented in parser.h.
class Formula {
 public:
  explicit Formula(std::shared_ptr<const Parsed> parsed) : parsed_(std::move(parsed)) {}

  int dim() const;  ///< 2; 1 where y does not occur in the text
  const std::vector<Slider>& sliders() const;
  const std::string& text() const;             ///< as given to parse()
  std::vector<double> initial_values() const;  ///< of the sliders
  /// Whether no part of E shows a step, a kink or a cusp: abs, min, conditions and their like of a coordinate, and roots
  /// of what may be 0.
  bool analytic() const;
  const Parsed& parsed() const { return *parsed_; }

 private:
  std::shared_ptr<const Parsed> parsed_;
};

/// Reads a formula's text, at most 8192 bytes of UTF-8. Throws FormulaError.
Formula parse(std::string_view text);

}  // namespace ergo::formula
