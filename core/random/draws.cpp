#include "core/random/draws.h"

#include <cmath>

#include "core/maths/elementary.h"
#include "core/random/philox.h"

namespace ergo {

namespace {
double uniform(std::uint32_t word) { return ((word >> 9) + 0.5) * 0x1p-23; }
}  // namespace

PhiloxWords Draws::words(std::uint64_t counter, std::uint32_t slot) const {
  return philox({static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), chain_,
                 (static_cast<std::uint32_t>(purpose_) << 16) | slot},
                seed_);
}

PhiloxWords Draws::batch_words(int evaluation, int block) const {
  return words(step_, (8u << 16) | static_cast<std::uint32_t>(batch_blocks * evaluation + block));
}

double Draws::lone_uniform() const { return uniform(words(step_ / 4, 0xffff)[step_ % 4]); }

Draw Draws::operator()(std::uint32_t slot) const {
  const PhiloxWords words = this->words(step_, slot);
  // Box-Muller
  const double radius = std::sqrt(-2 * std::log(uniform(words[0])));
  const auto [cosine, sine] = maths::unit_circle(uniform(words[1]));
  return {radius * cosine, dim_ > 1 ? radius * sine : 0.0, uniform(words[2]), uniform(words[3])};
}

double datum(std::uint32_t index) { return Draws(2014, Purpose::data, index, 0, 1)(0).normal_x; }

}  // namespace ergo
