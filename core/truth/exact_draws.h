#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/truth/tabulated_density.h"
#include "core/unit/target.h"

namespace ergo {

/// What a replication of exact draws is for; simulated bands use for_band, for_band + 1, ...
enum Replication : std::uint64_t { for_bandwidth, for_paper, for_modes, for_band };

/// Independent draws from any target. They are Target::draw's if the target has them; else they are from the
/// tabulated density, linearly interpolated between nodes 1/256 of the window apart. Interpolation errs by
/// (spacing/length)^2/8 of the density, where the density changes over that length: less than 1e-3 for a length
/// of a twentieth of the window. Heavy tails have graded nodes, which are further apart.
class ExactDraws {
 public:
  explicit ExactDraws(std::shared_ptr<const Target> target);
  /// The draw that `draws` addresses.
  Position at(const Draws& draws) const { return table_ ? tabulated(draws) : *target_->draw(draws); }
  /// log of the integral of exp(-E): the target's own, or the table's if the target does not have it.
  double log_normaliser() const;
  /// How far the table's masses may be off; 0 if the draws are the target's own.
  double error() const { return table_ ? table_->error : 0; }
  /// The first `count` draws of a replication, for the diagnostics' own use: a stream of fixed seed, the same
  /// in every run.
  std::vector<Position> operator()(std::size_t count, std::uint64_t replication) const;

 private:
  Position tabulated(const Draws& draws) const;

  std::shared_ptr<const Target> target_;
  std::optional<TabulatedDensity> table_;
  std::vector<double> cumulative_;
};

/// That the table's error is more than a thousandth, and what of; empty if it is not.
std::string remark_on(const ExactDraws& draws);

}  // namespace ergo
