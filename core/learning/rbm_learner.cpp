#include "core/learning/rbm_learner.h"

#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/learning/rbm_likelihood.h"
#include "core/sites/site_chains.h"

namespace ergo {
namespace {

constexpr double first_scale = 0.1;  // standard deviation of the weights at the beginning
constexpr double average_power = 3;  // iteration t counts ~ t^3

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
  const auto target = rbm_target(weights_);
  make_site_sampler(how.sampler, target, how.settings);  // throws before anything is learned
  const SiteStart start = uniform_site_start(*target);
  for (std::size_t chain = 0; chain < how.chains; ++chain)
    chains_.emplace_back(*target,
                         start(SiteDraws(how.seed, Purpose::start, static_cast<std::uint32_t>(chain), 0)));
}

void RbmLearner::learn(std::uint64_t iterations, ThreadPool& pool) {
  for (std::uint64_t i = 0; i < iterations; ++i) {
    step_chains(pool);
    step_weights();
    ++iterations_;
  }
}

void RbmLearner::step_chains(ThreadPool& pool) {
  const auto target = rbm_target(weights_);
  const auto sampler = make_site_sampler(how_.sampler, target, how_.settings);
  std::vector<double> accepted(chains_.size());
  pool.for_blocks(chains_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      chains_[c].energy = target->energy(chains_[c].x);  // the weights have changed
      for (std::uint64_t k = 0; k < how_.steps; ++k) {
        const SiteDraws draws(how_.seed, Purpose::step, static_cast<std::uint32_t>(c),
                              iterations_ * how_.steps + k);
        accepted[c] += sampler->step(chains_[c], draws).acceptance;
      }
    }
  });
  const double sum = std::accumulate(accepted.begin(), accepted.end(), 0.0);
  acceptance_ = sum / static_cast<double>(chains_.size() * how_.steps);
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
