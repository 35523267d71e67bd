#include <algorithm>

#include "core/learning/network_learner.h"
#include "core/learning/settings_table.h"

namespace ergo {
namespace {

constexpr const char* data_prefix = "learn.data.";

/// Targets of two dimensions.
std::vector<std::string> data_names() {
  std::vector<std::string> names;
  for (const TargetUnit& unit : targets(Space::plane))
    if (unit.descriptor.dim == 2) names.push_back(unit.descriptor.id);
  return names;
}

Parameter whole(std::string id, std::string title, std::string symbol, double initial, Range hard,
                std::string doc) {
  return {.id = std::move(id),
          .title = std::move(title),
          .symbol = std::move(symbol),
          .doc = std::move(doc),
          .initial = initial,
          .hard = hard,
          .slider = hard,
          .kind = Kind::integer};
}

Parameter real(std::string id, std::string title, std::string symbol, double initial, Range hard,
               std::string doc) {
  Parameter made = whole(std::move(id), std::move(title), std::move(symbol), initial, hard, std::move(doc));
  made.kind = Kind::real;
  return made;
}

Parameter data_parameter() {
  const std::vector<std::string> names = data_names();
  const NetworkLearning usual;
  const auto number = std::ranges::find(names, usual.data) - names.begin();
  Parameter made =
      whole("data", "Data", "·", static_cast<double>(number), {0, static_cast<double>(names.size()) - 1},
            "The target whose draws are learned, and learn.data.<parameter> its parameters.");
  made.kind = Kind::choice;
  made.choices = names;
  return made;
}

LearningFields<NetworkLearning> declared_network_fields() {
  using How = NetworkLearning;
  const How usual;
  const auto of = [](auto value) { return static_cast<double>(value); };
  return {
      {data_parameter(), &How::data},
      {whole("hidden", "Hidden units", "m", of(usual.hidden), {1, 256}, "Units of the first layer."),
       &How::hidden},
      {whole("second", "Second layer", "n", of(usual.second), {1, 256}, "Units of the second layer."),
       &How::second},
      {real("rate", "Learning rate", "η", usual.rate, {1e-6, 1}, "Adam's, of the first iteration."),
       &How::rate},
      {real("decay", "Decay", "τ", usual.decay, {1, 1e9}, "The rate is η/(1 + t/τ) in iteration t."),
       &How::decay},
      {real("penalty", "Penalty", "λ", usual.penalty, {0, 100},
            "Of the mean squared energies of data and chains; 0: none."),
       &How::penalty},
      {real("clip", "Clip", "c", usual.clip, {1e-6, 1e12}, "Longer gradients are cut to this length."),
       &How::clip},
      {real("restarts", "Restarts", "r", usual.restarts, {0, 1},
            "Share of the chains that begin anew in an iteration, anywhere in the window."),
       &How::restarts},
      {whole("batch", "Batch", "B", of(usual.batch), {1, 1e6}, "Draws of the data in an iteration."),
       &How::batch},
      {whole("chains", "Chains", "N", of(usual.chains), {1, 1e6},
             "Chains that stand for the model's distribution."),
       &How::chains},
      {whole("steps", "Steps", "k", of(usual.steps), {1, 1e6}, "Steps of each chain in an iteration."),
       &How::steps},
      {whole("nodes", "Nodes", "K", usual.nodes, {16, 256},
             "Along each side of the grid that the chains see."),
       &How::nodes},
      {whole("seed", "Seed", "#", of(usual.seed), {0, 1e9}, "Of the first weights, the data and the chains."),
       &How::seed}};
}

const LearningFields<NetworkLearning>& network_fields() {
  static const LearningFields<NetworkLearning> declared = declared_network_fields();
  return declared;
}

}  // namespace

const std::vector<Parameter>& network_parameters() {
  static const std::vector<Parameter> parameters = parameters_of(network_fields());
  return parameters;
}

void set(NetworkLearning& learning, const std::string& path, const std::string& value) {
  if (path == "sampler")
    learning.sampler = value;
  else if (path == "backend")
    learning.backend = value;
  else if (path.starts_with("sampler."))
    learning.settings.push_back({path.substr(8), value});
  else if (path.starts_with(data_prefix))
    learning.data_settings.push_back({path.substr(std::string_view(data_prefix).size()), value});
  else
    set_field(learning, network_fields(), path, value,
              {"learn.data.<parameter>", "sampler", "sampler.<parameter>", "backend"});
}

std::vector<LearningSetting> settings_of(const NetworkLearning& learning) {
  std::vector<LearningSetting> list = texts_of(learning, network_fields());
  for (const Assignment& setting : learning.data_settings)
    list.push_back({data_prefix + setting.path, setting.value});
  list.push_back({"sampler", learning.sampler});
  for (const Assignment& setting : learning.settings)
    list.push_back({"sampler." + setting.path, setting.value});
  list.push_back({"backend", learning.backend});
  return list;
}

}  // namespace ergo
