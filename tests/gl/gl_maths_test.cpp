// The functions of common/maths.glsl against the host's in double.
#include <cmath>
#include <functional>

#include "tests/gl/gl_fixture.h"

namespace ergo::gl_maths_test {
namespace {

class GlMaths : public GlTest {
 protected:
  /// Largest relative error of a GLSL function of one variable over the points.
  double worst_error(const std::string& call, const std::vector<float>& points,
                     const std::function<double(double)>& exact) {
    KernelSource source = shader(ShaderLibrary(), {"common/maths.glsl"});
    source.text += R"(
float cosine(float turns) { return unit_circle(turns).x; }
float sine(float turns) { return unit_circle(turns).y; }
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Points { float points[]; };
layout(std430, binding = 1) buffer Values { float values[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < uint(values.length())) values[i] = )" +
                   call + "(points[i]);\n}";
    const auto values = compute<float>(source, points, points.size(), points.size());
    double worst = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double truth = exact(points[i]);
      worst = std::max(worst, truth == 0 ? std::abs(values[i]) / 1e-300 : std::abs(values[i] / truth - 1));
    }
    return worst;
  }
};

/// 2^16 numbers from low to high, and as many that close in on 0 geometrically.
std::vector<float> points(double low, double high) {
  constexpr int count = 1 << 16;
  std::vector<float> all = {0.0F};
  for (int i = 0; i <= count; ++i) all.push_back(static_cast<float>(low + (high - low) * i / count));
  for (int i = 0; i < count; ++i) {
    const double shrunk = std::exp(-60.0 * i / count);
    all.push_back(static_cast<float>((i % 2 ? low : high) * shrunk));
  }
  return all;
}

// Each polynomial branch makes fewer than 8 roundings on top of its fit's error; GLSL's own exp is allowed
// 3 + 2|x| units in the last place, log 3.
TEST_F(GlMaths, Expm1) {
  EXPECT_LE(worst_error("expm1", points(-0.7, 0.7), [](double x) { return std::expm1(x); }), 8 * 0x1p-24);
  EXPECT_LE(worst_error("expm1", points(-20, -0.8), [](double x) { return std::expm1(x); }), 46 * 0x1p-23);
}

TEST_F(GlMaths, Log1p) {
  EXPECT_LE(worst_error("log1p", points(-0.29, 0.42), [](double x) { return std::log1p(x); }), 8 * 0x1p-24);
  EXPECT_LE(worst_error("log1p", points(-0.9999, 1000), [](double x) { return std::log1p(x); }), 8 * 0x1p-23);
}

TEST_F(GlMaths, UnitCircle) {
  std::vector<float> turns;
  for (int i = 1; i <= 1 << 16; ++i) turns.push_back(static_cast<float>(i) * 0x1p-16F);
  // Near the axes' zeros the reduction is exact, so even relative accuracy holds.
  const double pi = std::acos(-1.0);
  const auto cosine = [&](double turn) { return turn == 0.25 || turn == 0.75 ? 0 : std::cos(2 * pi * turn); };
  const auto sine = [&](double turn) { return turn == 0.5 || turn == 1 ? 0 : std::sin(2 * pi * turn); };
  EXPECT_LE(worst_error("cosine", turns, cosine), 8 * 0x1p-24);
  EXPECT_LE(worst_error("sine", turns, sine), 8 * 0x1p-24);
}

}  // namespace
}  // namespace ergo::gl_maths_test
