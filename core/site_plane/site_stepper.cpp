#include "core/site_plane/site_stepper.h"

#include <algorithm>
#include <cstring>
#include <list>
#include <stdexcept>

#include "core/base/error.h"
#include "core/unit/gradient_noise.h"

namespace ergo {
namespace {

const SitePlane& plane_of(const Oracle& oracle) {
  const SitePlane* plane = oracle.lattice() ? oracle.lattice()->sites() : nullptr;
  if (!plane) throw std::logic_error("a sampler of sites on a target without sites");
  return *plane;
}

void tell(ChainRow row, const SiteValues& report) { std::memcpy(row.report.data(), &report, sizeof report); }

SiteValues told_by(ChainRow row) {
  SiteValues report;
  std::memcpy(&report, row.report.data(), sizeof report);
  return report;
}

/// Writes the configuration, its place and F there.
void settle(ChainRow row, const SitePlane& plane, ConfigurationView x) {
  const Position place = plane.statistics().place(x);
  const Evaluation at = plane.evaluate(place);
  const ChainState state = {place, at.energy, at.gradient};
  std::memcpy(row.state.data(), &state, sizeof state);
  plane.packed().pack(x, plane.words(row.state));
}

/// The row's chain. It is this thread's, and keeps its memory from call to call.
SiteChain& chain_of(ChainRow row, const SitePlane& plane) {
  thread_local SiteChain chain;
  chain.fit(*plane.model());
  plane.unpack(row.state, chain.x);
  chain.energy = told_by(row).energy;
  return chain;
}

SiteValues resting(const SiteTarget& target, ConfigurationView x) {
  const double level = mean_level(target, x);
  return {.acceptance_rate = 1,
          .flips = 0,
          .proposed = 0,
          .energy = target.energy(x),
          .level = level,
          .level_squared = level * level};
}

}  // namespace

std::vector<Channel> site_channels() {
  return {{.id = "acceptance_rate",
           .title = "Acceptance",
           .symbol = "a",
           .doc = "Probability with which a Metropolis step accepts the last proposal; 1 for samplers without one.",
           .of_transition = true},
          {.id = "flips",
           .title = "Changed sites",
           .symbol = "|Δx|₀",
           .doc = "Sites whose value the last step changed.",
           .of_transition = true},
          {.id = "proposed",
           .title = "Proposed changes",
           .symbol = "|y − x|₀",
           .doc = "Sites at which the last proposal differed from the chain.",
           .of_transition = true},
          {.id = "energy",
           .title = "Energy of configuration",
           .symbol = "E",
           .doc = "Energy of the chain's configuration.",
           .quantity = "configuration_energy"},
          {.id = "level",
           .title = "Mean over sites",
           .symbol = "m",
           .doc = "Mean over a chain's sites of the spin −1 or 1, or of the value where sites are no spins.",
           .quantity = "site_level"},
          {.id = "level_squared",
           .title = "Squared mean over sites",
           .symbol = "m²",
           .doc = "Square of a chain's mean over sites: for spins of a magnet without a field, where the mean is 0 on "
                  "both sides of the transition, it tells them apart.",
           .quantity = "site_level_squared"}};
}

SiteStepper::SiteStepper(const SiteSamplerUnit& unit, const Parameters& parameters) : unit_(unit) {
  for (const Parameter& p : unit.parameters) values_.push_back(parameters[p.id]);
}

std::string SiteStepper::lacks(const Target& target) const {
  const SitePlane* plane = target.sites();
  const std::string words = plane ? lacking(unit_.needs, *plane->model()) : "configurations of sites";
  return words.empty() ? "" : "a target with " + words;
}

void SiteStepper::check(const Target& target) const {
  if (const std::string words = lacks(target); !words.empty())
    throw Error("the target does not go with the sampler", unit_.id, words, "sampler");
  on(*target.sites());  // throws if the sampler's values do not go together
}

/// Some samplers study their target when they are made, so that the last ones made are kept for all steppers; but not
/// those on models that learn, each of which is another one.
std::shared_ptr<const SiteSampler> SiteStepper::on(const SitePlane& plane) const {
  const std::lock_guard lock(mutex_);
  if (made_for_ == plane.model()) return made_;
  if (plane.data()) {
    made_ = unit_.make(plane.model(), Parameters(unit_.parameters, values_));
    made_for_ = plane.model();
    return made_;
  }
  struct Kept {
    const SiteSamplerUnit* unit;
    std::vector<double> values;
    const SiteTargetUnit* target_unit;
    SiteTargetValues target_values;
    std::shared_ptr<const SiteSampler> sampler;
  };
  constexpr std::size_t most = 32;
  static std::mutex mutex;
  static std::list<Kept> kept;  // the last one asked for first
  const std::lock_guard lock_kept(mutex);
  const auto found = std::ranges::find_if(kept, [&](const Kept& k) {
    return k.unit == &unit_ && k.values == values_ && k.target_unit == &plane.unit() &&
           k.target_values == plane.values();
  });
  if (found != kept.end()) {
    made_ = found->sampler;
    kept.splice(kept.begin(), kept, found);
  } else {
    made_ = unit_.make(plane.model(), Parameters(unit_.parameters, values_));
    kept.push_front({&unit_, values_, &plane.unit(), plane.values(), made_});
    if (kept.size() > most) kept.pop_back();
  }
  made_for_ = plane.model();
  return made_;
}

void SiteStepper::init(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step) const {
  const SitePlane& plane = plane_of(oracle);
  const Configuration x =
      PackedSites::hold(plane.words(row.state))
          ? plane.configuration(row.state)
          : plane.statistics().configuration_near({row.state[0], row.state[1]},
                                                  SiteDraws(seed, Purpose::start, row.chain, step));
  settle(row, plane, x);
  tell(row, resting(*plane.model(), x));
}

void SiteStepper::report_here(ChainRow row, const Oracle& oracle) const {
  const SitePlane& plane = plane_of(oracle);
  tell(row, resting(*plane.model(), plane.configuration(row.state)));
}

SiteStepReport SiteStepper::steps(ChainRow row, const SitePlane& plane, const SiteSampler& sampler, SiteChain& chain,
                                  std::uint64_t seed, std::uint64_t step, std::uint64_t count) const {
  SiteStepReport last;
  for (const std::uint64_t end = step + count; step < end; ++step)
    last = sampler.step(chain, SiteDraws(seed, Purpose::step, row.chain, step));
  settle(row, plane, chain.x);
  const double level = mean_level(*plane.model(), chain.x);
  tell(row, {.acceptance_rate = last.acceptance,
             .flips = static_cast<double>(last.changed),
             .proposed = static_cast<double>(last.proposed),
             .energy = last.energy,
             .level = level,
             .level_squared = level * level});
  return last;
}

void SiteStepper::advance(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step,
                          std::uint64_t count) const {
  if (count == 0) return;
  const SitePlane& plane = plane_of(oracle);
  const auto sampler = on(plane);
  steps(row, plane, *sampler, chain_of(row, plane), seed, step, count);
}

std::vector<SubStep> SiteStepper::explain(ChainRow row, const Oracle& oracle, std::uint64_t seed,
                                          std::uint64_t step) const {
  const SitePlane& plane = plane_of(oracle);
  const auto sampler = on(plane);
  SiteChain& chain = chain_of(row, plane);
  const double energy = chain.energy;
  const SiteStepReport report = steps(row, plane, *sampler, chain, seed, step, 1);
  const Position place = plane.statistics().place(chain.x);
  const bool accepted = !unit_.rejects || report.changed > 0 || report.proposed == 0;
  const Position proposal = accepted ? place : plane.statistics().place(chain.room.proposal);
  return {{"proposal",
           "y ~ q(· | x)",
           proposal,
           {told::number("E(x)", energy), told::number("|y − x|₀", report.proposed)}},
          {"decision",
           unit_.rejects ? "x ← y if u ≤ min(1, a), else x stays" : "x ← y: never rejected",
           place,
           {told::number("min(1, a)", report.acceptance), told::decision(accepted)}}};
}

}  // namespace ergo
