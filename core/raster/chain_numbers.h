#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/run/session.h"

namespace ergo {

/// Components of a run's chains in single precision, as the picture reads them.
class ChainNumbers {
 public:
  /// One component of all chains.
  class Column {
   public:
    Column() = default;
    Column(const float* first, std::size_t step) : first_(first), step_(step) {}
    float operator[](std::size_t chain) const { return first_[chain * step_]; }

   private:
    const float* first_ = nullptr;
    std::size_t step_ = 0;
  };

  /// These components of the chains as they are now; of negative ones nothing. Waits for the device.
  void take(Session& session, std::span<const int> state, std::span<const int> report);
  /// The same of these chains.
  void take(const ChainData& data, std::span<const int> state, std::span<const int> report);

  std::size_t chains() const { return chains_; }
  Column state(int component) const { return column(state_, component); }  ///< one of those taken
  Column report(int component) const { return column(report_, component); }
  bool diverged(std::size_t chain) const { return diverged_[chain] != 0; }

 private:
  /// Two components, [chain, 2].
  struct Pair {
    int pair = 0;
    std::vector<float> numbers;
  };
  static Column column(const std::vector<Pair>& pairs, int component);
  template <class Read>
  void take_pairs(std::vector<Pair>& pairs, std::span<const int> components, const Read& read) const;

  std::size_t chains_ = 0;
  std::vector<Pair> state_, report_;
  std::vector<std::uint32_t> diverged_;
};

}  // namespace ergo
