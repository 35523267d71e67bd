// Random-walk Metropolis on configurations: each site changes with probability R/n, to each other value
// alike, and the proposal is accepted with min(1, e^(E(x) - E(y))).
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/site_samplers/product_sites.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

class RandomWalkSites : public ProductSites {
 public:
  RandomWalkSites(std::shared_ptr<const SiteTarget> target, double flips)
      : ProductSites(std::move(target), true), n_(this->target().sites()) {
    if (flips >= n_)
      throw illegal_value("flips", number_text(flips), "less than the number of sites, " + number_text(n_),
                          "rwm_sites");
    logit_ = std::log(flips / (n_ - flips) / (this->target().values() - 1));
  }

 private:
  Slopes slopes() const override { return Slopes::none; }
  void site_logits(ConfigurationView, std::uint64_t, std::span<const double>,
                   std::span<double> logits) const override {
    std::ranges::fill(logits, logit_);
  }
  int n_;
  double logit_;
};

}  // namespace

SiteSamplerUnit rwm_sites_unit() {
  return {.id = "rwm_sites",
          .title = "Random-walk Metropolis",
          .doc = "Each of n sites changes with probability `P(y_i ≠ x_i) = R/n`, to each of its other values alike. "
                 "The whole change is accepted with probability `min(1, e^(E(x) − E(y)))`.",
          .source = "Metropolis et al. 1953",
          .parameters = {{.id = "flips",
                          .title = "Mean number of changes",
                          .symbol = "R",
                          .unit = "sites",
                          .doc = "Mean number of sites that a proposal changes; less than n.",
                          .initial = 1,
                          .hard = {1e-3, 4096},
                          .slider = {0.5, 32},
                          .scale = Scale::log}},
          .needs = {},
          .make = [](std::shared_ptr<const SiteTarget> target,
                     const Parameters& p) -> std::unique_ptr<SiteSampler> {
            return std::make_unique<RandomWalkSites>(std::move(target), p["flips"]);
          },
          .cost = one_gradient,
          .rejects = true};
}

}  // namespace ergo
