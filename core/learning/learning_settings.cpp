#include <algorithm>

#include "core/base/error.h"
#include "core/learning/rbm_learner.h"

namespace ergo {
namespace {

const std::string own_prefix = "learn.";

std::vector<Parameter> declared() {
  return {{.id = "data",
           .title = "Pictures",
           .symbol = "·",
           .doc = "Pictures whose distribution is learned.",
           .initial = 2,
           .hard = {0, static_cast<double>(picture_set_names().size()) - 1},
           .slider = {0, static_cast<double>(picture_set_names().size()) - 1},
           .kind = Kind::choice,
           .choices = picture_set_names()},
          {.id = "hidden",
           .title = "Hidden units",
           .symbol = "m",
           .doc = "Their number.",
           .initial = 32,
           .hard = {1, 512},
           .slider = {1, 128},
           .kind = Kind::integer},
          {.id = "rate",
           .title = "Learning rate",
           .symbol = "η",
           .doc = "Of the first iteration.",
           .initial = 0.5,
           .hard = {1e-6, 100},
           .slider = {1e-3, 2},
           .scale = Scale::log},
          {.id = "decay",
           .title = "Decay",
           .symbol = "τ",
           .unit = "iterations",
           .doc = "The rate is η/(1 + t/τ) in iteration t.",
           .initial = 1000,
           .hard = {1, 1e9},
           .slider = {10, 1e5},
           .scale = Scale::log},
          {.id = "chains",
           .title = "Chains",
           .symbol = "N",
           .doc = "Chains that stand for the model's distribution.",
           .initial = 500,
           .hard = {1, 1e6},
           .slider = {10, 5000},
           .kind = Kind::integer},
          {.id = "steps",
           .title = "Steps",
           .symbol = "k",
           .doc = "Steps of each chain in an iteration.",
           .initial = 5,
           .hard = {1, 1e6},
           .slider = {1, 100},
           .kind = Kind::integer},
          {.id = "seed",
           .title = "Seed",
           .symbol = "#",
           .doc = "Of the first weights and of the chains.",
           .initial = 1,
           .hard = {0, 1e9},
           .slider = {1, 100},
           .kind = Kind::integer}};
}

void set_own(RbmLearning& learning, const std::string& path, const std::string& text) {
  const std::string id = path.starts_with(own_prefix) ? path.substr(own_prefix.size()) : path;
  const auto& parameters = learning_parameters();
  const auto found = std::ranges::find(parameters, id, &Parameter::id);
  if (found == parameters.end() || id == path) {
    std::vector<std::string> paths;
    for (const Parameter& p : parameters) paths.push_back(own_prefix + p.id);
    paths.insert(paths.end(), {"sampler", "sampler.<parameter>"});
    throw Error("unknown setting", path, legal_words(path, paths), "");
  }
  const double value = parse_value(*found, text, path);
  if (id == "data") learning.data = found->choices.at(static_cast<std::size_t>(value));
  if (id == "hidden") learning.hidden = static_cast<int>(value);
  if (id == "rate") learning.rate = value;
  if (id == "decay") learning.decay = value;
  if (id == "chains") learning.chains = static_cast<std::size_t>(value);
  if (id == "steps") learning.steps = static_cast<std::uint64_t>(value);
  if (id == "seed") learning.seed = static_cast<std::uint64_t>(value);
}

}  // namespace

const std::vector<Parameter>& learning_parameters() {
  static const std::vector<Parameter> parameters = declared();
  return parameters;
}

void set(RbmLearning& learning, const std::string& path, const std::string& value) {
  if (path == "sampler")
    learning.sampler = value;
  else if (path.starts_with("sampler."))
    learning.settings.push_back({path.substr(8), value});
  else
    set_own(learning, path, value);
}

}  // namespace ergo
