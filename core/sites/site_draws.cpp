#include "core/sites/site_draws.h"

#include <algorithm>
#include <array>

#include "core/maths/wide.h"
#include "core/random/philox_row.h"

namespace ergo {
namespace {

ERGO_WIDE void to_numbers(std::uint32_t* words, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) words[k] >>= 9;
}

ERGO_WIDE void to_uniforms(const std::uint32_t* numbers, std::size_t count, double* uniforms) {
  ERGO_INDEPENDENT
  for (std::size_t k = 0; k < count; ++k) uniforms[k] = SiteDraws::of_number(numbers[k]);
}

}  // namespace

void SiteDraws::fill_numbers(std::span<std::uint32_t> numbers) const {
  philox_row(counter(0), seed_, numbers);
  to_numbers(numbers.data(), numbers.size());
}

void SiteDraws::fill(std::span<double> uniforms, std::uint32_t first) const {
  std::array<std::uint32_t, 256> room;
  for (std::size_t slot = 0; slot < uniforms.size(); slot += room.size()) {
    const auto numbers = std::span(room).first(std::min(room.size(), uniforms.size() - slot));
    philox_row(counter((first + static_cast<std::uint32_t>(slot)) / 4), seed_, numbers);
    to_numbers(numbers.data(), numbers.size());
    to_uniforms(numbers.data(), numbers.size(), uniforms.data() + slot);
  }
}

}  // namespace ergo
