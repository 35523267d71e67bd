#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "core/maths/elementary.h"
#include "core/random/draws.h"

namespace ergo {

/// Addressed randomness of the third space: uniforms on (0,1) as a pure function of (seed, purpose, chain,
/// step, slot), four to a block of words, (w/2^9 + 1/2)/2^23 of a word w as those of Draws. Its blocks are
/// none of Draws'.
class SiteDraws {
 public:
  SiteDraws(std::uint64_t seed, Purpose purpose, std::uint32_t chain, std::uint64_t step)
      : seed_(seed), step_(step), chain_(chain), purpose_(purpose) {}

  /// Of the same chain and step.
  explicit SiteDraws(const Draws& draws) : SiteDraws(draws.seed(), draws.purpose(), draws.chain(), draws.step()) {}

  /// The uniform of `slot` < 2^26.
  double operator()(std::uint32_t slot) const { return uniform(words(slot / 4)[slot % 4]); }

  /// Uniforms of the slots first, first + 1 and so on, `first` a multiple of 4.
  void fill(std::span<double> uniforms, std::uint32_t first = 0) const;
  /// Those of the slots 0 .. size - 1 as the whole numbers below uniform_count that of_number() makes uniforms of.
  void fill_numbers(std::span<std::uint32_t> numbers) const;
  static constexpr std::uint32_t uniform_count = 1u << 23;  ///< how many different uniforms there are
  static double of_number(std::uint32_t number) { return (static_cast<int>(number) + 0.5) * 0x1p-23; }

  /// A uniform of 46 bits, of `slot` and the next one: for tables with many entries.
  double fine(std::uint32_t slot) const { return (*this)(slot) + ((*this)(slot + 1) - 0.5) * 0x1p-23; }

  /// Independent N(0, 1), in pairs by two slots each from slot `first` on (Box & Muller 1958).
  void fill_normal(std::uint32_t first, std::span<double> normals) const {
    for (std::size_t k = 0; k < normals.size(); k += 2) {
      const auto slot = first + static_cast<std::uint32_t>(k);
      const double radius = std::sqrt(-2 * std::log((*this)(slot)));
      const auto [cosine, sine] = maths::unit_circle((*this)(slot + 1));
      normals[k] = radius * cosine;
      if (k + 1 < normals.size()) normals[k + 1] = radius * sine;
    }
  }

  /// The uniform that decides on a proposal. It is independent of those of all slots.
  double decision() const { return uniform(words(0xffffff)[0]); }

  std::uint64_t step() const { return step_; }

 private:
  static double uniform(std::uint32_t word) { return of_number(word >> 9); }
  PhiloxWords counter(std::uint32_t block) const {
    return {static_cast<std::uint32_t>(step_), static_cast<std::uint32_t>(step_ >> 32), chain_,
            0x80000000u | (static_cast<std::uint32_t>(purpose_) << 24) | block};
  }
  PhiloxWords words(std::uint32_t block) const { return philox(counter(block), seed_); }
  std::uint64_t seed_, step_;
  std::uint32_t chain_;
  Purpose purpose_;
};

}  // namespace ergo
