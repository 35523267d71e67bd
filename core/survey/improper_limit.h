#pragma once

#include <optional>
#include <vector>

namespace ergo {

/// Mass per unit of v on the way to a limit v -> infinity, v the log of a distance far out, or minus the log of a
/// distance close by.
struct MassOnTheWay {
  double v = 0, log_mass = 0;
};

/// Whether the integral of the mass over v diverges, by the last slopes of its log: nothing where it converges or
/// cannot be told. The mass must fall like exp(s v), s < 0; where s itself vanishes like c/v, c < -1. Returns the s of
/// a mass that does not.
std::optional<double> diverging_slope(const std::vector<MassOnTheWay>& mass);

}  // namespace ergo
