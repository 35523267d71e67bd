#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
  double radius = 0;  ///< a chain within this distance counts as a visit
};

/// The mode whose centre is nearest; modes must not be empty.
std::size_t nearest_mode(std::span<const Mode> modes, Position x);

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

struct Covariance {
  double xx = 0, xy = 0, yy = 0;
};

class LatticeTarget;
class SitePlane;

/// What is sampled: a density proportional to exp(-E). Immutable; built from its parameters.
class Target {
 public:
  virtual ~Target() = default;
  /// E(x) and its gradient. For dim 1, x.y is 0 and so must gradient.y be.
  virtual Evaluation evaluate(Position x) const = 0;
  /// E at many points: x, y and energy have an element for each. One by one, unless a target has a faster way.
  virtual void energies(std::span<const double> x, std::span<const double> y, std::span<double> energy) const;
  /// The part of the plane that matters: chains of the start `uniform` begin in it, and tables of the density cover
  /// it.
  virtual Window window() const = 0;
  /// The part that a picture shows at first: all but a thousandth of the mass, if the density's tails allow that.
  virtual Window frame() const { return window(); }
  virtual std::vector<Mode> modes() const { return {}; }
  /// An exact draw; nothing if the target has no closed form for draws.
  virtual std::optional<Position> draw(const Draws&) const { return {}; }
  /// log of the integral of exp(-E); nothing if the target has no closed form for it.
  virtual std::optional<double> log_normaliser() const { return {}; }
  /// Whether exp(-E) is analytic, so that sums over even nodes converge faster than any power of their spacing.
  virtual bool analytic() const { return true; }
  /// The terms of a Gaussian mixture, with weights that sum to 1; empty for any other density.
  virtual std::vector<GaussianTerm> mixture() const { return {}; }
  /// The point in coordinates in which the target is N(0, I), for targets that know such a map and for which
  /// it is not linear; else the point itself.
  virtual Position standardised(Position x) const { return x; }
  /// Moments of targets with heavy tails, for which sums over the table would be wrong; else nothing.
  virtual std::optional<TargetMoments> moments() const { return {}; }
  /// For targets made of data: the gradient at x from a random batch minus the full one, `gradient`, of evaluation number
  /// `evaluation` of the step that the draws address. The descriptor's `minibatches` says which targets have it.
  virtual Position minibatch_noise(Position /*x*/, Position /*gradient*/, const Draws&, int /*evaluation*/) const {
    return {};
  }
  /// Covariance of minibatch_noise() at x.
  virtual Covariance minibatch_covariance(Position /*x*/) const { return {}; }

  /// Device text that follows the target's file in shaders/targets, for targets whose text depends on what they are
  /// made of.
  virtual std::string kernel_text() const { return {}; }
  /// What the device is told of the target: its parameters' values, then what else its text reads.
  virtual std::vector<double> device_numbers(std::span<const double> values) const {
    return {values.begin(), values.end()};
  }

  /// What a user should know of the density, e.g. that it has no finite integral; empty if there is nothing. Waits no
  /// longer than `patience` for what takes long to find out.
  virtual std::string remark(std::chrono::milliseconds /*patience*/) const { return {}; }

  /// The target itself if it is on a lattice; null in the plane.
  virtual const LatticeTarget* lattice() const { return nullptr; }
  /// The target itself if it is over configurations of sites; else null.
  virtual const SitePlane* sites() const { return nullptr; }
  /// Numbers behind the fields of a chain's state that hold its configuration of sites.
  virtual int configuration_words() const { return 0; }

  int dim = 2;  ///< from the descriptor
};

/// A chain has diverged once a coordinate is larger than this, or its energy larger than `largest_energy`: a
/// million times as far from the origin as the target's window. Both are far within single precision, so that
/// chains diverge at the same place on every backend.
double reach_of(const Target& target);
inline constexpr double largest_energy = 1e18;

/// Useful range of a parameter for this target: for a coordinate the window or, on a lattice, the sites; for
/// a length up to half of that.
Range slider_on(const Target& target, const Parameter& parameter);
/// Whether the parameter has an effect on this target: a second coordinate has none where there is one dimension.
bool has_effect_on(const Target& target, const Parameter& parameter);

}  // namespace ergo
