#include "core/learning/rbm_learner.h"
#include "core/learning/settings_table.h"

namespace ergo {
namespace {

LearningFields<RbmLearning> declared_rbm_fields() {
  return {{{.id = "data",
            .title = "Pictures",
            .symbol = "·",
            .doc = "Pictures whose distribution is learned.",
            .initial = 2,
            .hard = {0, static_cast<double>(picture_set_names().size()) - 1},
            .slider = {0, static_cast<double>(picture_set_names().size()) - 1},
            .kind = Kind::choice,
            .choices = picture_set_names()},
           &RbmLearning::data},
          {{.id = "hidden",
            .title = "Hidden units",
            .symbol = "m",
            .doc = "Their number.",
            .initial = 32,
            .hard = {1, 512},
            .slider = {1, 128},
            .kind = Kind::integer},
           &RbmLearning::hidden},
          {{.id = "rate",
            .title = "Learning rate",
            .symbol = "η",
            .doc = "Of the first iteration.",
            .initial = 0.5,
            .hard = {1e-6, 100},
            .slider = {1e-3, 2},
            .scale = Scale::log},
           &RbmLearning::rate},
          {{.id = "decay",
            .title = "Decay",
            .symbol = "τ",
            .unit = "iterations",
            .doc = "The rate is η/(1 + t/τ) in iteration t.",
            .initial = 1000,
            .hard = {1, 1e9},
            .slider = {10, 1e5},
            .scale = Scale::log},
           &RbmLearning::decay},
          {{.id = "chains",
            .title = "Chains",
            .symbol = "N",
            .doc = "Chains that stand for the model's distribution.",
            .initial = 500,
            .hard = {1, 1e6},
            .slider = {10, 5000},
            .kind = Kind::integer},
           &RbmLearning::chains},
          {{.id = "every",
            .title = "Steps an iteration",
            .symbol = "k",
            .doc = "Steps of each chain in an iteration.",
            .initial = 5,
            .hard = {1, 1e6},
            .slider = {1, 100},
            .kind = Kind::integer},
           &RbmLearning::every},
          {{.id = "seed",
            .title = "Seed",
            .symbol = "#",
            .doc = "Of the first weights and of the chains.",
            .initial = 1,
            .hard = {0, 1e9},
            .slider = {1, 100},
            .kind = Kind::integer},
           &RbmLearning::seed}};
}

const LearningFields<RbmLearning>& rbm_fields() {
  static const LearningFields<RbmLearning> declared = declared_rbm_fields();
  return declared;
}

}  // namespace

const std::vector<Parameter>& learning_parameters() {
  static const std::vector<Parameter> parameters = parameters_of(rbm_fields());
  return parameters;
}

void set(RbmLearning& learning, const std::string& path, const std::string& value) {
  if (path == "sampler")
    learning.sampler = value;
  else if (path.starts_with("sampler."))
    learning.settings.push_back({path.substr(8), value});
  else
    set_field(learning, rbm_fields(), path, value, {"sampler", "sampler.<parameter>"});
}

std::vector<LearningSetting> settings_of(const RbmLearning& learning) {
  std::vector<LearningSetting> list = texts_of(learning, rbm_fields());
  list.push_back({"sampler", learning.sampler});
  for (const SiteSetting& setting : learning.settings)
    list.push_back({"sampler." + setting.id, setting.text});
  return list;
}

}  // namespace ergo
