#include "core/learning/rbm_learner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/memory.h"
#include "core/learning/rbm_likelihood.h"
#include "core/sites/site_chains.h"

namespace ergo {
namespace {

constexpr double first_scale = 0.1;  // standard deviation of the weights at the beginning
constexpr std::uint64_t work_between_pauses = 20'000'000;  // products of a weight and a unit
constexpr double average_power = 3;                        // iteration t counts ~ t^3

/// to += factor * by, part by part.
void add(RbmWeights& to, double factor, const RbmWeights& by) {
  const auto add_part = [factor](std::vector<double>& part, const std::vector<double>& more) {
    for (std::size_t i = 0; i < part.size(); ++i) part[i] += factor * more[i];
  };
  add_part(to.b, by.b);
  add_part(to.c, by.c);
  add_part(to.w, by.w);
}

double norm_of(const RbmWeights& weights) {
  double squares = 0;
  for (const auto* part : {&weights.b, &weights.c, &weights.w})
    for (const double value : *part) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace

RbmLearner::RbmLearner(const RbmLearning& how) : how_(how), data_(picture_set(how.data)) {
  weights_ = averaged_ = random_rbm_weights(data_.pixels(), how.hidden, first_scale, how.seed);
  // Statistics take the units of all chains as doubles, the hidden ones twice.
  const auto visible = static_cast<std::uint64_t>(data_.pixels()),
             hidden = static_cast<std::uint64_t>(how.hidden);
  require_memory(
      how.chains * (8 * (4 * visible + 3 * hidden)),
      std::to_string(how.chains) + " chains of a machine with " + std::to_string(hidden) + " hidden units",
      "fewer chains (chains) or hidden units (learn.hidden)");
  const auto target = rbm_target(weights_);
  make_site_sampler(how.sampler, target, how.settings);  // throws before anything is learned
  const SiteStart start = uniform_site_start(*target);
  for (std::size_t chain = 0; chain < how.chains; ++chain)
    chains_.emplace_back(*target,
                         start(SiteDraws(how.seed, Purpose::start, static_cast<std::uint32_t>(chain), 0)));
}

void RbmLearner::learn(std::uint64_t iterations, ThreadPool& pool, const SitePause& pause) {
  for (std::uint64_t i = 0; i < iterations; ++i) {
    step_chains(pool, pause);
    step_weights();
    ++iterations_;
  }
}

void RbmLearner::step_chains(ThreadPool& pool, const SitePause& pause) {
  const auto target = rbm_target(weights_);
  const auto sampler = make_site_sampler(how_.sampler, target, how_.settings);
  for (SiteChain& chain : chains_) chain.energy = target->energy(chain.x);  // the weights have changed
  const std::uint64_t work = chains_.size() * weights_.w.size();            // of a step
  const std::uint64_t part = std::max<std::uint64_t>(1, work_between_pauses / work);
  std::vector<double> accepted(chains_.size());
  for (std::uint64_t made = 0; made < how_.every; made += std::min(part, how_.every - made)) {
    if (pause) pause();
    const std::uint64_t end = std::min(made + part, how_.every);
    pool.for_blocks(chains_.size(), [&](std::size_t first, std::size_t last) {
      for (std::size_t c = first; c < last; ++c)
        for (std::uint64_t k = made; k < end; ++k) {
          const std::uint64_t step = iterations_ * how_.every + k;
          accepted[c] +=
              sampler->step(chains_[c], {how_.seed, Purpose::step, static_cast<std::uint32_t>(c), step})
                  .acceptance;
        }
    });
  }
  const double sum = std::accumulate(accepted.begin(), accepted.end(), 0.0);
  acceptance_ = sum / static_cast<double>(chains_.size() * how_.every);
}

void RbmLearner::step_weights() {
  RbmWeights gradient = mean_statistics(weights_, data_.pictures);
  add(gradient, -1, mean_statistics(weights_, negatives()));
  gradient_norm_ = norm_of(gradient);
  const auto t = static_cast<double>(iterations_);
  add(weights_, how_.rate / (1 + t / how_.decay), gradient);
  const double share = (average_power + 1) / (t + 1 + average_power);
  RbmWeights away = weights_;
  add(away, -1, averaged_);
  add(averaged_, share, away);
}

std::vector<Configuration> RbmLearner::negatives() const {
  std::vector<Configuration> all;
  for (const SiteChain& chain : chains_) all.push_back(chain.x);
  return all;
}

}  // namespace ergo
