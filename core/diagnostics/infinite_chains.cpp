#include "core/diagnostics/infinite_chains.h"

#include <algorithm>

#include "core/unit/error.h"

namespace ergo {

namespace {
constexpr double most_work = 1 << 28;  // products of one call
}

void InfiniteChains::begin(const RunConfig& initial) {
  initial_ = config_ = initial;
  met_.clear();
  distance_.clear();
  evolution_.reset();
  const auto target = make_target(initial);
  if (!target->lattice() || target->lattice()->sides().count() > most_states) return;
  try {
    evolution_ = std::make_unique<Evolution>(initial);
    distance_.push_back(evolution_->total_variation());
  } catch (const Error&) {  // of steps with auxiliary randomness, or starts without a law, none is known
  }
}

std::optional<double> InfiniteChains::total_variation(const RunConfig& initial, const Journal& journal,
                                                      std::uint64_t step) {
  const auto due = std::ranges::find_if(journal, [&](const JournalEntry& e) { return e.step >= step; });
  const Journal before(journal.begin(), due);
  // What was met must be the tape's beginning, and nothing of the tape may have been passed by.
  const std::size_t common = std::min(met_.size(), before.size());
  const bool same_path =
      std::equal(met_.begin(), met_.begin() + static_cast<std::ptrdiff_t>(common), before.begin()) &&
      (common == before.size() || before[common].step + 1 >= distance_.size());
  if (initial_ != initial || !same_path) begin(initial);
  if (step < distance_.size()) return distance_[step];
  if (!evolution_) return {};
  const double states = static_cast<double>(evolution_->law().size());
  const auto most = static_cast<std::size_t>(std::max(1.0, most_work / (states * states)));
  try {
    for (std::size_t taken = 0; distance_.size() <= step; ++taken) {
      if (taken == most) return {};
      for (; met_.size() < before.size() && before[met_.size()].step < distance_.size();) {
        apply(config_, before[met_.size()].assignment);
        met_.push_back(before[met_.size()]);
        evolution_->configure(config_);
      }
      evolution_->advance(1);
      distance_.push_back(evolution_->total_variation());
    }
  } catch (const Error&) {  // an edit to what has no law
    evolution_.reset();
    return {};
  }
  return distance_[step];
}

}  // namespace ergo
