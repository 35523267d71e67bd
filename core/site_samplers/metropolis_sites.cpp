#include "core/site_samplers/metropolis_sites.h"

#include "core/sites/site_counts.h"
#include "core/unit/metropolis.h"

namespace ergo {

double MetropolisSites::acceptance(double energy_x, double energy_y, double log_ratio) const {
  return adjusted_ ? metropolis_acceptance(energy_x - energy_y + log_ratio) : 1;
}

SiteStepReport MetropolisSites::step(SiteChain& chain, const SiteDraws& draws) const {
  const double log_ratio = propose(chain, draws);
  SiteStepReport report;
  report.proposed = differing(chain.room.proposal, chain.x);
  const double energy = target().energy(chain.room.proposal);
  report.acceptance = acceptance(chain.energy, energy, log_ratio);
  if (!rejects(draws.step()) || draws.decision() <= report.acceptance) {
    chain.x.swap(chain.room.proposal);
    chain.energy = energy;
    report.changed = report.proposed;
  }
  report.energy = chain.energy;
  return report;
}

}  // namespace ergo
