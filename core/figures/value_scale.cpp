#include "core/figures/value_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/number_words.h"

namespace ergo {
namespace {

constexpr double round_multiples[] = {1, 2, 5};
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

/// Every `each`th power of ten between two positive values, with its multiples where `each` is 0.
void add_decades(std::vector<double>& values, int each, double low, double high, double sign) {
  const int first = static_cast<int>(std::floor(std::log10(low))), last = static_cast<int>(std::ceil(std::log10(high)));
  for (int power = first; power <= last; ++power) {
    if (each > 1 && power % each != 0) continue;
    for (const double multiple : round_multiples) {
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

/// Distances from the base from dense to coarse choices; false when there is no coarser one.
bool choose(const ValueScale& scale, double low, double high, int coarseness, std::vector<double>& values) {
  const double least = scale.value(low) - base_of(scale), greatest = scale.value(high) - base_of(scale);
  values.clear();
  const double bend = scale.bend;
  const bool above = least > bend && greatest < few_decades * least;
  const bool below = bend > 0 && greatest < -bend && least > few_decades * greatest;
  const bool within = greatest <= bend && least >= -bend;
  const bool narrow = above || below || within;
  if (!scale.logarithmic || narrow) {
    const int power = static_cast<int>(std::floor(std::log10((greatest - least) / 100)));
    const double step = round_step(power, coarseness);
    add_multiples(values, step, least, greatest);
    return step < 2 * (greatest - least);
  }
  constexpr int coarsest = 12;
  if (bend > 0 && least <= 0 && greatest >= 0) add_value(values, 0);
  if (greatest > 0) add_decades(values, coarseness, std::max(least, bend > 0 ? bend : least), greatest, 1);
  if (bend > 0 && least < -bend) add_decades(values, coarseness, std::max(bend, -greatest), -least, -1);
  return coarseness < coarsest;
}

/// A range with a margin, also around a single place.
Interval with_room(Interval range) {
  const double length = range.high - range.low, middle = std::abs(range.low + range.high) / 2;
  const double around_one = middle > 0 ? 0.1 * middle : 1;
  const double room = length > 1e-12 * middle ? 0.08 * length : around_one;
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
  std::vector<double> values;
  for (int coarseness = 0; choose(scale, low, high, coarseness, values); ++coarseness) {
    std::vector<AxisTick> ticks;
    for (const double distance : values) {
      const double value = round_value(scale, distance), place = scale.place(value);
      if (value == base_of(scale) + distance || place >= low) ticks.push_back({place, tick_label(value)});
    }
    std::ranges::sort(ticks, {}, &AxisTick::place);
    if (ticks.empty()) break;
    best = ticks;
    if (fit(best)) break;
  }
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
