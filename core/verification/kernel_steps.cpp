#include "core/verification/kernel_steps.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/backend/start_positions.h"
#include "core/exact/evolution.h"

namespace ergo {
namespace {

constexpr std::size_t most_sites = 64;
constexpr std::uint64_t moving_chains = 20'000, lasting_chains = 32'768, lasting_steps = 32;

ChiSquared against(const ChainData& data, const Sides& sides, std::span<const double> distribution) {
  std::vector<std::size_t> counts(sides.count());
  for (std::size_t i = 0; i < data.chains; ++i) ++counts[sides.index(data.x(i))];
  std::vector<double> probabilities(distribution.begin(), distribution.end());
  for (double& p : probabilities) p = std::max(p, 0.0);  // rejected mass may be -1e-16
  return chi_squared_test(counts, probabilities);
}

/// Four sites at equal distances in the order of states, the first and the last among them.
std::vector<Position> spread_sites(const Sides& sides) {
  std::vector<Position> sites;
  for (const std::size_t third : {0, 1, 2, 3}) {
    const Position site = sides.site(third * (sides.count() - 1) / 3);
    if (std::ranges::find(sites, site) == sites.end()) sites.push_back(site);
  }
  return sites;
}

void judge(Verdict& verdict, const ChiSquared& test, std::size_t tests) {
  verdict.statistic = test.statistic;
  verdict.threshold = chi_squared_threshold(sidak_level(verification_level(), tests),
                                            static_cast<double>(std::max<std::size_t>(test.degrees, 1)));
  // The least of so many p-values: P(any of them is below) by the product rule.
  verdict.p_value = -std::expm1(static_cast<double>(tests) * std::log1p(-test.p_value));
  verdict.verdict = verdict.p_value >= verification_level() ? "pass" : "fail";
}

Verdict moves(const KernelCase& kernel, const TargetUnit& target, Backend& backend, std::uint64_t seed) {
  ExactCase c(kernel.with({{"target", target.descriptor.id}}));
  c.config.chains = moving_chains;
  c.config.seed = seed;
  c.config.backend = backend.kind();
  backend.configure(c.config);
  const auto sites = spread_sites(c.sides());
  const std::size_t phases = c.cycle.steps();
  ChiSquared worst;
  for (std::size_t phase = 0; phase < phases; ++phase)
    for (const Position site : sites) {
      const ChiSquared test = moves_test(backend, c, phase, site);
      if (worst.degrees == 0 || test.p_value < worst.p_value) worst = test;
    }
  Verdict verdict{.test = kernel.title("moves")};
  judge(verdict, worst, phases * sites.size());
  verdict.reason = std::to_string(moving_chains) + " chains from each of " + std::to_string(sites.size()) +
                   " sites" + (phases > 1 ? ", " + std::to_string(phases) + " phases" : "") +
                   "; the least likely is shown";
  return verdict;
}

Verdict own_distribution(const KernelCase& kernel, const TargetUnit& target, Backend& backend,
                         std::uint64_t seed) {
  RunConfig config =
      ExactCase::configured(kernel.with({{"target", target.descriptor.id}}, {{"start", "exact"}}));
  config.chains = lasting_chains;
  config.seed = seed;
  config.backend = backend.kind();
  Evolution evolution(config);
  evolution.advance(lasting_steps);
  const ChiSquared test = own_distribution_test(backend, config, evolution.distribution(), lasting_steps);
  Verdict verdict{.test = kernel.title("own distribution")};
  judge(verdict, test, 1);
  char text[120];
  std::snprintf(text, sizeof text, "%llu chains, %zu cells, after %llu steps; TV %.3g from the target's",
                static_cast<unsigned long long>(lasting_chains), test.degrees + 1,
                static_cast<unsigned long long>(lasting_steps), evolution.total_variation());
  verdict.reason = text;
  return verdict;
}

}  // namespace

ChiSquared moves_test(Backend& backend, const ExactCase& c, std::size_t phase, Position from) {
  backend.place(std::vector<Position>(c.config.chains, from), phase);
  backend.advance(phase, 1);
  return against(backend.read(), c.sides(), c.cycle.phase(phase)->row(c.sides().index(from)));
}

ChiSquared own_distribution_test(Backend& backend, const RunConfig& config,
                                 std::span<const double> distribution, std::uint64_t steps) {
  const auto target = make_target(config);
  backend.configure(config);
  backend.place(start_positions(config, *target), 0);
  backend.advance(0, steps);
  return against(backend.read(), target->lattice()->sides(), distribution);
}

std::vector<Verdict> kernel_verdicts(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend,
                                     std::uint64_t seed) {
  std::vector<Verdict> verdicts;
  const bool small = target.make()->lattice()->sides().count() <= most_sites;
  for (const KernelCase& kernel : kernel_cases()) {
    if (kernel.descriptor().id != sampler.descriptor.id) continue;
    if (small) verdicts.push_back(moves(kernel, target, backend, seed));
    if (!kernel.exact()) verdicts.push_back(own_distribution(kernel, target, backend, seed));
  }
  return verdicts;
}

std::size_t kernel_verdict_count() { return 2 * kernel_cases().size() * targets(Space::lattice).size(); }

}  // namespace ergo
