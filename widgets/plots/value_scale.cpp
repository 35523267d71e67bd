#include "widgets/plots/value_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ergo {
namespace {

constexpr double multiples[] = {1, 2, 5};
constexpr int most_ticks = 400;    // more never fit
constexpr double few_decades = 5;  // a logarithmic axis of a smaller ratio has equally spaced numbers

/// The number's shortest words with up to six digits. Powers of ten beyond a few zeros are typeset.
QString tick_label(double value) {
  QString words = QString::number(value, 'g', 6).replace('-', QChar(0x2212));
  const auto e = words.indexOf('e');
  if (e < 0) return words;
  const int power = static_cast<int>(std::lround(std::floor(std::log10(std::abs(value)) + 1e-9)));
  QString raised = QString::number(std::abs(power));
  for (QChar& digit : raised) digit = u"⁰¹²³⁴⁵⁶⁷⁸⁹"[digit.digitValue()];
  if (power < 0) raised.prepend(QChar(0x207B));
  const QString factor = words.left(e);
  const QString sign = factor.startsWith(QChar(0x2212)) ? factor.left(1) : QString();
  return factor.mid(sign.size()) == "1" ? sign + "10" + raised : factor + "·10" + raised;
}

void add(std::vector<double>& values, double value) {
  if (values.size() < most_ticks) values.push_back(value);
}

/// The step of rank `rank` in 1, 2, 5, 10, 20 … times 10^`power`.
double round_step(int power, int rank) { return multiples[rank % 3] * std::pow(10.0, power + rank / 3); }

/// Multiples of a step between two values.
void add_multiples(std::vector<double>& values, double step, double low, double high) {
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last && values.size() < most_ticks; ++k) add(values, k == 0 ? 0 : k * step);
}

/// Every `each`th power of ten between two positive values, with its multiples where `each` is 0.
void add_decades(std::vector<double>& values, int each, double low, double high, double sign) {
  const int first = static_cast<int>(std::floor(std::log10(low))), last = static_cast<int>(std::ceil(std::log10(high)));
  for (int power = first; power <= last; ++power) {
    if (each > 1 && power % each != 0) continue;
    for (const double multiple : multiples) {
      const double value = multiple * std::pow(10.0, power);
      if ((each > 0 && multiple > 1) || value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      add(values, sign * value);
    }
  }
}

/// Choices from dense to coarse; false when there is no coarser one.
bool choose(const ValueScale& scale, double low, double high, int coarseness, std::vector<double>& values) {
  const double least = scale.value(low), greatest = scale.value(high);
  values.clear();
  const double bend = scale.bend;
  const bool above = least > bend && greatest < few_decades * least, within = greatest <= bend && least >= -bend;
  const bool narrow = above || within;
  if (!scale.logarithmic || narrow) {
    const int power = static_cast<int>(std::floor(std::log10((greatest - least) / 100)));
    const double step = round_step(power, coarseness);
    add_multiples(values, step, least, greatest);
    return step < 2 * (greatest - least);
  }
  constexpr int coarsest = 12;
  if (bend > 0 && least <= 0 && greatest >= 0) add(values, 0);
  if (greatest > 0) add_decades(values, coarseness, std::max(least, bend > 0 ? bend : least), greatest, 1);
  if (bend > 0 && least < -bend) add_decades(values, coarseness, bend, -least, -1);
  return coarseness < coarsest;
}

}  // namespace

double ValueScale::place(double value) const {
  if (!logarithmic) return value;
  if (bend <= 0) return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
  const double ratio = std::abs(value) / bend;
  return std::copysign(ratio <= 1 ? ratio : 1 + std::log(ratio), value);
}

double ValueScale::value(double place) const {
  if (!logarithmic) return place;
  if (bend <= 0) return std::pow(10.0, place);
  const double size = std::abs(place);
  return std::copysign(bend * (size <= 1 ? size : std::exp(size - 1)), place);
}

std::vector<Tick> axis_ticks(const ValueScale& scale, double low, double high,
                             const std::function<bool(const std::vector<Tick>&)>& fit) {
  std::vector<Tick> best;
  if (!(low < high) || !std::isfinite(scale.value(low)) || !std::isfinite(scale.value(high))) return best;
  std::vector<double> values;
  for (int coarseness = 0; choose(scale, low, high, coarseness, values); ++coarseness) {
    std::vector<Tick> ticks;
    for (const double value : values) ticks.push_back({scale.place(value), tick_label(value)});
    std::ranges::sort(ticks, {}, &Tick::place);
    if (ticks.empty()) break;
    best = ticks;
    if (fit(best)) break;
  }
  return best;
}

}  // namespace ergo
