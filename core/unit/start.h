#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/unit/target.h"

namespace ergo {

class SiteStates;

/// An initial distribution. Host-only: positions are drawn in double and handed to either backend. An object serves
/// one target, so that it may keep what it has computed of it. Draws may be made on several threads at once.
class Start {
 public:
  virtual ~Start() = default;
  /// Throws Error if the target lacks what the start needs, e.g. a mode of that index.
  virtual void check(const Target&) const {}
  /// The position of the chain that `draws` addresses; y is 0 for dim 1.
  virtual Position draw(const Target& target, const Draws& draws) const = 0;
  /// On a target of sites, the configuration of that chain as numbers of a state row, for starts that draw
  /// configurations. Others leave the numbers 0, and the chain begins with one near draw().
  virtual void configuration(const Target&, const Draws&, std::span<double> /*words*/) const {}
  /// Where most draws lie, within one standard deviation of their mean; nothing if they lie where the target does.
  virtual std::optional<Window> place() const { return {}; }
  /// The distribution of draws taken to their nearest sites, by state number; empty where it is not known.
  virtual std::vector<double> distribution(const LatticeTarget&) const { return {}; }
  /// The distribution of configuration() over all configurations of a small target of sites, by number; empty where it is
  /// not known.
  virtual std::vector<double> configuration_distribution(const SiteStates&) const { return {}; }
  /// log of the draws' normalised density; nothing where they have none or it is not known exactly.
  virtual std::optional<double> log_density(Position /*x*/, const Target&) const { return {}; }
};

}  // namespace ergo
