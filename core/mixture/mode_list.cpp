#include "core/mixture/mode_list.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "core/base/number_text.h"
#include "core/base/text_words.h"

namespace ergo {
namespace {

constexpr double degree = std::numbers::pi / 180;

bool within(Range legal, double value) { return value >= legal.low && value <= legal.high; }

bool is_legal(const GaussianMode& mode) {
  return within(mode_weights, mode.weight) && within(mode_coordinates, mode.centre.x) &&
         within(mode_coordinates, mode.centre.y) && within(mode_sds, mode.sd1) && within(mode_sds, mode.sd2) &&
         within(mode_angles, mode.angle);
}

/// The legal number nearest to one of so many digits.
double rounded_within(Range legal, double value, int digits) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1).ptr;
  read_number(text, end, value);
  return std::clamp(value, legal.low, legal.high);
}

/// The same axis in (-90, 90].
double half_turn(double angle) {
  const double turned = std::remainder(angle, 180);
  return turned <= -90 ? turned + 180 : turned;
}

double angle_of(Position axis) { return std::atan2(axis.y, axis.x) / degree; }

double legal_sd(double length) { return std::clamp(length, mode_sds.low, mode_sds.high); }

GaussianMode mode_of(const GaussianTerm& term) {
  const double mean = (term.xx + term.yy) / 2, half = (term.xx - term.yy) / 2;
  const double longest = mean + std::hypot(half, term.xy);
  // The product of the variances is the determinant: their difference would cancel.
  const double shortest = (term.xx * term.yy - term.xy * term.xy) / longest;
  const double angle = std::atan2(term.xy, half) / 2 / degree;
  return {term.weight, term.mean, std::sqrt(longest), std::sqrt(shortest), half_turn(angle)};
}

}  // namespace

std::string modes_text(std::span<const GaussianMode> modes) {
  std::string text;
  const auto add = [&](double value) {
    append_number(text, value);
    text += ' ';
  };
  for (const GaussianMode& mode : modes) {
    if (!text.empty()) text += "; ";
    if (mode.weight != 1) add(mode.weight);
    text += "at ";
    add(mode.centre.x), add(mode.centre.y);
    if (mode.sd1 != 1 || mode.sd2 != 1) text += "sd ", add(mode.sd1);
    if (mode.sd2 != mode.sd1) add(mode.sd2);
    if (mode.angle != 0) text += "angle ", add(mode.angle);
    text.pop_back();
  }
  return text;
}

GaussianMode rounded(const GaussianMode& mode, int digits) {
  return {rounded_within(mode_weights, mode.weight, digits),
          {rounded_within(mode_coordinates, mode.centre.x, digits),
           rounded_within(mode_coordinates, mode.centre.y, digits)},
          rounded_within(mode_sds, mode.sd1, digits),
          rounded_within(mode_sds, mode.sd2, digits),
          half_turn(rounded_within(mode_angles, half_turn(mode.angle), digits - 1))};
}

Position first_axis(const GaussianMode& mode) {
  return mode.sd1 * Position{std::cos(mode.angle * degree), std::sin(mode.angle * degree)};
}

Position second_axis(const GaussianMode& mode) {
  return mode.sd2 * Position{-std::sin(mode.angle * degree), std::cos(mode.angle * degree)};
}

GaussianMode with_first_axis(GaussianMode mode, Position axis) {
  if (axis != Position{}) mode.angle = angle_of(axis);
  mode.sd1 = legal_sd(norm(axis));
  return mode;
}

GaussianMode with_second_axis(GaussianMode mode, Position axis) {
  if (axis != Position{}) mode.angle = angle_of({axis.y, -axis.x});
  mode.sd2 = legal_sd(norm(axis));
  return mode;
}

std::vector<GaussianTerm> terms_of(std::span<const GaussianMode> modes) {
  double total = 0;
  for (const GaussianMode& mode : modes) total += mode.weight;
  std::vector<GaussianTerm> terms;
  for (const GaussianMode& mode : modes) {
    const Position a = first_axis(mode), b = second_axis(mode);
    terms.push_back(
        {mode.weight / total, mode.centre, a.x * a.x + b.x * b.x, a.x * a.y + b.x * b.y, a.y * a.y + b.y * b.y});
  }
  return terms;
}

std::vector<GaussianMode> modes_of(std::span<const GaussianTerm> terms) {
  std::vector<GaussianMode> modes;
  for (const GaussianTerm& term : terms) modes.push_back(mode_of(term));
  const double heaviest = modes.empty() ? 1 : std::ranges::max(modes, {}, &GaussianMode::weight).weight;
  for (GaussianMode& mode : modes) mode.weight /= heaviest;
  if (modes.size() > most_gaussian_modes || !std::ranges::all_of(modes, is_legal)) return {};
  return modes;
}

}  // namespace ergo
