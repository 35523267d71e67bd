#include "core/figures/value_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/number_words.h"

namespace ergo {
namespace {

constexpr double round_multiples[] = {1, 2, 5};
constexpr double further_multiples[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
constexpr std::size_t least_ticks = 3;
constexpr int most_ticks = 400;    // more never fit
constexpr std::size_t most_minor = 60;
constexpr double least_logarithmic = 0.5;  // range of a logarithmic axis, in places
constexpr double least_share = 1e-6;       // of the greatest value, down to which a logarithmic axis reaches
constexpr double few_decades = 5;  // a logarithmic axis of a smaller ratio has equally spaced numbers

std::string raised(int number) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string words = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) words += digits[digit - '0'];
  return words;
}

/// The number's shortest words with up to six digits. Powers of ten beyond a few zeros are typeset.
std::string tick_label(double value) {
  const std::string words = significant(value, 6), minus = "\u2212";
  const auto e = words.find('e');
  if (e == std::string::npos) return words;
  const int power = static_cast<int>(std::lround(std::floor(std::log10(std::abs(value)) + 1e-9)));
  const std::string sign = words.starts_with(minus) ? minus : "", factor = words.substr(0, e);
  return factor == sign + "1" ? sign + "10" + raised(power) : factor + "·10" + raised(power);
}

void add_value(std::vector<double>& values, double value) {
  if (values.size() < most_ticks) values.push_back(value);
}

/// The step of rank `rank` in 1, 2, 5, 10, 20 … times 10^`power`.
double round_step(int power, int rank) { return round_multiples[rank % 3] * std::pow(10.0, power + rank / 3); }

/// Multiples of a step between two values.
void add_multiples(std::vector<double>& values, double step, double low, double high) {
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last && values.size() < most_ticks; ++k) add_value(values, k == 0 ? 0 : k * step);
}

/// Every `each`th power of ten between two positive values, with these multiples where `each` is 0.
void add_decades(std::vector<double>& values, int each, double low, double high, double sign,
                 std::span<const double> multiples = round_multiples) {
  const int first = static_cast<int>(std::floor(std::log10(low))), last = static_cast<int>(std::ceil(std::log10(high)));
  for (int power = first; power <= last; ++power) {
    if (each > 1 && power % each != 0) continue;
    for (const double multiple : multiples) {
      const double value = multiple * std::pow(10.0, power);
      if ((each > 0 && multiple > 1) || value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      add_value(values, sign * value);
    }
  }
}

double base_of(const ValueScale& scale) { return scale.logarithmic ? scale.base : 0; }

/// The value at this distance from the base, or a round one beside it where the base is less than a hundredth.
double round_value(const ValueScale& scale, double distance) {
  return distance >= 100 * base_of(scale) ? distance : base_of(scale) + distance;
}

/// The distances from the base of an axis' ends.
Interval ends_of(const ValueScale& scale, double low, double high) {
  return {scale.value(low) - base_of(scale), scale.value(high) - base_of(scale)};
}

/// Whether numbers of equal distances suit the axis.
bool has_equal_distances(const ValueScale& scale, const Interval& ends) {
  const auto [least, greatest] = ends;
  const double bend = scale.bend;
  const bool above = least > bend && greatest < few_decades * least;
  const bool below = bend > 0 && greatest < -bend && least > few_decades * greatest;
  const bool within = greatest <= bend && least >= -bend;
  return !scale.logarithmic || above || below || within;
}

/// Powers of ten on both sides of zero.
void add_all_decades(std::vector<double>& values, const ValueScale& scale, int each, const Interval& ends,
                     std::span<const double> multiples = round_multiples) {
  const auto [least, greatest] = ends;
  const double bend = scale.bend;
  if (bend > 0 && least <= 0 && greatest >= 0) add_value(values, 0);
  if (greatest > 0) add_decades(values, each, std::max(least, bend > 0 ? bend : least), greatest, 1, multiples);
  if (bend > 0 && least < -bend) add_decades(values, each, std::max(bend, -greatest), -least, -1, multiples);
}

/// Distances from the base from dense to coarse choices; false when there is no coarser one.
bool choose(const ValueScale& scale, const Interval& ends, int coarseness, std::vector<double>& values) {
  values.clear();
  if (has_equal_distances(scale, ends)) {
    const double length = ends.high - ends.low;
    const double step = round_step(static_cast<int>(std::floor(std::log10(length / 100))), coarseness);
    add_multiples(values, step, ends.low, ends.high);
    return step < 2 * length;
  }
  constexpr int coarsest = 12;
  add_all_decades(values, scale, coarseness, ends);
  return coarseness < coarsest;
}

/// Choices of less round numbers, from dense to coarse ones.
std::vector<std::vector<double>> further_choices(const ValueScale& scale, const Interval& ends) {
  std::vector<std::vector<double>> all;
  const auto near_bend = [&](double value) { return value != 0 && std::abs(value) < 3 * scale.bend; };
  for (const std::vector<double>& multiples : {std::vector{1.0, 3.0}, {1.0, 5.0}, {1.0}}) {
    if (!scale.logarithmic) break;
    add_all_decades(all.emplace_back(), scale, 0, ends, multiples);
    std::vector<double> apart = all.back();  // zero and the bend may be too near each other
    std::erase_if(apart, near_bend);
    all.push_back(std::move(apart));
  }
  const double length = ends.high - ends.low;
  for (double power = std::pow(10, std::floor(std::log10(length / 10))); power < length; power *= 10)
    for (const double multiple : further_multiples)
      add_multiples(all.emplace_back(), multiple * power, ends.low, ends.high);
  return all;
}

std::vector<AxisTick> ticks_at(const ValueScale& scale, double low, const std::vector<double>& distances) {
  std::vector<AxisTick> ticks;
  for (const double distance : distances) {
    const double value = round_value(scale, distance), place = scale.place(value);
    if (value == base_of(scale) + distance || place >= low) ticks.push_back({place, tick_label(value)});
  }
  std::ranges::sort(ticks, {}, &AxisTick::place);
  return ticks;
}

/// A range with a margin, also around a single place.
Interval with_room(Interval range) {
  const double length = range.high - range.low, middle = std::abs(range.low + range.high) / 2;
  const double around_one = middle > 0 ? 0.1 * middle : 1;
  constexpr double least_length = 1e-5;  // relative to the middle: numbers have six digits
  const double room = length > least_length * middle ? 0.08 * length : around_one;
  return {range.low - room, range.high + room};
}

}  // namespace

