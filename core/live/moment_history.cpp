#include "core/live/moment_history.h"

#include <algorithm>
#include <cmath>

namespace ergo {

namespace {
constexpr std::size_t most_known = 4096;
}  // namespace

void MomentHistory::add(const Moment& at) {
  while (!known_.empty() && known_.back().steps >= at.steps) known_.pop_back();
  if (known_.size() == most_known) {
    std::size_t kept = 0;
    for (std::size_t i = 1; i < known_.size(); i += 2) known_[kept++] = known_[i];
    known_.resize(kept);
  }
  known_.push_back(at);
}

void MomentHistory::cut(double gradients) {
  while (!known_.empty() && known_.back().gradients > gradients) known_.pop_back();
}

Moment MomentHistory::at(std::uint64_t step) const {
  const auto wanted = static_cast<double>(step);
  const auto after = std::ranges::lower_bound(known_, wanted, {}, &Moment::steps);
  if (after == known_.end()) return known_.empty() ? Moment{} : known_.back();
  const Moment before = after == known_.begin() ? Moment{} : *std::prev(after);
  if (after->steps <= before.steps) return *after;
  const double share = (wanted - before.steps) / (after->steps - before.steps);
  return {std::lerp(before.gradients, after->gradients, share), wanted,
          std::lerp(before.seconds, after->seconds, share)};
}

}  // namespace ergo
