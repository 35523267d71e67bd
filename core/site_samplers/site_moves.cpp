#include "core/site_samplers/site_moves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/maths/elementary.h"
#include "core/site_samplers/product_proposal.h"

namespace ergo {

void SiteMoves::halved_changes(ConfigurationView x, std::span<double> changes,
                               std::span<double> logits) const {
  target_.all_changes(x, changes);
  std::size_t move = 0;
  for (std::size_t site = 0; site < x.size(); ++site)
    for (std::size_t value = 0; value <= others_; ++value)
      if (value != x[site]) logits[move++] = -changes[site * (others_ + 1) + value] / 2;
}

void SiteMoves::halved_first_order(ConfigurationView x, std::span<double> gradient,
                                   std::span<double> logits) const {
  target_.gradient(x, gradient);
  first_order_logits(target_, x, gradient, std::numeric_limits<double>::infinity(), 0.5, logits);
}

double normalise_logits(std::span<double> logits) {
  const double top = *std::ranges::max_element(logits);
  double sum = 0;
  for (double& logit : logits) sum += logit = maths::exp(logit - top);
  for (double& weight : logits) weight /= sum;
  return top + std::log(sum);
}

std::size_t drawn_place(std::span<const double> probabilities, double uniform) {
  std::size_t place = 0;
  while (place + 1 < probabilities.size() && (uniform -= probabilities[place]) >= 0) ++place;
  return place;
}

}  // namespace ergo
