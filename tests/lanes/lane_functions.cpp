// The functions of core/lanes/maths.h, for one instruction set.
#include "tests/lanes/lane_functions.h"

#include "core/lanes/drive.h"

namespace ergo::lanes::ERGO_LANE_SET {

namespace {

template <class F>
void each(const float* x, float* y, int count, F f) {
  for (int i = 0; i < count; i += width) store(y + i, f(load(x + i)));
}

}  // namespace

extern const LaneFunctions functions;
const LaneFunctions functions = {
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return exp(a); }); },
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return exp2(a); }); },
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return log(a); }); },
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return log2(a); }); },
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return sin(a); }); },
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return cos(a); }); },
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return floor(a); }); },
    [](const float* x, float* y, int n) { each(x, y, n, [](Float a) { return ceil(a); }); },
    [](const std::uint32_t* a, const std::uint32_t* b, std::uint32_t* y, int n) {
      for (int i = 0; i < n; i += width) {
        Uint left, right;
        __builtin_memcpy(&left, a + i, sizeof left);
        __builtin_memcpy(&right, b + i, sizeof right);
        const Uint rest = remainder(left, right);
        __builtin_memcpy(y + i, &rest, sizeof rest);
      }
    },
};

}  // namespace ergo::lanes::ERGO_LANE_SET
