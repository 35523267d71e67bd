#include "core/backend/backend.h"

#include <algorithm>

namespace ergo {

std::size_t ChainData::diverged_count() const {
  return diverged.size() - std::count(diverged.begin(), diverged.end(), 0u);
}

int state_offset(const Descriptor& sampler, std::string_view field) {
  if (field == "x") return 0;
  if (field == "energy") return 2;
  if (field == "gradient") return 3;
  int offset = chain_state_size;
  for (const auto& f : sampler.state) {
    if (f.id == field) return offset;
    offset += f.components;
  }
  return -1;
}

}  // namespace ergo
