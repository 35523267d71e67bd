// Discrete Langevin Monte Carlo (Sun, Dai, Dai, Zhou & Schuurmans 2023): a jump process that changes one site
// at a time at the rate g(t), t = p(y)/p(x), g(t) = t g(1/t), is in balance with p. A step follows it for a
// time h, every site on its own, with the ratios t held as they are at x. With nu_v ∝ t_v, t = 1 at the
// present value,
//   q_i(v | x) = nu_v (1 - e^(-h g(t_v)/nu_v)),   v != x_i,
// and q_i(x_i | x) is the rest, nu_x + sum_v nu_v e^(-h g(t_v)/nu_v). For two values these are the process's
// own probabilities, as g(t) + g(1/t) = g(t)/nu. For more they are between the rates h g(t_v) of short times
// and nu_v of long ones, as in the authors' code. Accepted with min(1, e^(E(x) - E(y)) q(x | y)/q(y | x)), or
// always.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/maths/elementary.h"
#include "core/site_samplers/product_sites.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

/// log(e^a + e^b)
double log_of_sum(double a, double b) { return std::max(a, b) + std::log1p(maths::exp(-std::abs(a - b))); }

/// log(1 - e^-a), given log a.
double log_of_reached(double log_a) {
  constexpr double small = -40, large = 4;  // beyond them a/2 and e^-a are below the rounding of 1
  if (log_a < small) return log_a;
  return log_a > large ? 0 : std::log(-maths::expm1(-maths::exp(log_a)));
}

class DiscreteLangevin : public ProductSites {
 public:
  struct Choices {
    double time;
    bool barker, exact_ratios;
  };
  DiscreteLangevin(std::shared_ptr<const SiteTarget> target, bool adjusted, Choices choices)
      : ProductSites(std::move(target), adjusted),
        log_time_(std::log(choices.time)),
        barker_(choices.barker),
        exact_ratios_(choices.exact_ratios) {}

 private:
  Slopes slopes() const override { return exact_ratios_ ? Slopes::changes : Slopes::gradient; }
  void site_logits(ConfigurationView x, std::uint64_t, std::span<const double> slopes,
                   std::span<double> logits) const override {
    log_ratios(x, slopes, logits);
    const auto others = static_cast<std::size_t>(target().values() - 1);
    for (std::size_t at = 0; at < logits.size(); at += others) follow(logits.subspan(at, others));
  }

  /// log t of all changes of one site.
  void log_ratios(ConfigurationView x, std::span<const double> slopes, std::span<double> ratios) const {
    if (!exact_ratios_) {
      first_order_logits(target(), x, slopes, std::numeric_limits<double>::infinity(), 1, ratios);
      return;
    }
    const auto q = static_cast<std::size_t>(target().values());
    std::size_t next = 0;
    for (std::size_t site = 0; site < x.size(); ++site)
      for (std::size_t v = 0; v < q; ++v)
        if (v != x[site]) ratios[next++] = -slopes[q * site + v];
  }

  double log_weight(double log_t) const {
    if (!barker_) return log_t / 2;
    return std::min(log_t, 0.0) - std::log1p(maths::exp(-std::abs(log_t)));  // log t/(1 + t)
  }

  /// Turns one site's log t into log q(v)/q(x).
  void follow(std::span<double> logits) const {
    const double top = std::max(0.0, *std::ranges::max_element(logits));
    double sum = maths::exp(-top);
    for (const double log_t : logits) sum += maths::exp(log_t - top);
    const double log_sum = top + std::log(sum);  // of all t
    double log_stay = -log_sum;
    for (double& logit : logits) {
      const double log_nu = logit - log_sum, log_a = log_time_ + log_weight(logit) - log_nu;
      log_stay = log_of_sum(log_stay, log_nu - maths::exp(std::min(log_a, 700.0)));
      logit = log_nu + log_of_reached(log_a);
    }
    for (double& logit : logits) logit -= log_stay;
  }

  double log_time_;
  bool barker_, exact_ratios_;
};

}  // namespace

SiteSamplerUnit dlmc_unit() {
  return {
      .id = "dlmc",
      .title = "DLMC",
      .doc =
          "Discrete Langevin Monte Carlo: every site follows a jump process of its own for a time h, with the "
          "others held where they are. With the ratio `t_v = p(y)/p(x)` of a change to v, and 1 for none, "
          "`q_i(v) = ν_v (1 − e^(−h g(t_v)/ν_v))`, `ν_v = t_v/Σ t`. Short times change few sites, long ones draw each "
          "anew given the others. Accepted with probability `min(1, e^(E(x) − E(y)) q(x | y)/q(y | x))`.",
      .source = "Sun, Dai, Dai, Zhou & Schuurmans 2023; more than two values as in their code",
      .parameters =
          {{.id = "time",
            .title = "Time",
            .symbol = "h",
            .doc = "Time that a step follows the jump process for.",
            .initial = 0.2,
            .hard = {1e-6, 1e6},
            .slider = {0.01, 100},
            .scale = Scale::log},
           {.id = "weight",
            .title = "Weight",
            .symbol = "g",
            .doc = "Rate of a change with probability ratio t. sqrt: √t. barker: t/(1 + t).",
            .initial = 0,
            .hard = {0, 1},
            .slider = {0, 1},
            .kind = Kind::choice,
            .choices = {"sqrt", "barker"}},
           {.id = "ratios",
            .title = "Ratios",
            .symbol = "t",
            .doc = "gradient: to first order, as published. exact: from the changes of E.",
            .initial = 0,
            .hard = {0, 1},
            .slider = {0, 1},
            .kind = Kind::choice,
            .choices = {"gradient", "exact"}},
           {.id = "metropolis",
            .title = "Metropolis step",
            .symbol = "·",
            .doc =
                "Off: every proposal is accepted, and the chain is biased where sites depend on each other.",
            .initial = 1,
            .hard = {0, 1},
            .slider = {0, 1},
            .kind = Kind::boolean}},
      .needs = {},
      .make = [](std::shared_ptr<const SiteTarget> target,
                 const Parameters& p) -> std::unique_ptr<SiteSampler> {
        return std::make_unique<DiscreteLangevin>(
            std::move(target), p.flag("metropolis"),
            DiscreteLangevin::Choices{p["time"], p.integer("weight") == 1, p.integer("ratios") == 1});
      },
      .cost = one_gradient,
      .rejects = true,
      // Both ways of finding changes are gone through, of the one that is not taken a first turn of each loop.
      .passes = [](const Parameters& p) { return p.integer("ratios") == 1 ? SitePasses{4, 12} : SitePasses{13, 4}; }};
}

}  // namespace ergo
