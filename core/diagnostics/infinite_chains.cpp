#include "core/diagnostics/infinite_chains.h"

#include <algorithm>
#include <string>

#include "core/exact/auxiliary_moves.h"
#include "core/unit/error.h"

namespace ergo {

namespace {
constexpr double most_work = 1 << 28;         // products of one call
constexpr std::size_t most_masses = 4 << 20;  // kept, 8 bytes each

/// Throws Error where an edit takes too long.
void check_affordable(const RunConfig& config, std::size_t states) {
  const auto sampler = make_sampler(config);
  const LatticeKernel* kernel = sampler->lattice_kernel();
  const std::size_t most =
      kernel && kernel->auxiliary() ? most_live_auxiliary_sites : InfiniteChains::most_states;
  if (states > most)
    throw Error("too many sites to follow their law live:", std::to_string(states),
                "up to " + std::to_string(most), "target");
  const std::size_t longest = InfiniteChains::most_in_a_cycle / std::max<std::size_t>(states, 256);
  if (kernel && static_cast<std::size_t>(kernel->period()) > longest)
    throw Error("too long a cycle to follow its law live:", std::to_string(kernel->period()),
                "up to " + std::to_string(longest), "sampler");
}

}  // namespace

void InfiniteChains::begin(const RunConfig& initial) {
  initial_ = config_ = initial;
  met_.clear();
  laws_.clear();
  evolution_.reset();
  const auto target = make_target(initial);
  if (!target->lattice()) return;
  try {
    check_affordable(initial, target->lattice()->sides().count());
    evolution_ = std::make_unique<Evolution>(initial);
    keep();
  } catch (const Error&) {  // too large, or a start or a noise of which no law is known
  }
}

void InfiniteChains::keep() {
  if (laws_.size() > most_masses / evolution_->law().size()) laws_.back().law.reset();
  laws_.push_back(
      {evolution_->total_variation(), std::make_shared<const std::vector<double>>(evolution_->law())});
}

std::optional<InfiniteLaw> InfiniteChains::at(const RunConfig& initial, const Journal& journal,
                                              std::uint64_t step) {
  const auto due = std::ranges::find_if(journal, [&](const JournalEntry& e) { return e.step >= step; });
  const Journal before(journal.begin(), due);
  // What was met must be the tape's beginning, and nothing of the tape may have been passed by.
  const std::size_t common = std::min(met_.size(), before.size());
  const bool same_path =
      std::equal(met_.begin(), met_.begin() + static_cast<std::ptrdiff_t>(common), before.begin()) &&
      (common == before.size() || before[common].step + 1 >= laws_.size());
  if (initial_ != initial || !same_path) begin(initial);
  if (step < laws_.size()) return laws_[step];
  if (!evolution_) return {};
  const double states = static_cast<double>(evolution_->law().size());
  const auto most = static_cast<std::size_t>(std::max(1.0, most_work / (states * states)));
  try {
    for (std::size_t taken = 0; laws_.size() <= step; ++taken) {
      if (taken == most) return {};
      for (; met_.size() < before.size() && before[met_.size()].step < laws_.size();) {
        apply(config_, before[met_.size()].assignment);
        met_.push_back(before[met_.size()]);
        check_affordable(config_, evolution_->law().size());
        evolution_->configure(config_);
      }
      evolution_->advance(1);
      keep();
    }
  } catch (const Error&) {  // an edit to what has no law
    evolution_.reset();
    return {};
  }
  return laws_[step];
}

}  // namespace ergo
