#include "core/site_plane/reference_run.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/sites/site_chains.h"

namespace ergo {
namespace {

constexpr double run_work = 0x1p30;

const SiteSamplerUnit& champion(const SiteTarget& target) {
  const SiteSamplerUnit* chosen = nullptr;
  for (const char* id : {"swendsen_wang", "block_gibbs", "gibbs_sites"}) {
    chosen = &*std::ranges::find(site_samplers(), id, &SiteSamplerUnit::id);
    if (lacking(chosen->needs, target).empty()) break;
  }
  return *chosen;
}

bool is_gibbs(const SiteSamplerUnit& sampler) { return sampler.id == "gibbs_sites"; }

/// Of the update of one site.
double update_work(const SiteSamplerUnit& sampler, const SiteTarget& target) {
  constexpr double of_draw = 30, of_value = 10;
  if (sampler.id == "swendsen_wang") return 60;
  if (target.hidden_layer()) return of_draw + 2 * target.work().energy / target.sites();
  return of_draw + target.work().change + of_value * target.values();
}

/// Of a number at each step of a chain.
struct ReferenceSum {
  double first = 0, second = 0;
  void add(double value) {
    first += value;
    second += value * value;
  }
};
struct ReferenceSums {
  ReferenceSum energy, level, level_squared, x, y;
};

/// Within and between chains, by their means and variances.
struct ReferenceSpread {
  Estimate mean;
  double within = 0, between = 0;
};

ReferenceSpread spread_over(const std::vector<ReferenceSums>& chains, ReferenceSum ReferenceSums::*of,
                            double steps) {
  std::vector<double> means;
  ReferenceSpread spread;
  for (const ReferenceSums& chain : chains) {
    const ReferenceSum& sum = chain.*of;
    means.push_back(sum.first / steps);
    spread.within += std::max(0.0, sum.second / steps - means.back() * means.back());
  }
  const auto count = static_cast<double>(chains.size());
  spread.within /= count;
  spread.mean = mean_of(means);
  spread.between = spread.mean.error * spread.mean.error * count;
  return spread;
}

SiteMoments moments_of(const ReferenceSpread& s) {
  return {s.mean.value, std::sqrt(s.within + s.between), s.mean.error};
}

/// Chains that stay where they are say nothing of each other.
double rhat_of(const ReferenceSpread& s) {
  if (s.within == 0) return s.between == 0 ? 1 : std::numeric_limits<double>::infinity();
  return std::sqrt(1 + s.between / s.within);
}

/// Told a chain's configuration and its energy. Calls of different chains may come at once.
using Meet = std::function<void(std::size_t chain, ConfigurationView x, double energy)>;

SampledMasses sampled_by(const ReferenceRun& run, const SiteTarget& target, const SiteStatistics& statistics,
                         const std::function<void(const Meet&)>& go) {
  const Sides cells = statistics.cells();
  SampledMasses found{.chains = ReferenceRun::chains,
                      .draws = run.draws(),
                      .counts = std::vector<std::uint32_t>(ReferenceRun::chains * cells.count())};
  std::vector<ReferenceSums> sums(ReferenceRun::chains);
  go([&](std::size_t chain, ConfigurationView x, double energy) {
    const Position place = statistics.place(x);
    ++found.counts[chain * cells.count() + cells.index(place)];
    const double level = mean_level(target, x);
    sums[chain].energy.add(energy);
    sums[chain].level.add(level);
    sums[chain].level_squared.add(level * level);
    sums[chain].x.add(place.x);
    sums[chain].y.add(place.y);
  });
  const auto each = static_cast<double>(run.steps - run.left_out);
  const auto spread = [&](ReferenceSum ReferenceSums::*of) { return spread_over(sums, of, each); };
  found.moments = {moments_of(spread(&ReferenceSums::energy)), moments_of(spread(&ReferenceSums::level)),
                   moments_of(spread(&ReferenceSums::level_squared))};
  found.rhat = std::max({rhat_of(spread(&ReferenceSums::energy)), rhat_of(spread(&ReferenceSums::x)),
                         rhat_of(spread(&ReferenceSums::y))});
  return found;
}

}  // namespace

ReferenceRun reference_run(const SiteTarget& target) {
  constexpr std::uint64_t least_steps = 16;
  constexpr int parts = 8;  // of a scan, after each of which a configuration counts
  if (target.exact()) {
    constexpr double of_site = 30;
    const double of_draw = of_site * target.sites() + target.work().energy;
    return {nullptr, 0, std::max(least_steps, static_cast<std::uint64_t>(run_work / (of_draw * ReferenceRun::chains))), 0};
  }
  const SiteSamplerUnit& sampler = champion(target);
  const double updates = run_work / (update_work(sampler, target) * ReferenceRun::chains);  // of a chain
  int of_step = target.sites();
  if (is_gibbs(sampler)) {
    of_step = (target.sites() + parts - 1) / parts;
    of_step = std::clamp(static_cast<int>(updates / least_steps), 1, of_step);
  }
  const auto steps = std::max(least_steps, static_cast<std::uint64_t>(updates / of_step));
  return {&sampler, of_step, steps, (steps + 3) / 4};
}

namespace {

constexpr std::uint64_t reference_seed = 31;

SampledMasses of_exact_draws(const ReferenceRun& run, const SiteTarget& target, const SiteStatistics& statistics) {
  return sampled_by(run, target, statistics, [&](const Meet& meet) {
    ThreadPool pool;
    pool.for_blocks(ReferenceRun::chains, [&](std::size_t begin, std::size_t end) {
      for (std::size_t chain = begin; chain < end; ++chain)
        for (std::uint64_t step = 0; step < run.steps; ++step) {
          const SiteDraws draws(reference_seed, Purpose::diagnostics, static_cast<std::uint32_t>(chain), step);
          const Configuration x = target.exact()->draw(draws);
          meet(chain, x, target.energy(x));
        }
    });
  });
}

SampledMasses of_chains(const ReferenceRun& run, const std::shared_ptr<const SiteTarget>& target,
                        const SiteStatistics& statistics) {
  std::vector<SiteSetting> settings;
  if (is_gibbs(*run.sampler)) settings = {{"scan", "systematic"}, {"updates", run.updates}};
  const auto sampler = make_site_sampler(run.sampler->id, target, settings);
  return sampled_by(run, *target, statistics, [&](const Meet& meet) {
    ThreadPool pool;
    SiteChains chains(*sampler, ReferenceRun::chains, reference_seed, uniform_site_start(*target));
    chains.advance(run.left_out, pool);
    chains.advance(run.steps - run.left_out, pool,
                   [&](std::size_t chain, const SiteChain& state, const SiteStepReport& report) {
                     meet(chain, state.x, report.energy);
                   });
  });
}

}  // namespace

PlaceMasses run_masses(const ReferenceRun& run, const std::shared_ptr<const SiteTarget>& target,
                       const SiteStatistics& statistics) {
  SampledMasses sampled =
      run.sampler ? of_chains(run, target, statistics) : of_exact_draws(run, *target, statistics);
  const std::size_t cells = statistics.cells().count();
  PlaceMasses found{.mass = std::vector<double>(cells)};
  for (std::size_t i = 0; i < sampled.counts.size(); ++i) found.mass[i % cells] += sampled.counts[i];
  for (double& mass : found.mass) mass /= static_cast<double>(sampled.draws);
  found.sampled = std::move(sampled);
  return found;
}

}  // namespace ergo
