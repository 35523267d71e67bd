#pragma once

#include "core/figures/curve_figure.h"
#include "core/run/parameter_sweep.h"

namespace ergo {

/// The height of a tuning curve at any value: on the straight line between its neighbours, as it is drawn. Nothing
/// outside of the curve and beside values where it is not known.
std::optional<double> height_at(const std::vector<SweepPoint>& points, const Parameter& parameter, double value);

/// Whether a value's bias is above most_unbiased standard deviations of the target, and 5 standard errors.
bool is_biased(const SweepPoint& point);
inline constexpr double most_unbiased = 0.05;

/// Panels of a tuning curve, against the parameter: effective sample size per gradient with error bars and, dashed,
/// where it has not settled; the acceptance; the bias if a value is_biased(). Dots mark the value of `run`.
std::vector<CurvePanel> tuning_panels(const ParameterSweep& sweep, const RunConfig& run, const Palette& palette);

}  // namespace ergo
