#pragma once

#include "core/reproduction/experiment.h"
#include "core/site_targets/picture_set.h"
#include "core/site_targets/rbm.h"

namespace ergo {

/// A machine with so many hidden units that has learned a set of pictures, by 400 iterations of persistent
/// contrastive divergence (Tieleman 2008) with block Gibbs sampling, whose learning rate falls. The same in
/// every run.
RbmWeights learned_machine(const PictureSet& set, int hidden, ThreadPool& pool, const Listener& listener);

}  // namespace ergo
