#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/random/draws.h"
#include "core/unit/descriptor.h"
#include "core/unit/position.h"

namespace ergo {

/// The N(0, I_dim) vector of a draw.
inline Position normal(const Draw& draw) { return {draw.normal_x, draw.normal_y}; }

/// E and its gradient at one point.
struct Evaluation {
  double energy = 0;
  Position gradient;
};

/// A rectangle of the plane; for dim 1 the y range is only for drawing.
struct Window {
  Position low, high;
};

struct Mode {
  Position centre;
  double radius = 0;  ///< a chain closer than this visits the mode
};

/// One term weight * N(mean, [[xx, xy], [xy, yy]]) of a Gaussian mixture; yy = xy = 0 for dim 1.
struct GaussianTerm {
  double weight = 1;
  Position mean;
  double xx = 1, xy = 0, yy = 1;
};

/// A target's moments, coordinate by coordinate.
struct TargetMoments {
  Position mean, variance;
  Position square_variance;  ///< variance of (x - mean)^2
};

class LatticeTarget;

/// What is sampled: a density proportional to exp(-E). Immutable; built from its parameters.
class Target {
 public:
  virtual ~Target() = default;
  /// E(x) and its gradient. For dim 1, x.y is 0 and so must gradient.y be.
  virtual Evaluation evaluate(Position x) const = 0;
  /// The part of the plane worth showing.
  virtual Window window() const = 0;
  virtual std::vector<Mode> modes() const { return {}; }
  /// An exact draw; nothing where none is known.
  virtual std::optional<Position> draw(const Draws&) const { return {}; }
  /// log of the integral of exp(-E); nothing where it is not known exactly.
  virtual std::optional<double> log_normaliser() const { return {}; }
  /// The terms, weights summing to 1, where the density is a Gaussian mixture; else empty.
  virtual std::vector<GaussianTerm> mixture() const { return {}; }
  /// The same point in coordinates in which the target is N(0, I): where a map to them is known that is not
  /// linear; else the point itself.
  virtual Position standardised(Position x) const { return x; }
  /// TargetMoments where quadrature over the table of a density would miss them, in heavy tails; else
  /// nothing.
  virtual std::optional<TargetMoments> moments() const { return {}; }
  /// Where the target is made of data: its gradient from a random batch of them minus the full gradient, from
  /// the draws in `slot` and up to 15 more. Targets that have it say so in their descriptor.
  virtual Position minibatch_noise(const Draws&, std::uint32_t /*slot*/) const { return {}; }
  /// Standard deviation of each of its components.
  virtual double minibatch_sd() const { return 0; }

  /// The target itself where it lives on a lattice; null in the plane.
  virtual const LatticeTarget* lattice() const { return nullptr; }

  int dim = 2;  ///< from the descriptor
};

/// What is useful of a parameter with this target: of a coordinate its window or, on a lattice, its sites; of
/// a length what reaches from the middle of that to its end.
Range slider_on(const Target& target, const Parameter& parameter);

}  // namespace ergo
