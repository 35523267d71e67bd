#pragma once

#include <memory>

#include "core/sites/site_target.h"

namespace ergo {

/// A restricted Boltzmann machine: log p(v, h) = b.v + c.h + h'W v + const with bits v_i and h_j.
struct RbmWeights {
  std::vector<double> b;  ///< [visible]
  std::vector<double> c;  ///< [hidden]
  std::vector<double> w;  ///< [hidden, visible], by rows
};

inline constexpr std::size_t most_visible = 1024, most_hidden = 512;

/// All of them independent N(0, scale^2).
RbmWeights random_rbm_weights(int visible, int hidden, double scale, std::uint64_t seed);

/// Its visible bits, E(v) = -b.v - sum_j log(1 + e^(c_j + W_j.v)), the hidden ones summed out; the extension
/// is the same formula at real v. Throws Error for no or more than most_hidden hidden units, and weights of the
/// wrong number.
std::shared_ptr<const SiteTarget> rbm_target(RbmWeights weights);

/// The weights of such a target; null of another one.
const RbmWeights* rbm_weights(const SiteTarget& target);

}  // namespace ergo
