#pragma once

#include "core/expression/code.h"
#include "core/lanes/drive.h"

/// Runs a formula's tape on lanes, operation by operation as the kernel text that a formula becomes
/// (core/formula/glsl.cpp).
namespace ergo::lanes::ERGO_LANE_SET {

ERGO_LANES_INLINE Float number_of(Mask a) { return blend(a, spread(1.0f), spread(0.0f)); }
ERGO_LANES_INLINE Float with_sign_of(Float size, Float sign) {
  return bits_of_float(int_of_bits(abs(size)) | (int_of_bits(sign) & spread(static_cast<int>(0x80000000u))));
}

/// Cephes' atanf: relative error below 3 units.
ERGO_LANES_INLINE Float arc_tangent(Float x) {
  const Float size = abs(x);
  const Mask large = size > spread(2.414213562f), middle = size > spread(0.4142135624f);
  const Float one = spread(1.0f);
  const Float t = blend(large, -one / size, blend(middle, (size - one) / (size + one), size));
  const Float start = blend(large, spread(1.570796327f), blend(middle, spread(0.7853981634f), spread(0.0f)));
  const Float z = t * t;
  Float p = fma(spread(8.05374449538e-2f), z, spread(-1.38776856032e-1f));
  p = fma(p, z, spread(1.99777106478e-1f));
  p = fma(p, z, spread(-3.33329491539e-1f));
  return with_sign_of(start + fma(p * z, t, t), x);
}
/// The angle of (x, y); 0 at the origin.
ERGO_LANES_INLINE Float angle(Float y, Float x) {
  const Float zero = spread(0.0f), pi = spread(3.14159265f);
  const Float inner = arc_tangent(y / x);  // right for x > 0; an infinite quotient is a quarter of a turn
  const Float turned = inner + blend(x < zero, with_sign_of(pi, y), zero);
  return blend((x == zero) & (y == zero), zero, turned);
}
/// a^b as C has it: below 0 for whole exponents alone.
ERGO_LANES_INLINE Float power(Float a, Float b) {
  const Float zero = spread(0.0f), size = blend(b == zero, spread(1.0f), pow(abs(a), b)), half = spread(0.5f) * b;
  const Mask whole = floor(b) == b, odd = whole & (floor(half) != half);
  return blend(a < zero, blend(whole, blend(odd, -size, size), spread(__builtin_nanf(""))), size);
}

template <class Kernel>
ERGO_LANES_INLINE Float computed(const Kernel& kernel, std::uint32_t code, Float a, Float b, Float c) {
  using formula::Code;
  const Mask all_lanes = spread(true);
  const Float zero = spread(0.0f), one = spread(1.0f);
  switch (static_cast<Code>(code)) {
    case Code::add: return a + b;
    case Code::subtract: return a - b;
    case Code::multiply: return a * b;
    case Code::divide: return a / b;
    case Code::negate: return -a;
    case Code::sqrt: return sqrt(a);
    case Code::exp: return exp(a);
    case Code::log: return log(a);
    case Code::expm1: return kernel.expm1(all_lanes, a);
    case Code::log1p: return kernel.log1p(all_lanes, a);
    case Code::sin: return max(min(sin(a), one), -one);
    case Code::cos: return max(min(cos(a), one), -one);
    case Code::tan: return sin(a) / cos(a);
    case Code::atan: return arc_tangent(a);
    case Code::erf: return kernel.formula_erf(all_lanes, a);
    case Code::abs: return abs(a);
    case Code::sign: return number_of(a > zero) - number_of(a < zero);
    case Code::floor: return floor(a);
    case Code::atan2: return angle(a, b);
    case Code::pow: return power(a, b);
    case Code::min: return min(a, b);
    case Code::max: return max(a, b);
    case Code::less: return number_of(a < b);
    case Code::less_equal: return number_of(a <= b);
    case Code::equal: return number_of(a == b);
    case Code::unequal: return number_of(a != b);
    case Code::select: return blend(a != zero, b, c);
    default: return a;
  }
}

ERGO_LANES_INLINE void gather(const TapeInstruction& i, Float* memory) {
  const Float a = memory[i.a], before = memory[i.to];
  switch (static_cast<formula::Code>(i.code)) {
    case formula::Code::sum: memory[i.to] = before + a; break;
    case formula::Code::product: memory[i.to] = before * a; break;
    case formula::Code::product_slope:
      memory[i.to] = before * a + memory[i.c] * memory[i.b];
      memory[i.c] = memory[i.c] * a;
      break;
    default: memory[i.to] = max(before, a);
  }
}

template <class Kernel>
void run_tape(const TargetView& view, const void*, const void* x, void* evaluation) {
  const TapeView& tape = *static_cast<const TapeView*>(view.constants);
  const Kernel kernel(view);
  alignas(64) Float memory[most_tape_places];
  const auto& at = *static_cast<const Vec2<Lanes>*>(x);
  memory[0] = at.x;
  memory[1] = at.y;
  for (std::size_t k = 0; k < tape.constant_count; ++k) memory[tape.constant_places[k]] = spread(tape.constants[k]);
  const auto once = [&](const TapeSection& section) {
    for (const TapeInstruction* i = section.begin; i != section.end; ++i)
      memory[i->to] = computed(kernel, i->code, memory[i->a], memory[i->b], memory[i->c]);
  };
  for (const TapeSection* section = tape.begin; section != tape.end; ++section) {
    if (section->gathered_begin == section->gathered_end) {
      once(*section);
      continue;
    }
    for (const TapeInstruction* i = section->gathered_begin; i != section->gathered_end; ++i) {
      const auto code = static_cast<formula::Code>(i->code);
      memory[i->to] = spread(code == formula::Code::product   ? 1.0f
                             : code == formula::Code::largest ? float(formula::lowest)
                                                              : 0.0f);
      if (code == formula::Code::product_slope) memory[i->c] = spread(1.0f);
    }
    for (int k = section->low; k <= section->high; ++k) {
      memory[section->index] = spread(static_cast<float>(k));
      once(*section);
      for (const TapeInstruction* i = section->gathered_begin; i != section->gathered_end; ++i) gather(*i, memory);
    }
  }
  auto& made = *static_cast<typename Kernel::template Evaluation<Lanes>*>(evaluation);
  made = {memory[tape.results[0]], {memory[tape.results[1]], memory[tape.results[2]]}};
}

}  // namespace ergo::lanes::ERGO_LANE_SET
