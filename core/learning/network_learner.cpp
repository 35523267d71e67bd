#include "core/learning/network_learner.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/config/learning_settings.h"
#include "core/learning/network_picture.h"
#include "core/view/colour_vision.h"

namespace ergo {
namespace {

constexpr std::uint64_t usual_chains = 2000, chain_steps_between_pauses = 4'000'000;

RunConfig run_of(std::vector<Assignment> settings) {
  RunConfig run;
  run.chains = usual_chains;
  apply(run, {"sampler", "mala"});
  sort_for_apply(settings);
  for (const Assignment& setting : settings) apply(run, setting);
  return run;
}

}  // namespace

NetworkLearner::NetworkLearner(std::span<const Assignment> settings, const BackendFactory& backends)
    : session_(std::make_unique<Session>(run_of({settings.begin(), settings.end()}), backends)) {}

/// An iteration comes just before a step.
void NetworkLearner::learn(std::uint64_t iterations, ThreadPool&, const SitePause& pause) {
  const std::uint64_t last = this->iterations() + iterations, every = steps_of_iteration(session_->config());
  const std::uint64_t part = std::max<std::uint64_t>(1, chain_steps_between_pauses / session_->config().chains);
  const std::uint64_t end = last * every + 1;
  while (session_->step() < end) {
    if (pause) pause();
    session_->advance(std::min(part, end - session_->step()));
    if (training().broken())
      throw Error("learning left the finite numbers in iteration", std::to_string(this->iterations()),
                  "a smaller learn.rate or learn.clip, a larger learn.penalty", "learn.rate");
  }
}

std::vector<LearningSetting> NetworkLearner::settings() const {
  std::vector<LearningSetting> list;
  for (const auto& [path, value] : assignments_of(session_->initial())) {
    char* end = nullptr;
    std::strtod(value.c_str(), &end);
    list.push_back({path, value, !value.empty() && *end == 0});
  }
  return list;
}

std::vector<Position> NetworkLearner::chains() const {
  const ChainData data = session_->read();
  std::vector<Position> x;
  for (std::size_t chain = 0; chain < data.chains; ++chain) x.push_back(data.x(chain));
  return x;
}

std::vector<LearningNumber> NetworkLearner::row() const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const LearningMoment& now = session_->learning()->now();
  const PlaneData& data = training().data();
  ThreadPool alone(1);
  const PlaneFit mean = data.fit(training().grid_of(training().averaged(), alone));
  if (!reference_) reference_.emplace(data.shared_target());
  const auto mmd = reference_->estimate(chains());
  return {{"iteration", static_cast<double>(now.iterations)},
          {"log_likelihood", now.log_likelihood},
          {"log_likelihood_mean", mean.log_likelihood},
          {"tv", now.total_variation},
          {"tv_mean", mean.total_variation},
          {"mmd2", mmd ? mmd->mmd2 : unknown},
          {"gradient", now.gradient},
          {"diverged", now.diverged},
          {"gradients", session_->gradients_at(now.iterations * steps_of_iteration(session_->config()))}};
}

Image NetworkLearner::picture(const Palette& palette) const {
  ThreadPool alone(1);
  return picture_of(training().data(), training().grid_of(training().averaged(), alone), chains(),
                    sampler_colour(session_->config().sampler.id, palette), palette);
}

}  // namespace ergo
