#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/maths/estimate.h"
#include "core/run/session.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

/// Session::start_words(); null after an edit that gave the target another number of sites or of their
/// values.
std::shared_ptr<const std::vector<double>> known_start(const Session& session);

/// Share of its sites at which a chain has the value that it had at step 0: mean over the given chains, with
/// its standard error. `words`: known_start(). NaN where these are not of as many chains or as many
/// words.
Estimate start_overlap(const SitePlane& plane, const ChainData& data, std::span<const std::size_t> chains,
                       std::span<const double> words);

}  // namespace ergo
