#include "core/site_samplers/site_curvature.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"

namespace ergo {

namespace {

/// A sampler whose steps are sweeps over all sites.
std::unique_ptr<SiteSampler> sweeps_of(const std::shared_ptr<const SiteTarget>& target) {
  if (target->hidden_layer()) return make_site_sampler("block_gibbs", target);
  return make_site_sampler("gibbs_sites", target, {{"scan", "systematic"}, {"updates", target->sites()}});
}

Eigen::MatrixXd closest_quadratic_form(const std::shared_ptr<const SiteTarget>& target, std::size_t n) {
  constexpr std::uint64_t seed = 1, burn_in = 50;
  const std::size_t pairs = std::max<std::size_t>(64, 2 * n);
  const auto sampler = sweeps_of(target);
  SiteChain chain(*target, uniform_site_start(*target)(SiteDraws(seed, Purpose::start, 0, 0)));
  std::uint64_t sweep = 0;
  const auto go_on = [&] { sampler->step(chain, SiteDraws(seed, Purpose::data, 0, sweep++)); };
  while (sweep < burn_in) go_on();
  const auto rows = static_cast<Eigen::Index>(pairs), columns = static_cast<Eigen::Index>(n);
  Eigen::MatrixXd steps(rows, columns), changes(rows, columns);
  std::vector<double> step(n), before(n), after(n);
  target->gradient(chain.x, before);
  for (Eigen::Index pair = 0; pair < rows; ++pair) {
    const Configuration x = chain.x;
    go_on();
    target->gradient(chain.x, after);
    coordinate_step(*target, x, chain.x, step);
    for (std::size_t k = 0; k < n; ++k) {
      steps(pair, static_cast<Eigen::Index>(k)) = step[k];
      changes(pair, static_cast<Eigen::Index>(k)) = before[k] - after[k];
    }
    before.swap(after);
  }
  return closest_hessian(steps, changes);
}

}  // namespace

Eigen::MatrixXd quadratic_form(const std::shared_ptr<const SiteTarget>& target) {
  const int n = target->sites() * target->gradient_width();
  if (n > most_coordinates)
    throw illegal_value("number of coordinates", number_text(n),
                        "at most " + number_text(most_coordinates) + " for a quadratic model", "");
  const std::vector<double> hessian = target->constant_hessian();
  if (hessian.empty()) return closest_quadratic_form(target, static_cast<std::size_t>(n));
  return -Eigen::Map<const Eigen::MatrixXd>(hessian.data(), n, n);
}

void coordinate_step(const SiteTarget& target, ConfigurationView x, ConfigurationView y, std::span<double> step) {
  if (target.coding() == SiteCoding::numbers) {
    for (std::size_t site = 0; site < x.size(); ++site) step[site] = y[site] - x[site];
    return;
  }
  const auto q = static_cast<std::size_t>(target.values());
  std::ranges::fill(step, 0);
  for (std::size_t site = 0; site < x.size(); ++site) {
    step[q * site + y[site]] += 1;
    step[q * site + x[site]] -= 1;
  }
}

}  // namespace ergo
