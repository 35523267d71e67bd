// The arithmetic of a tape: the same for one point and for many.
#include <algorithm>
#include <cmath>

#include "core/expression/error_function.h"
#include "core/expression/tape.h"

namespace ergo::formula {
namespace {

/// f of every lane; what is written may be what is read.
template <std::size_t lanes, class Function>
inline void on_lanes(double* to, const double* a, const double* b, Function f) {
  for (std::size_t l = 0; l < lanes; ++l) to[l] = f(a[l], b[l]);
}

template <std::size_t lanes, class Function>
inline void on_lanes(double* to, const double* a, Function f) {
  for (std::size_t l = 0; l < lanes; ++l) to[l] = f(a[l]);
}

template <std::size_t lanes>
void compute(Code code, double* to, const double* a, const double* b, const double* c) {
  const auto one = [&](auto f) { on_lanes<lanes>(to, a, f); };
  const auto two = [&](auto f) { on_lanes<lanes>(to, a, b, f); };
  switch (code) {
    case Code::add:
      return two([](double s, double t) { return s + t; });
    case Code::subtract:
      return two([](double s, double t) { return s - t; });
    case Code::multiply:
      return two([](double s, double t) { return s * t; });
    case Code::divide:
      return two([](double s, double t) { return s / t; });
    case Code::negate:
      return one([](double s) { return -s; });
    case Code::sqrt:
      return one([](double s) { return std::sqrt(s); });
    case Code::exp:
      return one([](double s) { return std::exp(s); });
    case Code::log:
      return one([](double s) { return std::log(s); });
    case Code::expm1:
      return one([](double s) { return std::expm1(s); });
    case Code::log1p:
      return one([](double s) { return std::log1p(s); });
    case Code::sin:
      return one([](double s) { return std::sin(s); });
    case Code::cos:
      return one([](double s) { return std::cos(s); });
    case Code::tan:
      return one([](double s) { return std::tan(s); });
    case Code::atan:
      return one([](double s) { return std::atan(s); });
    case Code::erf:
      return one([](double s) { return error_function(s); });
    case Code::abs:
      return one([](double s) { return std::abs(s); });
    case Code::sign:
      return one([](double s) { return static_cast<double>((s > 0) - (s < 0)); });
    case Code::floor:
      return one([](double s) { return std::floor(s); });
    case Code::atan2:
      return two([](double s, double t) { return s == 0 && t == 0 ? 0 : std::atan2(s, t); });
    case Code::pow:
      return two([](double s, double t) { return std::pow(s, t); });
    case Code::min:
      return two([](double s, double t) { return t < s ? t : s; });
    case Code::max:
      return two([](double s, double t) { return s < t ? t : s; });
    case Code::less:
      return two([](double s, double t) { return s < t ? 1.0 : 0.0; });
    case Code::less_equal:
      return two([](double s, double t) { return s <= t ? 1.0 : 0.0; });
    case Code::equal:
      return two([](double s, double t) { return s == t ? 1.0 : 0.0; });
    case Code::unequal:
      return two([](double s, double t) { return s != t ? 1.0 : 0.0; });
    case Code::select:
      for (std::size_t l = 0; l < lanes; ++l) to[l] = a[l] != 0 ? b[l] : c[l];
      return;
    default:
      return;
  }
}

/// Takes the terms at one index in; `product` is of the terms so far.
template <std::size_t lanes>
void gather(Code code, double* to, const double* a, const double* b, double* product) {
  for (std::size_t l = 0; l < lanes; ++l) switch (code) {
      case Code::sum:
        to[l] = to[l] + a[l];
        break;
      case Code::product:
        to[l] = to[l] * a[l];
        break;
      case Code::product_slope:
        to[l] = to[l] * a[l] + product[l] * b[l];
        product[l] = product[l] * a[l];
        break;
      default:
        to[l] = to[l] < a[l] ? a[l] : to[l];
    }
}

double before_the_first(Code code) { return code == Code::product ? 1 : code == Code::largest ? lowest : 0; }

}  // namespace

template <std::size_t lanes>
void Tape::run(const double* x, const double* y, double* memory) const {
  const auto at = [memory](std::uint32_t place) { return memory + place * lanes; };
  const auto fill = [&](std::uint32_t place, double value) { std::fill_n(at(place), lanes, value); };
  std::copy_n(x, lanes, at(x_));
  std::copy_n(y, lanes, at(y_));
  for (const Constant& constant : constants_) fill(constant.place, constant.value);
  for (const Section& section : sections_) {
    const auto once = [&] {
      for (const Instruction& i : section.instructions)
        compute<lanes>(i.code, at(i.to), at(i.a), at(i.b), at(i.c));
    };
    if (section.gathered.empty()) {
      once();
      continue;
    }
    for (const Instruction& i : section.gathered) {
      fill(i.to, before_the_first(i.code));
      if (i.code == Code::product_slope) fill(i.c, 1);
    }
    for (int k = section.low; k <= section.high; ++k) {
      fill(section.index, k);
      once();
      for (const Instruction& i : section.gathered)
        gather<lanes>(i.code, at(i.to), at(i.a), at(i.b), at(i.c));
    }
  }
}

template void Tape::run<1>(const double*, const double*, double*) const;
template void Tape::run<64>(const double*, const double*, double*) const;

}  // namespace ergo::formula
