#include "core/diagnostics/start_overlap.h"

#include "core/config/last_target.h"

namespace ergo {

std::shared_ptr<const std::vector<double>> known_start(const Session& session) {
  if (session.config().target == session.initial().target) return session.start_words();
  const auto first = last_target(session.initial().target);
  const SitePlane *now = session.own_target().sites(), *then = first->sites();
  if (!now || !then) return {};
  const bool same =
      now->model()->sites() == then->model()->sites() && now->model()->values() == then->model()->values();
  return same ? session.start_words() : nullptr;
}

Estimate start_overlap(const SitePlane& plane, const ChainData& data, std::span<const std::size_t> chains,
                       std::span<const double> words) {
  const PackedSites& packed = plane.packed();
  const auto count = static_cast<std::size_t>(packed.words());
  if (words.size() != data.chains * count) return {};
  const double sites = plane.model()->sites();
  std::vector<double> shares;
  for (const std::size_t chain : chains) {
    const int differing =
        packed.differing(data.state_row(chain).last(count), words.subspan(chain * count, count));
    shares.push_back(1 - differing / sites);
  }
  return mean_of(shares);
}

}  // namespace ergo
