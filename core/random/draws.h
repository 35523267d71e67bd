#pragma once

#include <cstdint>

#include "core/random/philox.h"

namespace ergo {

/// One slot's worth of randomness: two independent N(0,1) and two independent uniforms on (0,1).
struct Draw {
  double normal_x, normal_y;
  double uniform1, uniform2;
};

/// What the numbers are for; keeps the streams of one (chain, step) apart.
enum class Purpose : std::uint32_t { start = 0, init = 1, step = 2, exact = 3, diagnostics = 4, data = 5 };

/// Addressed randomness: a pure function of (seed, purpose, chain, step, slot). A unit names its slots with
/// its own constants 0, 1, ... (below 65535) and uses the same numbers in both twins. Uniforms are
/// (w/2^9 + 1/2)/2^23 of a word w, exact in float, so both twins see the same number; neither end nor a
/// quarter turn occurs, so no normal vector is 0, and |normal| <= 5.77.
class Draws {
 public:
  Draws(std::uint64_t seed, Purpose purpose, std::uint32_t chain, std::uint64_t step, int dim)
      : seed_(seed), step_(step), chain_(chain), purpose_(purpose), dim_(dim) {}

  /// The draw in `slot`; normal_y is 0 for dim 1.
  Draw operator()(std::uint32_t slot) const;

  /// A uniform on (0,1) of this step, independent of all slots and cheaper on the device: the words of the
  /// block at step/4, in a slot of their own, serve four steps.
  double lone_uniform() const;

  /// Four random words for the mini-batch of the evaluation number `evaluation` < 1024 of a gradient, independent of all
  /// slots; block < batch_blocks.
  PhiloxWords batch_words(int evaluation, int block) const;
  static constexpr int batch_blocks = 64;

  std::uint64_t seed() const { return seed_; }
  Purpose purpose() const { return purpose_; }
  std::uint32_t chain() const { return chain_; }
  std::uint64_t step() const { return step_; }

 private:
  PhiloxWords words(std::uint64_t counter, std::uint32_t slot) const;
  std::uint64_t seed_, step_;
  std::uint32_t chain_;
  Purpose purpose_;
  int dim_;
};

/// Number `index` of the N(0,1) data that targets made of data share: x of slot 0 at key 2014, Purpose::data,
/// chain `index`, step 0.
double datum(std::uint32_t index);

}  // namespace ergo