double ValueScale::place(double value) const {
  if (!logarithmic) return value;
  value -= base;
  if (bend <= 0) return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
  const double ratio = std::abs(value) / bend;
  return std::copysign(ratio <= 1 ? ratio : 1 + std::log(ratio), value);
}

double ValueScale::value(double place) const {
  if (!logarithmic) return place;
  if (bend <= 0) return base + std::pow(10.0, place);
  const double size = std::abs(place);
  return base + std::copysign(bend * (size <= 1 ? size : std::exp(size - 1)), place);
}

std::vector<AxisTick> axis_ticks(const ValueScale& scale, double low, double high,
                             const std::function<bool(const std::vector<AxisTick>&)>& fit) {
  std::vector<AxisTick> best;
  if (!(low < high) || !std::isfinite(scale.value(low)) || !std::isfinite(scale.value(high))) return best;
  const Interval ends = ends_of(scale, low, high);
  std::vector<double> values;
  for (int coarseness = 0; choose(scale, ends, coarseness, values); ++coarseness) {
    const std::vector<AxisTick> ticks = ticks_at(scale, low, values);
    if (ticks.empty()) break;
    best = ticks;
    if (fit(best)) break;
  }
  if (best.size() >= least_ticks) return best;
  for (const std::vector<double>& choice : further_choices(scale, ends))
    if (auto ticks = ticks_at(scale, low, choice); ticks.size() >= least_ticks && fit(ticks)) return ticks;
  return best;
}

std::vector<double> minor_ticks(const ValueScale& scale, double low, double high) {
  std::vector<double> places;
  if (!scale.logarithmic) return places;
  const double base = scale.base;
  const double largest = std::max(std::abs(scale.value(low) - base), std::abs(scale.value(high) - base));
  const double least = scale.bend > 0 ? scale.bend : scale.value(low) - base;
  for (int power = static_cast<int>(std::floor(std::log10(least))); std::pow(10.0, power) <= largest; ++power)
    for (int factor = 1; factor <= 9; ++factor)
      for (const double sign : {-1.0, 1.0}) {
        const double value = factor * std::pow(10.0, power), place = scale.place(base + sign * value);
        if (value >= least && place >= low && place <= high) places.push_back(place);
        if (places.size() > most_minor) return {};
      }
  return places;
}

Interval ordinate_range(const AxisContents& shown, const ValueScale& scale) {
  const bool any = shown.places.low <= shown.places.high;
  const Interval none = shown.band || !scale.logarithmic ? Interval{0, 1} : Interval{-4, 0};
  AxisContents all{.places = any ? shown.places : none};
  const auto hold = [&](double value) {
    if (const double place = scale.place(value); std::isfinite(place)) all.add(place);
  };
  if (shown.reference) hold(*shown.reference);
  if (shown.band) hold(shown.band->low);
  if (shown.band) hold(shown.band->high);
  Interval range = all.places;
  const double length = range.high - range.low, middle = (range.low + range.high) / 2;
  if (scale.logarithmic && scale.bend <= 0) range.low = std::max(range.low, range.high + std::log10(least_share));
  if (scale.logarithmic && length < least_logarithmic)
    range = {middle - least_logarithmic / 2, middle + least_logarithmic / 2};
  return with_room(range);
}

}  // namespace ergo
