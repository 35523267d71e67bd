#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/random/draws.h"
#include "core/random/site_draws.h"
#include "core/unit/lattice.h"
#include "core/unit/sampler.h"

/// What the kernel text needs of GLSL, in double, so that the very text of a unit compiles as C++. Units'
/// names are looked up in here before the global functions of <cmath>.
namespace ergo::kernel_text {

using uint = unsigned;

struct vec2 {
  double x, y;
  vec2() = default;
  explicit vec2(double both) : x(both), y(both) {}
  vec2(double x, double y) : x(x), y(y) {}
  vec2& operator+=(vec2 b) { return *this = {x + b.x, y + b.y}; }
  vec2& operator-=(vec2 b) { return *this = {x - b.x, y - b.y}; }
  vec2& operator*=(double s) { return *this = {x * s, y * s}; }
  vec2& operator/=(double s) { return *this = {x / s, y / s}; }
};
inline vec2 operator+(vec2 a, vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline vec2 operator-(vec2 a, vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline vec2 operator*(vec2 a, vec2 b) { return {a.x * b.x, a.y * b.y}; }
inline vec2 operator/(vec2 a, vec2 b) { return {a.x / b.x, a.y / b.y}; }
inline vec2 operator+(vec2 a, double s) { return {a.x + s, a.y + s}; }
inline vec2 operator-(vec2 a, double s) { return {a.x - s, a.y - s}; }
inline vec2 operator*(vec2 a, double s) { return {a.x * s, a.y * s}; }
inline vec2 operator*(double s, vec2 a) { return {s * a.x, s * a.y}; }
inline vec2 operator/(vec2 a, double s) { return {a.x / s, a.y / s}; }
inline vec2 operator-(vec2 a) { return {-a.x, -a.y}; }
inline bool operator==(vec2 a, vec2 b) { return a.x == b.x && a.y == b.y; }

#define ERGO_UNARY(name) \
  inline double name(double x) { return std::name(x); }
ERGO_UNARY(abs)
ERGO_UNARY(exp)
ERGO_UNARY(log)
ERGO_UNARY(expm1)
ERGO_UNARY(log1p)
ERGO_UNARY(sqrt)
ERGO_UNARY(sin)
ERGO_UNARY(cos)
ERGO_UNARY(tan)
ERGO_UNARY(asin)
ERGO_UNARY(acos)
ERGO_UNARY(atan)
ERGO_UNARY(floor)
ERGO_UNARY(ceil) ERGO_UNARY(trunc) ERGO_UNARY(exp2) ERGO_UNARY(log2)
#undef ERGO_UNARY
    inline double log_near_1(double y, double x) {
  return std::abs(x) < 0.3 ? std::log1p(x) : std::log(y);
}
struct vec3 {
  double x, y, z;
};
struct vec4 {
  double x, y, z, w;
};

inline bool isnan(double x) { return std::isnan(x); }
inline bool isinf(double x) { return std::isinf(x); }
inline double atan(double y, double x) { return std::atan2(y, x); }
inline double pow(double x, double y) { return std::pow(x, y); }
inline double min(double a, double b) { return b < a ? b : a; }
inline double max(double a, double b) { return a < b ? b : a; }
inline int min(int a, int b) { return b < a ? b : a; }
inline int max(int a, int b) { return a < b ? b : a; }
inline int abs(int a) { return a < 0 ? -a : a; }
inline double clamp(double x, double low, double high) { return min(max(x, low), high); }
inline int bitCount(int a) { return std::popcount(static_cast<unsigned>(a)); }
inline double mix(double a, double b, double t) { return a * (1 - t) + b * t; }
inline double step(double edge, double x) { return x < edge ? 0 : 1; }
inline double sign(double x) { return (x > 0) - (x < 0); }
inline double fract(double x) { return x - std::floor(x); }
inline double mod(double x, double y) { return x - y * std::floor(x / y); }
inline double inversesqrt(double x) { return 1 / std::sqrt(x); }
inline double radians(double degrees) { return degrees * (3.141592653589793 / 180); }
inline double dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
inline double length(vec2 a) { return std::sqrt(dot(a, a)); }
inline double distance(vec2 a, vec2 b) { return length(a - b); }
inline vec2 normalize(vec2 a) { return a / length(a); }

inline int GRADIENT_NOISE = 0;  ///< a constant in GLSL, where each kind is a program of its own

struct Stream {
  const Draws* draws;
  double noise;
};
struct Draw {
  vec2 normal;
  double uniform1, uniform2;
};
inline Draw draw(Stream stream, int slot) {
  const ergo::Draw drawn = (*stream.draws)(static_cast<std::uint32_t>(slot));
  return {{drawn.normal_x, drawn.normal_y}, drawn.uniform1, drawn.uniform2};
}

inline int noise_slot(int evaluation) { return static_cast<int>(ergo::noise_slot(evaluation)); }
struct uvec4 {
  uint x, y, z, w;
  uint operator[](int i) const { return i == 0 ? x : i == 1 ? y : i == 2 ? z : w; }
};
inline uvec4 batch_words(Stream stream, int evaluation, int block) {
  const PhiloxWords words = stream.draws->batch_words(evaluation, block);
  return {words[0], words[1], words[2], words[3]};
}
inline void umulExtended(uint a, uint b, uint& high, uint& low) {
  const std::uint64_t product = std::uint64_t{a} * b;
  high = static_cast<uint>(product >> 32);
  low = static_cast<uint>(product);
}

inline uint step_modulo(Stream stream, uint n) { return static_cast<uint>(stream.draws->step() % n); }

inline double lone_uniform(Stream stream) { return stream.draws->lone_uniform(); }

inline double datum(int index) { return ergo::datum(static_cast<std::uint32_t>(index)); }

/// common/discrete_gaussian.glsl itself, whose sums are approximate. Units' text calls the exact ones below,
/// so that it can be compared with the twins to the last digits.
namespace discrete_gaussian_text {
double nearest_site(double x, double side);
double site_log_normaliser(double centre, double variance, double side);
double site_log_mass(double centre, double variance, double side, double y);
double try_rounding(double centre, double variance, double side, double normal, double u);
double try_ratio(double centre, double variance, double side, double u, double v);
vec2 draw_sites(vec2 centre, vec2 variance, vec2 sides, Stream stream, int slot);
}  // namespace discrete_gaussian_text

using discrete_gaussian_text::nearest_site;
inline DiscreteGaussian site_distribution(double centre, double variance, double side) {
  return {centre, variance, static_cast<int>(side)};
}
inline double site_normaliser(double centre, double variance, double side) {
  return std::exp(site_distribution(centre, variance, side).log_normaliser());
}
inline double site_log_normaliser(double centre, double variance, double side) {
  return site_distribution(centre, variance, side).log_normaliser();
}
inline double site_log_mass(double centre, double variance, double side, double y) {
  return site_distribution(centre, variance, side).log_mass(static_cast<int>(y));
}
inline vec2 draw_sites(vec2 centre, vec2 variance, vec2 sides, Stream stream, int slot) {
  const Sites sites = ergo::draw_sites(site_distribution(centre.x, variance.x, sides.x),
                                       site_distribution(centre.y, variance.y, sides.y), *stream.draws,
                                       static_cast<std::uint32_t>(slot));
  return {static_cast<double>(sites.x), static_cast<double>(sites.y)};
}

/// The lattice that the text runs on; its table is a buffer in GLSL.
inline const LatticeTarget* LATTICE = nullptr;
inline vec2 lattice_sides() {
  return {static_cast<double>(LATTICE->sides().x), static_cast<double>(LATTICE->sides().y)};
}
inline vec2 lattice_d() { return {LATTICE->curvature().d.x, LATTICE->curvature().d.y}; }
inline vec3 lattice_m() {
  const auto& [d, xx, xy, yy] = LATTICE->curvature();
  return {xx, xy, yy};
}
inline vec4 lattice_site(vec2 x) {
  const std::size_t index = LATTICE->sides().index(LATTICE->sides().nearest({x.x, x.y}));
  const auto& [energy, gradient] = LATTICE->table()[index];
  return {energy, gradient.x, gradient.y, LATTICE->distribution()[index]};
}

/// What a target in the plane tells the device beside its parameters; a buffer in GLSL.
inline std::span<const double> target_data;

/// The kernel text of one pair with parameter values in descriptor order. Both calls work on a row of state
/// as ChainRow has it, and write the report.
struct PairText {
  using Call =
      std::function<void(std::span<const double> target, std::span<const double> sampler, const Draws& draws,
                         const GradientNoise& noise, std::span<double> state, std::span<double> report)>;
  std::string target, sampler;
  Call init, step;
};

/// All registered pairs; written by kernel_text_generator.
std::vector<PairText> pair_texts();

template <class T>
T from_numbers(std::span<const double> numbers) {
  if (numbers.size_bytes() > sizeof(T)) throw std::logic_error("the generated struct is too small");
  T value{};
  if (!numbers.empty()) std::memcpy(static_cast<void*>(&value), numbers.data(), numbers.size_bytes());
  return value;
}

template <class T>
void to_numbers(const T& value, std::span<double> numbers) {
  if (numbers.size_bytes() > sizeof(T)) throw std::logic_error("the generated struct is too small");
  if (!numbers.empty()) std::memcpy(numbers.data(), &value, numbers.size_bytes());
}

template <class State, class Sampler, class Target, class Constants, class Transition, class Evaluation>
PairText pair_text(std::string target, std::string sampler, Constants (*prepare)(Target),
                   Evaluation (*observe)(vec2, Constants, Stream, int),
                   State (*moved_to)(State, vec2, Evaluation),
                   Transition (*init)(State, Sampler, Constants, Stream),
                   Transition (*step)(State, Sampler, Constants, Stream)) {
  const auto call = [=](bool starts, std::span<const double> target_values,
                        std::span<const double> sampler_values, const Draws& draws,
                        const GradientNoise& noise, std::span<double> state, std::span<double> report) {
    GRADIENT_NOISE = static_cast<int>(noise.kind);
    const Stream stream{&draws, noise.sigma};
    const Constants t = prepare(from_numbers<Target>(target_values));
    auto s = from_numbers<State>(state);
    if (starts) s = moved_to(s, s.x, observe(s.x, t, stream, 0));
    const Transition next = (starts ? init : step)(s, from_numbers<Sampler>(sampler_values), t, stream);
    to_numbers(next.state, state);
    to_numbers(next.report, report);
  };
  return {std::move(target), std::move(sampler), std::bind_front(call, true), std::bind_front(call, false)};
}

}  // namespace ergo::kernel_text
