#include "core/backend/carried_state.h"

#include <algorithm>

#include "core/backend/start_positions.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

bool is_carried(const StateField& field, const Descriptor& before, const Descriptor& after) {
  const auto both = [&](std::string Claims::*claim) {
    return field.id == before.claims.*claim && field.id == after.claims.*claim;
  };
  const bool same_distribution = both(&Claims::momentum_field) && both(&Claims::steering_field);
  return same_distribution || both(&Claims::thermostat_field);
}

namespace {

bool have_same_sites(const SitePlane* a, const SitePlane* b) {
  return a && b && a->model()->sites() == b->model()->sites() && a->model()->values() == b->model()->values();
}

}  // namespace

ChainData carried_state(const ChainData& data, const Descriptor& before, const Target& left, const Target& target,
                        const Descriptor& after) {
  const int width = state_size(after) + target.configuration_words();
  const int channels = static_cast<int>(after.channels.size());
  ChainData next{data.step,
                 data.chains,
                 width,
                 channels,
                 std::vector<double>(data.chains * static_cast<std::size_t>(width)),
                 std::vector<double>(data.chains * static_cast<std::size_t>(channels)),
                 std::vector<std::uint64_t>(data.chains)};
  const auto row_of = [&](std::size_t chain) { return &next.state[chain * static_cast<std::size_t>(width)]; };
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Position x = legal_position(target, data.x(i));
    row_of(i)[0] = x.x;
    row_of(i)[1] = x.y;
    if (have_same_sites(left.sites(), target.sites()))
      std::ranges::copy(data.state_row(i).last(static_cast<std::size_t>(target.configuration_words())),
                        row_of(i) + state_size(after));
  }
  for (const StateField& field : before.state) {
    const bool as_many = components_in_use(field, left.dim) == components_in_use(field, target.dim);
    if (!as_many || !is_carried(field, before, after)) continue;
    const int from = state_offset(before, field.id), to = state_offset(after, field.id),
              parts = std::min(field.components,
                               std::ranges::find(after.state, field.id, &StateField::id)->components);
    for (std::size_t i = 0; i < data.chains; ++i)
      if (data.diverged[i] == 0)
        std::copy_n(&data.state_row(i)[static_cast<std::size_t>(from)], parts, row_of(i) + to);
  }
  return next;
}

}  // namespace ergo
