#include "core/unit/descriptor.h"

#include <algorithm>

namespace ergo {

namespace {
template <class Item>
int index_of(const std::vector<Item>& items, std::string_view id) {
  const auto found = std::ranges::find(items, id, &Item::id);
  return found == items.end() ? -1 : static_cast<int>(found - items.begin());
}
}  // namespace

int find_parameter(const Descriptor& descriptor, std::string_view id) {
  return index_of(descriptor.parameters, id);
}

int find_channel(const Descriptor& descriptor, std::string_view id) {
  return index_of(descriptor.channels, id);
}

const std::string& quantity_of(const Channel& channel) {
  return channel.quantity.empty() ? channel.id : channel.quantity;
}

const StateField* steering_field(const Descriptor& descriptor) {
  const int index = index_of(descriptor.state, descriptor.claims.steering_field);
  return index < 0 ? nullptr : &descriptor.state[static_cast<std::size_t>(index)];
}

bool rejects(const Descriptor& sampler, const Parameters& values) {
  const Claims& claims = sampler.claims;
  if (claims.acceptance_channel.empty()) return false;
  return claims.metropolis_parameter.empty() || values.flag(claims.metropolis_parameter);
}

int shown_channel(const Descriptor& descriptor, std::string_view id) {
  const int own = find_channel(descriptor, id);
  if (own < 0) return own;
  const std::string& mean = descriptor.channels[static_cast<std::size_t>(own)].cycle_mean;
  return mean.empty() ? own : find_channel(descriptor, mean);
}

}  // namespace ergo
