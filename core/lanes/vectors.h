#pragma once

#include "core/lanes/maths.h"

/// GLSL's vectors, of single numbers and of lanes; arrays; and what is read by index. An index is held within what
/// there is, because lanes that are not at work read too.
namespace ergo::lanes::ERGO_LANE_SET {

/// The kinds of what is the same in all lanes, and of what is not.
struct Single {
  using Float = float;
  using Int = int;
  using Uint = Word;
  using Mask = bool;
};
struct Lanes {
  using Float = ERGO_LANE_SET::Float;
  using Int = ERGO_LANE_SET::Int;
  using Uint = ERGO_LANE_SET::Uint;
  using Mask = ERGO_LANE_SET::Mask;
};

template <class Kind>
struct Vec2 {
  using F = typename Kind::Float;
  F x, y;
  Vec2() = default;
  ERGO_LANES_INLINE Vec2(F x, F y) : x(x), y(y) {}
  ERGO_LANES_INLINE explicit Vec2(F both) : x(both), y(both) {}
#define ERGO_LANES_OPERATOR(sign)                                                                      \
  ERGO_LANES_INLINE friend Vec2 operator sign(Vec2 a, Vec2 b) { return {a.x sign b.x, a.y sign b.y}; } \
  ERGO_LANES_INLINE friend Vec2 operator sign(Vec2 a, F b) { return {a.x sign b, a.y sign b}; }
  ERGO_LANES_OPERATOR(+)
  ERGO_LANES_OPERATOR(-)
  ERGO_LANES_OPERATOR(*)
  ERGO_LANES_OPERATOR(/)
#undef ERGO_LANES_OPERATOR
  ERGO_LANES_INLINE friend Vec2 operator*(F a, Vec2 b) { return {a * b.x, a * b.y}; }
  ERGO_LANES_INLINE friend Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
  ERGO_LANES_INLINE friend auto operator==(Vec2 a, Vec2 b) { return (a.x == b.x) & (a.y == b.y); }
};
template <class Kind>
struct Vec3 {
  typename Kind::Float x, y, z;
};
template <class Kind>
struct Vec4 {
  typename Kind::Float x, y, z, w;
  ERGO_LANES_INLINE Vec2<Kind> xy() const { return {x, y}; }
  ERGO_LANES_INLINE Vec2<Kind> zw() const { return {z, w}; }
};
template <class Kind>
struct Uvec2 {
  typename Kind::Uint x, y;
  ERGO_LANES_INLINE friend Uvec2 operator+(Uvec2 a, Uvec2 b) { return {a.x + b.x, a.y + b.y}; }
};
template <class Kind>
struct Uvec4 {
  using U = typename Kind::Uint;
  U x, y, z, w;
  Uvec4() = default;
  ERGO_LANES_INLINE Uvec4(U x, U y, U z, U w) : x(x), y(y), z(z), w(w) {}
  ERGO_LANES_INLINE Uvec4(Uvec2<Kind> xy, U z, U w) : x(xy.x), y(xy.y), z(z), w(w) {}
  ERGO_LANES_INLINE Uvec2<Kind> xy() const { return {x, y}; }
  ERGO_LANES_INLINE Uvec2<Kind> zw() const { return {z, w}; }
};

template <class Kind>
ERGO_LANES_INLINE auto dot(Vec2<Kind> a, Vec2<Kind> b) {
  return fma(a.x, b.x, a.y * b.y);
}
template <class Kind>
ERGO_LANES_INLINE auto length(Vec2<Kind> a) {
  return sqrt(dot(a, a));
}
#define ERGO_LANES_FUSED(name)                                                            \
  template <class Kind>                                                                   \
  ERGO_LANES_INLINE Vec2<Kind> name(Vec2<Kind> a, Vec2<Kind> b, Vec2<Kind> c) {           \
    return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                    \
  }                                                                                       \
  template <class Kind>                                                                   \
  ERGO_LANES_INLINE Vec2<Kind> name(Vec2<Kind> a, typename Kind::Float b, Vec2<Kind> c) { \
    return {name(a.x, b, c.x), name(a.y, b, c.y)};                                        \
  }                                                                                       \
  template <class Kind>                                                                   \
  ERGO_LANES_INLINE Vec2<Kind> name(typename Kind::Float a, Vec2<Kind> b, Vec2<Kind> c) { \
    return {name(a, b.x, c.x), name(a, b.y, c.y)};                                        \
  }
ERGO_LANES_FUSED(fma)
ERGO_LANES_FUSED(fms)
ERGO_LANES_FUSED(fnma)
#undef ERGO_LANES_FUSED

ERGO_LANES_INLINE Vec2<Lanes> spread(Vec2<Single> a) { return {spread(a.x), spread(a.y)}; }
ERGO_LANES_INLINE Vec3<Lanes> spread(Vec3<Single> a) { return {spread(a.x), spread(a.y), spread(a.z)}; }
ERGO_LANES_INLINE Vec4<Lanes> spread(Vec4<Single> a) { return {spread(a.x), spread(a.y), spread(a.z), spread(a.w)}; }
ERGO_LANES_INLINE Uvec2<Lanes> spread(Uvec2<Single> a) { return {spread(a.x), spread(a.y)}; }
ERGO_LANES_INLINE Uvec4<Lanes> spread(Uvec4<Single> a) { return {spread(a.x), spread(a.y), spread(a.z), spread(a.w)}; }
template <template <class> class Struct>
ERGO_LANES_INLINE Struct<Lanes> spread(const Struct<Single>& a) {
  return Struct<Lanes>::spread(a);
}

ERGO_LANES_INLINE Vec2<Lanes> blend(Mask m, const Vec2<Lanes>& a, const Vec2<Lanes>& b) {
  return {blend(m, a.x, b.x), blend(m, a.y, b.y)};
}
ERGO_LANES_INLINE Vec3<Lanes> blend(Mask m, const Vec3<Lanes>& a, const Vec3<Lanes>& b) {
  return {blend(m, a.x, b.x), blend(m, a.y, b.y), blend(m, a.z, b.z)};
}
ERGO_LANES_INLINE Vec4<Lanes> blend(Mask m, const Vec4<Lanes>& a, const Vec4<Lanes>& b) {
  return {blend(m, a.x, b.x), blend(m, a.y, b.y), blend(m, a.z, b.z), blend(m, a.w, b.w)};
}
ERGO_LANES_INLINE Uvec2<Lanes> blend(Mask m, const Uvec2<Lanes>& a, const Uvec2<Lanes>& b) {
  return {blend(m, a.x, b.x), blend(m, a.y, b.y)};
}
ERGO_LANES_INLINE Uvec4<Lanes> blend(Mask m, const Uvec4<Lanes>& a, const Uvec4<Lanes>& b) {
  return {blend(m, a.x, b.x), blend(m, a.y, b.y), blend(m, a.z, b.z), blend(m, a.w, b.w)};
}

template <class Kind>
ERGO_LANES_INLINE typename Kind::Uint component(const Uvec4<Kind>& a, int k) {
  return k == 0 ? a.x : k == 1 ? a.y : k == 2 ? a.z : a.w;
}

ERGO_LANES_INLINE Float load(const float* from) {
  Float loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
ERGO_LANES_INLINE void store(float* to, Float value) { __builtin_memcpy(to, &value, sizeof value); }

ERGO_LANES_INLINE float read(const float* numbers, int count, int index) { return numbers[clamp(index, 0, count - 1)]; }
ERGO_LANES_INLINE Float read(const float* numbers, int count, Int index) {
  const Int held = clamp(index, spread(0), spread(count - 1));
  Float found{};
  for (int k = 0; k < width; ++k) found.v[k] = numbers[held.v[k]];
  return found;
}
ERGO_LANES_INLINE int read(const int* numbers, int count, int index) {
  return numbers[clamp(index, 0, count - 1)];
}
ERGO_LANES_INLINE Int read(const int* numbers, int count, Int index) {
  const Int held = clamp(index, spread(0), spread(count - 1));
  Int found{};
  for (int k = 0; k < width; ++k) found.v[k] = numbers[held.v[k]];
  return found;
}
/// Rows of four numbers.
ERGO_LANES_INLINE Vec4<Lanes> read_row(const float* rows, int count, Int index) {
  const Int at = clamp(index, spread(0), spread(count - 1)) << 2;
  Vec4<Lanes> found{};
  for (int k = 0; k < width; ++k) {
    const float* row = rows + at.v[k];
    found.x.v[k] = row[0];
    found.y.v[k] = row[1];
    found.z.v[k] = row[2];
    found.w.v[k] = row[3];
  }
  return found;
}

ERGO_LANES_INLINE void set_lane(Float& to, const Float& from, int k) { to.v[k] = from.v[k]; }
ERGO_LANES_INLINE void set_lane(Vec2<Lanes>& to, const Vec2<Lanes>& from, int k) {
  to.x.v[k] = from.x.v[k];
  to.y.v[k] = from.y.v[k];
}

template <class T, int count>
struct Array {
  T elements[count];

  ERGO_LANES_INLINE T get(int index) const { return elements[clamp(index, 0, count - 1)]; }
  ERGO_LANES_INLINE T get(Int index) const {
    T found{};
    const Int held = clamp(index, spread(0), spread(count - 1));
    for (int k = 0; k < width; ++k) set_lane(found, elements[held.v[k]], k);
    return found;
  }
  ERGO_LANES_INLINE void set(Mask mask, int index, const T& value) {
    assign(mask, elements[clamp(index, 0, count - 1)], value);
  }
  ERGO_LANES_INLINE void set(Mask mask, Int index, const T& value) {
    const Int held = clamp(index, spread(0), spread(count - 1));
    for (int k = 0; k < width; ++k)
      if (mask.v[k] != 0) set_lane(elements[held.v[k]], value, k);
  }
};

}  // namespace ergo::lanes::ERGO_LANE_SET
