#pragma once

#include <cstdint>

namespace ergo::lanes {

/// Functions on arrays, whose length is a multiple of 16.
struct LaneFunctions {
  using Of = void (*)(const float* x, float* y, int count);
  Of exp, exp2, log, log2, sin, cos, floor, ceil;
  void (*remainder)(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t* y, int count);
};

}  // namespace ergo::lanes
