#pragma once

#include <span>

#include "core/expression/tape.h"
#include "core/formula/formula.h"

namespace ergo::formula {

/// A formula at given values of its sliders, in double precision; in one dimension y is ignored. What depends
/// on the sliders alone is computed by the constructor. May be called by many threads at once.
class Evaluator {
 public:
  /// One value for each slider, in order, within its range. Throws Error.
  Evaluator(const Formula& formula, std::span<const double> slider_values);

  struct Values {
    double energy, dx, dy;
  };
  Values operator()(double x, double y) const;
  const Tape& evaluation_tape() const { return evaluation_; }

  /// Many points at a time, each with the same bits as operator(). Spans of one length; the derivatives may
  /// be left out, which is faster.
  void block(std::span<const double> x, std::span<const double> y, std::span<double> energy,
             std::span<double> dx = {}, std::span<double> dy = {}) const;

 private:
  Tape energy_, evaluation_;
};

}  // namespace ergo::formula
