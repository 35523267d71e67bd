#pragma once

#include <string>

#include "core/expression/graph.h"
#include "core/expression/program.h"
#include "core/formula/builder.h"

namespace ergo::formula {

/// What the parts of this room know of a formula.
struct Parsed {
  std::string text;
  int dim = 2;
  Graph graph;
  Meaning meaning;
  Id dx = 0, dy = 0;
  Program energy;      ///< result: E
  Program evaluation;  ///< results: E, dE/dx, dE/dy
};

}  // namespace ergo::formula
