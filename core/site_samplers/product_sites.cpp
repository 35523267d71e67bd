#include "core/site_samplers/product_sites.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/maths/elementary.h"

namespace ergo {

void ProductSites::logits(ConfigurationView x, std::uint64_t step, std::span<double> slopes,
                          std::span<double> logits) const {
  if (this->slopes() == Slopes::gradient) target().gradient(x, slopes);
  if (this->slopes() == Slopes::changes) target().all_changes(x, slopes);
  site_logits(x, step, slopes, logits);
}

bool ProductSites::goes_by_kinds() const {
  constexpr std::uint64_t most = 1 << 22;  // kinds in all tables, of 20 bytes each
  const SiteKinds* kinds = target().kinds();
  return kinds && slopes() != Slopes::changes && kinds->values.size() <= most / period();
}

const KindProposal& ProductSites::by_kinds(std::uint64_t step) const {
  std::call_once(once_, [&] { prepared_ = std::make_unique<Prepared[]>(period()); });
  Prepared& prepared = prepared_[step % period()];
  std::call_once(prepared.once, [&] {
    const SiteKinds& kinds = *target().kinds();
    std::vector<double> logits(kinds.values.size());
    site_logits(kinds.values, step, kinds.gradient, logits);
    prepared.proposal = KindProposal(logits);
  });
  return prepared.proposal;
}

double ProductSites::log_ratio(ConfigurationView x, const ProductProposal& forward, double forward_normaliser,
                               ConfigurationView y, std::uint64_t step, std::span<double> gradient,
                               std::span<double> logits) const {
  if (!adjusted()) return 0;
  this->logits(y, step, gradient, logits);
  const ProductProposal backward{target().values(), logits};
  return backward.logit(y, x) - backward.log_normaliser() - forward.logit(x, y) + forward_normaliser;
}

double ProductSites::propose_by_kinds(SiteChain& chain, const SiteDraws& draws) const {
  auto& [x, energy, room] = chain;
  const KindProposal& proposal = by_kinds(draws.step());
  const auto numbers = room.first(room.numbers, x.size());
  const auto kinds = room.first(room.kinds, x.size());
  draws.fill_numbers(numbers);
  target().find_kinds(x, kinds);
  proposal.draw(x, kinds, numbers, room.proposal);
  if (!adjusted()) return 0;
  const double there = proposal.log_probability(x, kinds, room.proposal);
  target().find_kinds(room.proposal, kinds);
  return proposal.log_probability(room.proposal, kinds, x) - there;
}

double ProductSites::propose(SiteChain& chain, const SiteDraws& draws) const {
  if (goes_by_kinds()) return propose_by_kinds(chain, draws);
  auto& room = chain.room;
  const auto uniforms = room.first(room.uniforms, chain.x.size());
  const auto there = room.first(room.forward, logit_count()), back = room.first(room.backward, logit_count());
  draws.fill(uniforms);
  logits(chain.x, draws.step(), room.gradient, there);
  const ProductProposal forward{target().values(), there};
  const double normaliser = forward.draw(chain.x, uniforms, room.proposal);
  return log_ratio(chain.x, forward, normaliser, room.proposal, draws.step(), room.gradient, back);
}

void ProductSites::outcomes(ConfigurationView x, std::uint64_t step, const SiteOutcomes& tell) const {
  require_few_outcomes(target().values(), target().sites());
  std::vector<double> there(logit_count()), back(there.size()), gradient(there.size() + x.size());
  logits(x, step, gradient, there);
  const ProductProposal forward{target().values(), there};
  const double energy = target().energy(x), normaliser = forward.log_normaliser();
  forward.each(x, [&](ConfigurationView y, double probability) {
    if (!rejects(step)) return tell({y, probability, 1});
    const double ratio = log_ratio(x, forward, normaliser, y, step, gradient, back);
    tell({y, probability, acceptance(energy, target().energy(y), ratio)});
  });
}

bool ProductSites::change_probabilities(ConfigurationView x, std::uint64_t step,
                                        std::span<double> probabilities) const {
  std::vector<double> there(logit_count()), gradient(there.size() + x.size());
  logits(x, step, gradient, there);
  const std::size_t others = there.size() / x.size();
  for (std::size_t site = 0; site < x.size(); ++site) {
    double change = 0;  // in units of q_i(x_i)
    for (std::size_t v = 0; v < others; ++v) change += maths::exp(there[site * others + v]);
    probabilities[site] = change / (1 + change);
  }
  return true;
}

double ProductSites::log_normaliser(ConfigurationView x, std::uint64_t step) const {
  std::vector<double> there(logit_count()), gradient(there.size() + x.size());
  logits(x, step, gradient, there);
  return ProductProposal{target().values(), there}.log_normaliser();
}

std::vector<double> dula_distribution(const SiteSampler& sampler, const SiteStates& states) {
  const auto* dula = dynamic_cast<const ProductSites*>(&sampler);
  if (!dula || sampler.exact()) throw std::logic_error("the sampler is not DULA");
  std::vector<double> logs(states.count());
  for (std::size_t x = 0; x < logs.size(); ++x)
    logs[x] = dula->log_normaliser(states.configuration(x)) - states.energies()[x];
  const double top = *std::ranges::max_element(logs);
  double sum = 0;
  for (double& p : logs) sum += p = std::exp(p - top);
  for (double& p : logs) p /= sum;
  return logs;
}

}  // namespace ergo
