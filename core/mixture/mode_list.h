#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/unit/parameter.h"
#include "core/unit/target.h"

namespace ergo {

/// One Gaussian of a list, weight * N(centre, R diag(sd1^2, sd2^2) R^T) with R the rotation by `angle`: degrees from
/// the x axis to the first axis, counterclockwise.
struct GaussianMode {
  double weight = 1;  ///< relative to the others of the list
  Position centre;
  double sd1 = 1, sd2 = 1;  ///< along the first axis, and across it
  double angle = 0;
  bool operator==(const GaussianMode&) const = default;
};

/// The legal values, both ends included; a list has at least one mode.
inline constexpr std::size_t most_gaussian_modes = 32;
inline constexpr Range mode_weights{1e-6, 1e6}, mode_coordinates{-1e4, 1e4}, mode_sds{1e-3, 1e3},
    mode_angles{-360, 360};

/// Reads "1 at -2 0 sd 1 0.5 angle 30; 0.5 at 2 1 sd 0.6": for each mode its weight (1 if left out), then in any order
/// "at x y", "sd s1 s2" (1 if left out; s2 is s1 if left out) and "angle degrees" (0 if left out). Semicolons or line
/// breaks stand between modes, spaces between words; blank modes do not count. Throws Error that names `where`, the
/// mode counted from 1, the field, the bad word and the legal ones.
std::vector<GaussianMode> parse_modes(const std::string& text, const std::string& where);

/// The legal texts in words.
std::string legal_modes();

/// The shortest text that parse_modes reads back to the same modes.
std::string modes_text(std::span<const GaussianMode> modes);

/// The nearest legal mode whose numbers have so many significant digits, two or more, and its angle one fewer: the
/// axis' end moves by about as much. The angle is then in (-90, 90], which keeps the density. What an editor sets, so
/// that texts stay short.
GaussianMode rounded(const GaussianMode& mode, int digits);

/// From the centre to the points one standard deviation away along the first and along the second axis, a quarter turn
/// counterclockwise from the first.
Position first_axis(const GaussianMode& mode);
Position second_axis(const GaussianMode& mode);

/// The mode whose axis is the given vector: this axis' standard deviation and the angle follow, the other standard
/// deviation stays. A vector of length 0 leaves the angle.
GaussianMode with_first_axis(GaussianMode mode, Position axis);
GaussianMode with_second_axis(GaussianMode mode, Position axis);

/// The density of a list, with weights that sum to 1.
std::vector<GaussianTerm> terms_of(std::span<const GaussianMode> modes);

/// The list with the density of these terms in two dimensions, up to rounding; first axes are the long ones and the
/// largest weight is 1. Empty if no legal list has it: terms in one dimension, none or too many, or values outside of
/// the limits.
std::vector<GaussianMode> modes_of(std::span<const GaussianTerm> terms);

}  // namespace ergo
