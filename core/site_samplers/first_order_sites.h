#pragma once

#include <algorithm>

#include "core/site_samplers/product_sites.h"
#include "core/unit/parameter.h"

namespace ergo {

/// One step of a cycle.
struct FirstOrderStep {
  double alpha, beta;
  bool rejects = true;  ///< whether there is a Metropolis step
};

/// Samplers that propose all sites at once by the gradient,
///   q_i(v | x) ∝ exp(-beta (first-order change of E to v) - distance^2/(2 alpha)),
/// and accept with min(1, e^(E(x) - E(y)) q(x | y)/q(y | x)), or always. Step k is the one of place k mod s
/// in a cycle of s steps. Where some steps reject, the others tell that acceptance too.
class FirstOrderSites : public ProductSites {
 public:
  FirstOrderSites(std::shared_ptr<const SiteTarget> target, std::vector<FirstOrderStep> cycle)
      : ProductSites(std::move(target), std::ranges::any_of(cycle, &FirstOrderStep::rejects)),
        cycle_(std::move(cycle)) {}
  std::uint64_t period() const override { return cycle_.size(); }
  bool exact() const override { return std::ranges::all_of(cycle_, &FirstOrderStep::rejects); }

 private:
  bool rejects(std::uint64_t step) const override { return cycle_[step % cycle_.size()].rejects; }
  void site_logits(ConfigurationView x, std::uint64_t step, std::span<const double> gradient,
                   std::span<double> logits) const override {
    const FirstOrderStep& now = cycle_[step % cycle_.size()];
    first_order_logits(target(), x, gradient, now.alpha, now.beta, logits);
  }
  std::vector<FirstOrderStep> cycle_;
};

Parameter variance_parameter(std::string id, std::string title, std::string symbol, double initial);
Parameter balance_parameter(std::string id, std::string title, std::string symbol, double initial);

}  // namespace ergo
