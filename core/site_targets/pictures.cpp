// Small pictures: p(x) ∝ sum_k e^(-beta d_k(x)), where d_k counts the pixels in which x differs from picture
// k of a set. Each term is a product over pixels, every pixel wrong with probability 1/(1 + e^beta):
//   log Z = log K + n log(1 + e^-beta).
// The extension of d_k to real x is sum_i x_i + y_i - 2 x_i y_i for picture y.
#include <algorithm>
#include <cmath>

#include "core/maths/elementary.h"
#include "core/site_targets/picture_set.h"
#include "core/sites/site_draws.h"
#include "core/sites/site_unit_list.h"

namespace ergo {
namespace {

class Pictures : public SiteTarget, private ExactSites {
 public:
  Pictures(PictureSet set, double beta)
      : SiteTarget(set.pixels(), 2, SiteCoding::numbers), set_(std::move(set)), beta_(beta) {}

  double energy(ConfigurationView x) const override {
    Distances d(set_.pictures.size());
    measure(x, d);
    return energy_at(d);
  }

  void changes(ConfigurationView x, int site, std::span<double> changes) const override {
    Distances d(set_.pictures.size());
    measure(x, d);
    change(x, static_cast<std::size_t>(site), d, energy_at(d), changes);
  }

  void all_changes(ConfigurationView x, std::span<double> changes) const override {
    Distances d(set_.pictures.size());
    measure(x, d);
    const double energy = energy_at(d);
    for (std::size_t site = 0; site < x.size(); ++site)
      change(x, site, d, energy, changes.subspan(2 * site, 2));
  }

  void gradient(ConfigurationView x, std::span<double> gradient) const override {
    Distances d(set_.pictures.size());
    measure(x, d);
    const double energy = energy_at(d);
    std::ranges::fill(gradient, 0.0);
    for (std::size_t k = 0; k < d.size(); ++k) {
      const double share = maths::exp(energy - beta_ * d[k]);
      for (std::size_t i = 0; i < x.size(); ++i) gradient[i] += beta_ * share * (1 - 2 * set_.pictures[k][i]);
    }
  }

  const ExactSites* exact() const override { return this; }
  int columns() const override { return set_.columns; }

 private:
  using Distances = std::vector<int>;

  void measure(ConfigurationView x, Distances& d) const {
    for (std::size_t k = 0; k < d.size(); ++k) {
      const Configuration& y = set_.pictures[k];
      int differing = 0;
      for (std::size_t i = 0; i < x.size(); ++i) differing += x[i] != y[i];
      d[k] = differing;
    }
  }

  /// -log sum_k e^(-beta d_k)
  double energy_at(const Distances& d) const {
    const int least = *std::ranges::min_element(d);
    double sum = 0;
    for (const int each : d) sum += maths::exp(-beta_ * (each - least));
    return beta_ * least - std::log(sum);
  }

  void change(ConfigurationView x, std::size_t site, const Distances& d, double energy,
              std::span<double> changes) const {
    Distances there = d;
    for (std::size_t k = 0; k < d.size(); ++k) there[k] += x[site] == set_.pictures[k][site] ? 1 : -1;
    changes[x[site]] = 0;
    changes[1 - x[site]] = energy_at(there) - energy;
  }

  Configuration draw(const SiteDraws& draws) const override {
    const auto count = set_.pictures.size();
    const auto k = std::min(static_cast<std::size_t>(draws.fine(0) * static_cast<double>(count)), count - 1);
    Configuration x = set_.pictures[k];
    const double wrong = 1 / (1 + std::exp(beta_));
    for (std::size_t i = 0; i < x.size(); ++i)
      if (draws.fine(2 + 2 * static_cast<std::uint32_t>(i)) < wrong) x[i] ^= 1;
    return x;
  }

  double log_normaliser() const override {
    return std::log(static_cast<double>(set_.pictures.size())) + sites() * std::log1p(std::exp(-beta_));
  }

  PictureSet set_;
  double beta_;
};

}  // namespace

SiteTargetUnit pictures_unit() {
  const std::vector<std::string> names = picture_set_names();
  const double last = static_cast<double>(names.size()) - 1;
  return {.id = "pictures",
          .title = "Pictures",
          .doc =
              "Small pictures of a set, all equally likely. Each pixel is wrong with a small probability, "
              "1/(1 + e^β). "
              "bars: full rows or full columns of a square. digits: ten digits, each at nine places.",
          .source = "bars and stripes: MacKay 2003, section 43.2; the digits are our own",
          .parameters = {{.id = "set",
                          .title = "Set",
                          .symbol = "·",
                          .doc = "Which pictures there are.",
                          .initial = 2,
                          .hard = {0, last},
                          .slider = {0, last},
                          .kind = Kind::choice,
                          .choices = names},
                         {.id = "beta",
                          .title = "Sharpness",
                          .symbol = "β",
                          .doc = "A pixel is wrong with probability 1/(1 + e^β).",
                          .initial = 4,
                          .hard = {0, 40},
                          .slider = {0, 12}}},
          .make = [](const Parameters& p) -> std::shared_ptr<const SiteTarget> {
            return std::make_shared<Pictures>(
                picture_set(picture_set_names().at(static_cast<std::size_t>(p.integer("set")))), p["beta"]);
          }};
}

}  // namespace ergo
