#pragma once

#include <vector>

#include "core/expression/tape.h"
#include "core/lanes/seam.h"

namespace ergo::lanes {

/// A formula's tape as plain data, in single precision.
class TapeData {
 public:
  /// Throws Error (Blame::machine) for a tape of too many values.
  explicit TapeData(const formula::Tape& tape);
  TapeData(const TapeData&) = delete;
  TapeData& operator=(const TapeData&) = delete;
  const TapeView& view() const { return view_; }

 private:
  std::vector<float> constants_;
  std::vector<std::uint32_t> places_;
  std::vector<std::vector<TapeInstruction>> instructions_;
  std::vector<TapeSection> sections_;
  TapeView view_{};
};

}  // namespace ergo::lanes
