#pragma once

#include <string>
#include <vector>

#include "core/models/run_learning.h"

namespace ergo {

/// The weights in an .npz file, for Session::begin_with: arrays as `ergo learn --out` writes them, of a model
/// of this kind and these sizes. Averaged weights, name_mean, go before those without this ending. They are
/// for the coordinates centre and scale of the file, or the model's own where it has neither. Other arrays
/// are passed over. Throws Error naming the file for a missing array, a shape that is not the model's, and
/// numbers that are not finite.
std::vector<double> read_weights(const std::string& path, const RunLearning& model);

}  // namespace ergo
