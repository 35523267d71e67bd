#pragma once

#include <string>

#include "core/sites/site_draws.h"
#include "core/sites/site_target.h"
#include "core/unit/lattice.h"

namespace ergo {

/// Two whole numbers that tell where a configuration is in a picture:
/// - of a target made of pairs: how many sites have the counted value (1 of two values, else 0), and how many pairs
///   have unlike values. For spins, E is a function of these two.
/// - of other binary sites: how many are 1 in the first and in the second half;
/// - of numbers: x_1 and x_2.
/// Where there are too many values, neighbouring ones share a cell.
class SiteStatistics {
 public:
  static constexpr int most_cells = 65;  ///< along each axis

  /// The target must outlive it.
  explicit SiteStatistics(const SiteTarget& target);

  /// Cells along the axes.
  Sides cells() const { return {x_.cells(), y_.cells()}; }
  /// How place() counts: see shaders/common/site_steps.glsl.
  enum class Kind { pairs, halves, numbers };
  struct Counted {
    Kind kind;
    int value;  ///< that the first statistic counts
    int half;   ///< sites of the first half
  };
  Counted counted() const { return {kind_, counted_, half_}; }
  /// Values of a statistic that share a cell: cell k holds k width .. (k + 1) width - 1.
  int width_x() const { return x_.width; }
  int width_y() const { return y_.width; }
  /// What the axes count, in words: "spins up", or "spins up/2" where two values share a cell.
  const std::string& title_x() const { return x_.title; }
  const std::string& title_y() const { return y_.title; }

  /// What a cell holds: "spins up 48–51, unlike pairs 200–207".
  std::string words(Position cell) const;

  /// The cell of a configuration.
  Position place(ConfigurationView x) const;
  /// The cell of number of marked sites and unlike pairs; only of targets made of pairs.
  Position place_of_counts(int marked, int unlike) const;
  /// A configuration with the first statistic in the cell's range, and of targets that are not made of pairs the second
  /// one too. Each value in the range is equally likely, and then each such configuration.
  Configuration configuration_near(Position cell, const SiteDraws& draws) const;

 private:
  struct Axis {
    std::string name, title;
    int largest = 0;  ///< value of the statistic
    int width = 1;
    int cells() const { return largest / width + 1; }
  };
  static Axis axis(const std::string& name, int largest, int least_width = 1);
  int value_in(const Axis& axis, double cell, double uniform) const;
  void mark(std::span<std::uint8_t> sites, int count, std::uint32_t slot, const SiteDraws& draws) const;

  const SiteTarget& target_;
  Kind kind_;
  std::uint8_t counted_ = 1;  ///< the value that the first statistic counts
  int half_;                  ///< sites of the first half
  Axis x_, y_;
};

}  // namespace ergo
