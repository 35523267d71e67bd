#include "core/reproduction/ab_contest.h"

#include <algorithm>

#include "core/base/number_words.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr std::size_t contest_chains = 64, adapting_chains = 4;
constexpr double settling_sweeps = 300, tuning_steps = 20, adapting_block = 100;
constexpr double adapting_rounds = 166;  // of 600 steps: about the 100 000 of the paper
constexpr double least_draws = 10;       // of a chain, for its mean to tell their number

std::vector<SiteSetting> sweep_of(const SiteTarget& target) {
  return {{"scan", "systematic"}, {"updates", target.sites()}};
}

class ContestRun {
 public:
  ContestRun(const AbContest& contest, double effort, ThreadPool& pool, const Listener& listener)
      : contest_(contest),
        effort_(effort),
        pool_(pool),
        listener_(listener),
        at_(contest.target, "gibbs_sites", sweep_of(*contest.target), contest_chains,
            same_site_start(Configuration(static_cast<std::size_t>(contest.target->sites()))),
            steps_of(settling_sweeps, std::min(1.0, 20 * effort)), pool, listener) {}

  /// With the value of a parameter that accepts this share.
  void tuned(const std::string& title, const std::string& sampler, const std::string& parameter,
             const std::string& symbol, double acceptance, Interval range, double evaluations) const {
    const double value = value_that_accepts(acceptance, sampler, parameter, range, at_,
                                            steps_of(tuning_steps, effort_), pool_, listener_);
    hold({title, symbol + " = " + significant(value, 3), evaluations, 4000},
         *make_site_sampler(sampler, contest_.target, {{parameter, value}}));
  }

  void gibbs() const {
    const auto sites = static_cast<double>(contest_.target->sites());
    hold({"Gibbs, all sites", "", sites * (contest_.target->values() - 1), 200},
         *make_site_sampler("gibbs_sites", contest_.target, sweep_of(*contest_.target)));
  }

  void adapted(const std::string& title, const AnyScaleFamily& family) const {
    const auto start = family.at(1, 0.5);
    const SiteChains few(*start, adapting_chains, 4, same_site_start(at_.chains().chains()[0].x));
    const AnyScaleSearch search{.block = steps_of(adapting_block, std::min(1.0, 10 * effort_)),
                                .rounds = static_cast<int>(steps_of(adapting_rounds, effort_))};
    const auto [sigma, alpha, trace] = adapt_any_scale(family, few, search, 5, pool_, listener_.pause);
    any_scale(title, family, sigma, alpha);
  }

  void any_scale(const std::string& title, const AnyScaleFamily& family, double sigma, double alpha) const {
    hold({title, "σ = " + significant(sigma, 3) + ", α = " + significant(alpha, 3), 2, 1000},
         *family.at(sigma, alpha));
  }

 private:
  struct Contestant {
    std::string title, settings;
    double evaluations;  ///< of E or of its gradient, a step
    double usual_steps;
  };

  void hold(const Contestant& of, const SiteSampler& sampler) const {
    const std::uint64_t steps = steps_of(of.usual_steps, effort_);
    const SamplerEfficiency found = at_.efficiency(sampler, steps, pool_, listener_);
    const auto said = contest_.paper.find(of.title);
    ReproducedNumber number{.what = contest_.prefix + of.title,
                            .ours = {},
                            .paper = said == contest_.paper.end() ? "" : said->second,
                            .remark = of.settings + (of.settings.empty() ? "" : ": ") + "acceptance " +
                                      significant(found.averages.acceptance.value, 2) + ", jumps " +
                                      significant(found.jump, 3)};
    const double queries = of.evaluations * static_cast<double>(steps) / 1e4;
    if (found.draws.value >= least_draws)
      number.ours = {found.draws.value / queries, found.draws.error / queries};
    else
      number.remark +=
          "; fewer than " + significant(least_draws, 2) + " draws in a chain: more effort needed";
    listener_.tell(number);
  }

  const AbContest& contest_;
  double effort_;
  ThreadPool& pool_;
  const Listener& listener_;
  SettledChains at_;
};

}  // namespace

void hold_ab_contest(const AbContest& contest, double effort, ThreadPool& pool, const Listener& listener) {
  const ContestRun run(contest, effort, pool, listener);
  run.tuned("RWM", "rwm_sites", "flips", "R", 0.234, {1e-2, 0.9 * contest.target->sites()}, 1);
  run.gibbs();
  run.tuned("LB", "dmala_sites", "alpha", "α", 0.574, {1e-2, 1e3}, 2);
  run.adapted("AB-1st", AnyScaleFamily(contest.target));
  for (const auto& [title, rule] : {std::pair("AB-shift", DiagonalRule::shift),
                                    {"AB-max", DiagonalRule::max},
                                    {"AB-trace", DiagonalRule::trace}}) {
    const AnyScaleFamily family(contest.target, rule);
    run.adapted(title, family);
    for (const AbContest::Given& given : contest.given)
      if (given.rule == rule) run.any_scale(given.title, family, given.sigma, given.alpha);
  }
}

}  // namespace ergo
