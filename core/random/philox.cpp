#include "core/random/philox.h"

#include <Random123/philox.h>

namespace ergo {

PhiloxWords philox(PhiloxWords counter, std::uint64_t key) {
  const r123::Philox4x32::ctr_type c = {{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x32::key_type k = {
      {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
  const auto words = r123::Philox4x32()(c, k);
  return {words[0], words[1], words[2], words[3]};
}

}  // namespace ergo
