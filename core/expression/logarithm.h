#pragma once

#include <map>
#include <optional>

#include "core/expression/graph.h"

namespace ergo::formula {

/// Logarithms that neither overflow nor underflow where what they are taken of does.
class Logarithm {
 public:
  explicit Logarithm(Graph& graph) : g_(graph) {}

  /// log a. Of products, quotients, powers and sums of exponentials it is the sum, difference, multiple and
  /// logsumexp of their logarithms; signs are split off only where they are known.
  Id of(Id a);

  /// log a of a density: -inf, not NaN, where a <= 0.
  Id of_density(Id a);

 private:
  /// Terms of a sum: what changes with the position or an index, and what does not.
  struct Split {
    Id varying, constant;
  };
  Split split(Id a);

  /// b with a = e^b for what is an exponential everywhere: exponentials, positive values, and products,
  /// quotients, powers, sums and choices of them.
  std::optional<Id> exponent(Id a);
  std::optional<Id> find_exponent(Id a);
  std::optional<Id> exponent_of_pair(Id a);
  std::optional<Id> exponent_over(Id a);
  Id taken(Id a);
  Id find(Id a);
  Id plain(Id a);
  Id log_of_power(Id a, Id base, Id exponent);

  Graph& g_;
  bool density_ = false;
  int depth_ = 0;
  std::map<Id, std::optional<Id>> exponents_;
  std::map<Id, Id> of_densities_, of_values_;
};

}  // namespace ergo::formula
