#include "core/learning/learner.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/config/learning_settings.h"
#include "core/learning/network_picture.h"
#include "core/learning/rbm_picture.h"
#include "core/models/machine_learning.h"
#include "core/models/network_learning.h"

namespace ergo {
namespace {

constexpr std::uint64_t chain_steps_between_pauses = 1'000'000;

/// The settings, behind those that serve their model.
RunConfig run_of(std::span<const Assignment> settings) {
  std::string model = "rbm";
  for (const Assignment& setting : settings)
    if (setting.path == "learn.model") model = setting.value;
  std::vector<Assignment> list = {{"learn.model", model}};
  const bool other_target = std::ranges::count(settings, "target", &Assignment::path) > 0;
  if (model == "rbm") {
    if (!other_target) list.insert(list.end(), {{"target", "pictures"}, {"target.beta", "20"}});
    list.insert(list.end(), {{"sampler", "block_gibbs"}, {"chains", "2000"}});  // as many as draws of the data
  }
  if (model == "network")
    list.insert(list.end(), {{"target", "ring8"}, {"sampler", "mala"}, {"chains", "2000"}});
  for (const Assignment& setting : settings) {  // the last one of a path counts
    std::erase_if(list, [&](const Assignment& earlier) { return earlier.path == setting.path; });
    list.push_back(setting);
  }
  RunConfig run;
  apply_all(run, list);
  if (!learns(run)) throw Error("nothing learns:", model, "network, rbm", "learn.model");
  return run;
}

}  // namespace

Learner::Learner(std::span<const Assignment> settings, const BackendFactory& backends)
    : session_(std::make_unique<Session>(run_of(settings), backends)) {}

/// An iteration comes just before a step.
void Learner::learn(std::uint64_t iterations, const std::function<void()>& pause) {
  const std::uint64_t last = this->iterations() + iterations, every = steps_of_iteration(session_->config());
  const std::uint64_t part =
      std::max<std::uint64_t>(1, chain_steps_between_pauses / session_->config().chains);
  const std::uint64_t end = last * every + 1;
  while (session_->step() < end) {
    if (pause) pause();
    session_->advance(std::min(part, end - session_->step()));
    if (learning().state().broken())
      throw Error("learning left the finite numbers in iteration", std::to_string(this->iterations()),
                  "a smaller learn.rate or learn.clip, a larger learn.penalty", "learn.rate");
  }
}

std::vector<Position> Learner::places() const {
  const ChainData data = session_->read();
  std::vector<Position> x;
  for (std::size_t chain = 0; chain < data.chains; ++chain) x.push_back(data.x(chain));
  return x;
}

std::vector<Configuration> Learner::configurations() const {
  const ChainData data = session_->read();
  std::vector<Configuration> x;
  for (std::size_t chain = 0; chain < data.chains; ++chain)
    x.push_back(session_->target().sites()->configuration(data.state_row(chain)));
  return x;
}

std::vector<LearningNumber> Learner::row() const {
  const LearningMoment &now = learning().now(), mean = learning().averaged();
  std::vector<LearningNumber> row = {{"iteration", static_cast<double>(now.iterations)},
                                     {"log_likelihood", now.log_likelihood},
                                     {"log_likelihood_mean", mean.log_likelihood},
                                     {"tv", now.total_variation},
                                     {"tv_mean", mean.total_variation}};
  if (!session_->target().lattice()) {
    if (!reference_) reference_.emplace(make_target(session_->config()));
    const auto mmd = reference_->estimate(places());
    row.push_back({"mmd2", mmd ? mmd->mmd2 : std::numeric_limits<double>::quiet_NaN()});
  }
  row.push_back({"gradient", now.gradient});
  row.push_back({"diverged", now.diverged});
  row.push_back(
      {"gradients", session_->gradients_at(now.iterations * steps_of_iteration(session_->config()))});
  return row;
}

std::vector<std::string> Learner::remarks() const {
  const auto machine = learning().machine();
  if (!machine || !std::isnan(learning().now().log_likelihood)) return {};
  return {"log_likelihood is NaN: of " + std::to_string(machine->b.size()) + " visible and " +
          std::to_string(machine->c.size()) + " hidden units one number must be at most " +
          std::to_string(most_summed_units) + " for exact sums"};
}

SiteGridShape Learner::shape() const { return grid_shape(*session_->target().sites()->data()->model()); }

std::map<std::string, NpyArray> Learner::arrays() const {
  std::map<std::string, NpyArray> arrays = learning().arrays();
  std::vector<double> numbers;
  if (session_->target().sites()) {
    const auto [rows, columns] = shape();
    const auto pixels = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    for (Configuration& x : configurations()) {
      x.resize(pixels);
      numbers.insert(numbers.end(), x.begin(), x.end());
    }
    arrays["x"] = npy_array(
        {numbers.size() / pixels, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)},
        numbers);
  } else {
    for (const Position x : places()) numbers.insert(numbers.end(), {x.x, x.y});
    arrays["x"] = npy_array({numbers.size() / 2, 2}, numbers);
  }
  return arrays;
}

Image Learner::picture(const Palette& palette) const {
  if (const auto* network = dynamic_cast<const NetworkLearning*>(&learning())) {
    ThreadPool alone(1);
    const NetworkTraining& training = network->training();
    return picture_of(training.data(), training.grid_of(training.averaged(), alone), places(),
                      sampler_colour(session_->config().sampler.id, palette), palette);
  }
  const auto& machine = dynamic_cast<const MachineLearning&>(learning());
  return picture_of(machine.training().averaged(), shape(), configurations(), palette);
}

}  // namespace ergo
