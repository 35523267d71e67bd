// p(x) = sum_k w_k N(x; m_k, S_k), K <= 32, the weights as given over their sum: Z = 1. With U_k upper triangular,
// U^T U = S^-1, z_k = U_k (x - m_k) and e_k = |z_k|^2/2 - log(w_k det U_k/(2 pi)):
//   E = -log sum_k exp(-e_k),   grad E = sum_k r_k U_k^T z_k,   r the softmax of -e.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/maths/elementary.h"
#include "core/maths/wide.h"
#include "core/mixture/mixture_frame.h"
#include "core/mixture/mode_list.h"
#include "core/unit/device_loops.h"
#include "core/unit/inverse_cdf.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr const char* initial_modes =
    "at -1.5 -1 sd 1.1 0.5 angle 30; 0.6 at 2 0.8 sd 0.6; 0.3 at -0.6 2.3 sd 0.9 0.3 angle -20";

using PerMode = std::array<double, most_gaussian_modes>;

/// e_k at m_k, m_k and the elements of U_k.
struct Factors {
  PerMode least, x, y, xx, xy, yy;
};

ERGO_WIDE_TO_256 Evaluation of_factors(const Factors& f, std::size_t count, Position x) {
  PerMode energy, pull_x, pull_y, share;
  double lowest = std::numeric_limits<double>::max();
  for (std::size_t k = 0; k < count; ++k) {
    const double from_x = x.x - f.x[k], from_y = x.y - f.y[k];
    const double z_x = f.xx[k] * from_x + f.xy[k] * from_y, z_y = f.yy[k] * from_y;
    energy[k] = f.least[k] + (z_x * z_x + z_y * z_y) / 2;
    pull_x[k] = f.xx[k] * z_x;
    pull_y[k] = f.xy[k] * z_x + f.yy[k] * z_y;
  }
  for (std::size_t k = 0; k < count; ++k) lowest = std::min(lowest, energy[k]);
  for (std::size_t k = 0; k < count; ++k) share[k] = maths::exp_in_packs(lowest - energy[k]);
  double total = 0;
  Position pull;
  for (std::size_t k = 0; k < count; ++k) {
    total += share[k];
    pull = pull + share[k] * Position{pull_x[k], pull_y[k]};
  }
  return {lowest - maths::log(total), pull / total};
}

class Modes final : public Target, public LoopsOnDevice {
 public:
  explicit Modes(const Parameters& p)
      : modes_(parse_modes(p.text("gaussians"), "target.gaussians")), terms_(terms_of(modes_)) {
    for (std::size_t k = 0; k < modes_.size(); ++k) {
      const auto& [weight, mean, xx, xy, yy] = terms_[k];
      const double sds = modes_[k].sd1 * modes_[k].sd2;  // the root of det S, whose own terms cancel
      factors_.least[k] = std::log(2 * std::numbers::pi * sds) - std::log(weight);
      factors_.x[k] = mean.x;
      factors_.y[k] = mean.y;
      factors_.xx[k] = std::sqrt(yy) / sds;
      factors_.xy[k] = -xy / (std::sqrt(yy) * sds);
      factors_.yy[k] = 1 / std::sqrt(yy);
    }
  }

  Evaluation evaluate(Position x) const override { return of_factors(factors_, modes_.size(), x); }

  /// Each mode to five standard deviations.
  Window window() const override {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Window all{{infinity, infinity}, {-infinity, -infinity}};
    for (const auto& [weight, mean, xx, xy, yy] : terms_) {
      const Position reach = 5 * Position{std::sqrt(xx), std::sqrt(yy)};
      all.low = {std::min(all.low.x, mean.x - reach.x), std::min(all.low.y, mean.y - reach.y)};
      all.high = {std::max(all.high.x, mean.x + reach.x), std::max(all.high.y, mean.y + reach.y)};
    }
    return all;
  }

  Window frame() const override { return mixture_frame(terms_, window()); }

  /// Three standard deviations, the geometric mean of both, but at most half the way to the nearest other centre. Modes
  /// with one centre are one.
  std::vector<Mode> modes() const override {
    std::vector<Mode> all;
    for (const GaussianMode& mode : modes_) {
      const double radius = 3 * std::sqrt(mode.sd1 * mode.sd2);
      const auto same = std::ranges::find(all, mode.centre, &Mode::centre);
      if (same == all.end())
        all.push_back({mode.centre, radius});
      else
        same->radius = std::max(same->radius, radius);
    }
    for (Mode& mode : all)
      for (const Mode& other : all)
        if (&other != &mode) mode.radius = std::min(mode.radius, norm(other.centre - mode.centre) / 2);
    return all;
  }

  std::optional<Position> draw(const Draws& draws) const override {
    const Draw d = draws(0);
    double above = fine_uniform(d);
    std::size_t k = 0;
    while (k + 1 < terms_.size() && above > terms_[k].weight) above -= terms_[k++].weight;
    const GaussianMode& mode = modes_[k];
    return mode.centre + d.normal_x * first_axis(mode) + d.normal_y * second_axis(mode);
  }

  std::uint64_t loops_of_evaluation() const override { return modes_.size(); }

  std::optional<double> log_normaliser() const override { return 0; }
  std::vector<GaussianTerm> mixture() const override { return terms_; }

  /// The place of the list, K, and of each mode its least e, its centre and the elements xx, xy, yy of U.
  std::vector<double> device_numbers(std::span<const double> values) const override {
    std::vector<double> numbers(values.begin(), values.end());
    numbers.push_back(static_cast<double>(modes_.size()));
    for (std::size_t k = 0; k < modes_.size(); ++k)
      for (const PerMode* number :
           {&factors_.least, &factors_.x, &factors_.y, &factors_.xx, &factors_.xy, &factors_.yy})
        numbers.push_back((*number)[k]);
    return numbers;
  }

 private:
  std::vector<GaussianMode> modes_;
  std::vector<GaussianTerm> terms_;
  Factors factors_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(modes, Modes, {
  .id = "modes",
  .title = "Gaussian modes",
  .doc = "Your own mixture of up to 32 Gaussians, each with a weight, a centre, two standard deviations and an angle. "
         "Its moments, exact draws and normaliser have closed forms.",
  .source = "your own list",
  .parameters = {{.id = "gaussians", .title = "Gaussians", .symbol = "w, μ, s, θ",
                  .doc = "For each mode its weight, at x y, sd along and across its axis, and the axis' angle in degrees "
                         "from the x axis. A weight of 1, a second standard deviation equal to the first and an angle of 0 can be "
                         "left out.",
                  .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::text,
                  .text = {.initial = initial_modes, .legal = legal_modes(),
                           .check = [](const std::string& text, const std::string& where) { parse_modes(text, where); }}}},
})
