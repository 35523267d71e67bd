#pragma once

#include <string>

#include "core/base/given_file.h"
#include "core/site_targets/rbm.h"

namespace ergo {

/// The weights of a machine in an .npz file: arrays b [visible], c [hidden] and w [hidden, visible], as `ergo
/// learn --out` writes them. Averaged weights, b_mean, c_mean and w_mean, go before them. Other arrays are
/// passed over. Throws Error naming `where` and the file for a missing array, shapes that do not go together,
/// more than most_visible or most_hidden units, and numbers that are not finite or beyond
/// largest_given_weight.
RbmWeights given_rbm_weights(const GivenFile& file, const std::string& where);

/// So large a weight makes a bit certain; sums of them stay exact to 1e-6.
inline constexpr double largest_given_weight = 1e6;

}  // namespace ergo
