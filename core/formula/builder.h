#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/expression/graph.h"
#include "core/formula/slider.h"
#include "core/formula/syntax.h"

namespace ergo::formula {

/// What a formula's text says, besides its graph.
struct Meaning {
  Id energy = 0;
  std::size_t place = 0;  ///< of the density in the text
  std::vector<Slider> sliders = {};
  std::vector<std::pair<std::string, Id>> definitions = {};
};

/// Sums and products of more terms stay one node each, which is computed in a loop.
inline constexpr int most_unrolled = 32;

/// Makes the graph of a text. A density p becomes the energy -log p. Throws Mistake.
Meaning build(Graph& graph, const SyntaxTree& tree);

}  // namespace ergo::formula
