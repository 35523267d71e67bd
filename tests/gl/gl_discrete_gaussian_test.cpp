// common/discrete_gaussian.glsl on the device, in float, against the double-precision twin.
#include <cmath>

#include "core/random/site_draws.h"
#include "core/verification/chi_squared.h"
#include "tests/gl/gl_fixture.h"
#include "tests/units/discrete_gaussian_distributions.h"

namespace ergo::gl_discrete_gaussian_test {
namespace {

using SiteDistributions = std::vector<DiscreteGaussian>;

class GlDiscreteGaussian : public GlTest {
 protected:
  /// Element i of what the body writes to values[i], invocation i = 0 .. count - 1; distributions as vec4
  /// (centre, variance, side, 0).
  static std::vector<float> run(const std::string& body, const SiteDistributions& distributions,
                                std::size_t count) {
    const ShaderLibrary library;
    KernelSource source = shader(library, {"common/maths.glsl"});
    source.text += "const int DIM = 2;\n";
    for (const char* path : {"common/philox.glsl", "common/draws.glsl", "common/discrete_gaussian.glsl"})
      source.text += library.text(path);
    source.text +=
        "layout(local_size_x = 64) in;\n"
        "layout(std430, binding = 0) buffer Distributions { vec4 distribution_data[]; };\n"
        "layout(std430, binding = 1) buffer Values { float values[]; };\n"
        "void main() {\n  uint i = gl_GlobalInvocationID.x;\n  if (i >= uint(values.length())) return;\n" +
        body + "}\n";
    std::vector<float> numbers;
    for (const auto& q : distributions)
      for (const double x : {q.centre, q.variance, static_cast<double>(q.side), 0.0})
        numbers.push_back(static_cast<float>(x));
    return compute<float>(source, numbers, count, count);
  }
};

/// Distributions whose numbers are exact in float.
SiteDistributions float_distributions() {
  SiteDistributions distributions = grid_of_distributions();
  for (auto& q : distributions) q.variance = static_cast<float>(q.variance);
  return distributions;
}

// The approximations' 8e-7, up to 36 roundings of 2^-24 in a sum and 3 units in the last place of a
// logarithm, here up to 7, of 2^-21 each.
constexpr double device_error = 5e-6;

TEST_F(GlDiscreteGaussian, Normalisers) {
  const auto distributions = float_distributions();
  const auto values = run("values[i] = site_log_normaliser(distribution_data[i].x, distribution_data[i].y, distribution_data[i].z);", distributions,
                          distributions.size());
  for (std::size_t i = 0; i < distributions.size(); ++i)
    EXPECT_NEAR(values[i], distributions[i].log_normaliser(), device_error) << name(distributions[i]);
}

// The same words make the same sites, but where rounding puts a uniform on the other side of a bound: an
// error of 1e-6 about each of 1024 bounds does that to one draw in 500.
TEST_F(GlDiscreteGaussian, DrawsAreTheTwinsAndFollowTheMasses) {
  const auto distributions = drawn_distributions();
  constexpr std::size_t chains = 1 << 14;
  const double level = sidak_level(1e-3, 2 * distributions.size());
  for (std::size_t k = 0; k < distributions.size(); ++k) {
    const auto &q = distributions[k], &other = distributions[(k + 5) % distributions.size()];
    const std::string body =
        "Stream stream = Stream(uvec2(1u, 0u), i / 2u, uvec2(" + std::to_string(k) +
        "u, 0u), PURPOSE_STEP, 0u, 0.0);\n"
        "vec2 site = draw_sites(vec2(distribution_data[0].x, distribution_data[1].x), vec2(distribution_data[0].y, distribution_data[1].y),\n"
        "                       vec2(distribution_data[0].z, distribution_data[1].z), stream, 7);\n"
        "values[i] = (i & 1u) == 0u ? site.x : site.y;\n";
    const auto sites = run(body, {q, other}, 2 * chains);
    std::vector<std::size_t> x(static_cast<std::size_t>(q.side)), y(static_cast<std::size_t>(other.side));
    std::size_t different = 0;
    for (std::uint32_t i = 0; i < chains; ++i) {
      ++x.at(static_cast<std::size_t>(sites[2 * i]));
      ++y.at(static_cast<std::size_t>(sites[2 * i + 1]));
      const Sites twin = draw_sites(q, other, Draws(1, Purpose::step, i, k, 2), 7);
      different += twin.x != static_cast<int>(sites[2 * i]) || twin.y != static_cast<int>(sites[2 * i + 1]);
    }
    EXPECT_LE(different, chains / 250) << name(q) << "; " << name(other);
    EXPECT_GT(chi_squared_test(x, q.masses()).p_value, level) << name(q);
    EXPECT_GT(chi_squared_test(y, other.masses()).p_value, level) << name(other);
  }
}

}  // namespace
}  // namespace ergo::gl_discrete_gaussian_test
