#include "core/config/learning_settings.h"

#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/config/last_target.h"
#include "core/config/properties.h"
#include "core/site_plane/site_plane.h"

namespace ergo {
namespace {

constexpr const char* grid_target = "painted";  // whose device text reads a grid of energies

Parameters values_of(const RunConfig& config) {
  return {learning_descriptor().parameters, config.learning.values};
}

bool can_be_learned(const UnitChoice& target, LearnedModel model) {
  const Descriptor& d = target_descriptor(target);
  if (model == LearnedModel::network) return d.space == Space::plane && d.dim == 2;
  if (d.space != Space::sites) return false;
  const auto made = last_target(target);
  return made->sites()->model()->values() == 2 && made->sites()->has_draws();
}

/// Targets that this model can learn as they are by default, but this one.
std::vector<std::string> targets_beside(const std::string& id, LearnedModel model) {
  std::vector<std::string> ids;
  for (const TargetUnit& unit : targets())
    if (unit.descriptor.id != id && can_be_learned(defaults(unit.descriptor), model))
      ids.push_back(unit.descriptor.id);
  return ids;
}

/// Of a target that this model could learn but for the number `index`: the number nearest to it, on the way to
/// `other`, with which it can. Nothing where it cannot with `other`.
std::optional<int> nearest_learned(UnitChoice target, std::size_t index, double other, LearnedModel model) {
  const auto goes = [&](int value) {
    target.values[index] = value;
    try {
      return can_be_learned(target, model);
    } catch (const Error&) {  // numbers that do not go together
      return false;
    }
  };
  int illegal = static_cast<int>(target.values[index]), legal = static_cast<int>(other);
  if (!goes(legal)) return {};
  while (std::abs(illegal - legal) > 1) {
    const int middle = std::midpoint(legal, illegal);
    (goes(middle) ? legal : illegal) = middle;
  }
  return legal;
}

/// Why the model cannot learn the target: one of its whole numbers, if there is one without which it could.
Error not_learned(const UnitChoice& target, LearnedModel model, const std::string& where) {
  const std::string what = model == LearnedModel::network
                               ? "a network learns densities of the plane:"
                               : "a machine learns sites of two values with exact draws:";
  const Descriptor& d = target_descriptor(target);
  for (std::size_t i = 0; i < d.parameters.size(); ++i) {
    const Parameter& p = d.parameters[i];
    if (p.kind != Kind::integer) continue;
    auto nearest = nearest_learned(target, i, p.initial, model);
    if (!nearest) nearest = nearest_learned(target, i, p.hard.low, model);
    if (!nearest) continue;
    std::string legal = target.values[i] > *nearest ? "at most " : "at least ";
    return {what + " target." + p.id + " of " + target.id, number_text(target.values[i]),
            legal + std::to_string(*nearest), where};
  }
  return {what, target.id, legal_words(target.id, targets_beside(target.id, model)), where};
}

/// What the model has where nothing else is said: a machine learns with longer steps, without Adam, and from
/// shorter runs of its chains.
std::vector<double> usual_values(const UnitChoice& learning) {
  const Descriptor& d = learning_descriptor();
  std::vector<double> values = initial_values(d.parameters);
  values[0] = learning.values[0];
  const auto set = [&](const char* id, double value) {
    values[static_cast<std::size_t>(find_parameter(d, id))] = value;
  };
  if (static_cast<LearnedModel>(values[0]) == LearnedModel::rbm) {
    const RbmSettings usual;
    set("every", 5);
    set("rate", usual.step.rate);
    set("decay", usual.step.decay);
    set("restarts", 0);
    set("hidden", usual.hidden);
  }
  return values;
}

WeightStep weight_step(const Parameters& p, bool adam) {
  return {.rate = p["rate"], .decay = p["decay"], .clip = p["clip"], .adam = adam};
}

}  // namespace

const Descriptor& learning_descriptor() {
  // clang-format off
  static const UsedWhen with_network = {"model", {"network"}}, with_model = {"model", {"network", "rbm"}};
  static const NetworkSettings usual;
  static const Descriptor descriptor = {
    .id = "learn",
    .title = "Learning",
    .doc = "A model learns the target: its distribution ∝ e^(−E) comes to be that of the target. The chains run on "
           "the model. Every k steps there is one iteration. It lowers E at draws of the target and raises E at the chains. "
           "Then chains get new momenta and go on from their draws.\n"
           "\n"
           "network: a neural network E(x) with two layers of hidden units learns a density of the plane, by Adam along "
           "the gradient of\n"
           "- ⟨E⟩_data − ⟨E⟩_chains + λ (⟨E²⟩_data + ⟨E²⟩_chains)\n"
           "\n"
           "Its energy is tabulated on a grid, from which a spline is made.\n"
           "\n"
           "rbm: a restricted Boltzmann machine learns binary sites, straight along the gradient of the log likelihood. "
           "Its defaults are k = 5, η = 0.7, τ = 150, m = 32, no restarts.",
    .source = "persistent contrastive divergence: Tieleman 2008; Ver Steeg & Galstyan 2021, Appendix C.3",
    .parameters = {
      {.id = "model", .title = "Model that learns",
       .doc = "none: chains run on the target. network: on the energy of a neural network, which learns a density of "
              "the plane. rbm: on a restricted Boltzmann machine, which learns binary sites.",
       .initial = 0, .hard = {0, 2}, .slider = {0, 2}, .kind = Kind::choice, .applies = Applies::restart,
       .choices = {"none", "network", "rbm"}},
      {.id = "every", .title = "Steps an iteration", .symbol = "k",
       .doc = "Steps of each chain between two iterations.",
       .initial = 20, .hard = {1, 1e6}, .slider = {1, 200}, .scale = Scale::log, .kind = Kind::integer,
       .used_when = with_model},
      {.id = "rate", .title = "Learning rate", .symbol = "η",
       .doc = "Step size of the first iteration. A network's steps are Adam's. A machine's are η times the "
              "gradient.",
       .initial = usual.step.rate, .hard = {0, 1}, .slider = {1e-4, 1}, .scale = Scale::log, .used_when = with_model},
      {.id = "decay", .title = "Decay", .symbol = "τ",
       .doc = "The learning rate is η/(1 + t/τ) in iteration t.",
       .initial = usual.step.decay, .hard = {1, 1e9}, .slider = {10, 1e5}, .scale = Scale::log,
       .used_when = with_model},
      {.id = "penalty", .title = "Energy penalty", .symbol = "λ",
       .doc = "Weight of the mean squared energies in the loss. It keeps energies near 0.",
       .initial = usual.penalty, .hard = {0, 100}, .slider = {0, 0.01}, .used_when = with_network},
      {.id = "clip", .title = "Longest gradient", .symbol = "c", .doc = "Longer gradients are cut to this length.",
       .initial = usual.step.clip, .hard = {1e-6, 1e12}, .slider = {0.1, 1e4}, .scale = Scale::log,
       .used_when = with_model},
      {.id = "restarts", .title = "Restarts", .symbol = "r",
       .doc = "Share of the chains that begin anew in an iteration: anywhere in the window, or with random sites.",
       .initial = 0.01, .hard = {0, 1}, .slider = {0, 0.2}, .used_when = with_model},
      {.id = "batch", .title = "Batch", .symbol = "B", .doc = "Draws of the target in an iteration.",
       .initial = static_cast<double>(usual.batch), .hard = {1, 1e6}, .slider = {10, 10'000}, .scale = Scale::log,
       .kind = Kind::integer, .used_when = with_model},
      {.id = "hidden", .title = "Hidden units", .symbol = "m",
       .doc = "Hidden units, of a network those of the first layer.",
       .initial = static_cast<double>(usual.first), .hard = {1, 256}, .slider = {1, 128}, .kind = Kind::integer,
       .applies = Applies::restart, .used_when = with_model},
      {.id = "second", .title = "Second layer", .symbol = "n", .doc = "Hidden units of the second layer.",
       .initial = static_cast<double>(usual.second), .hard = {1, 256}, .slider = {1, 128}, .kind = Kind::integer,
       .applies = Applies::restart, .used_when = with_network},
      {.id = "nodes", .title = "Nodes", .symbol = "K", .doc = "Nodes of the grid along each side of the window.",
       .initial = static_cast<double>(usual.nodes), .hard = {16, 256}, .slider = {16, 256}, .kind = Kind::integer,
       .applies = Applies::restart, .used_when = with_network}},
  };
  // clang-format on
  return descriptor;
}

LearnedModel learned_model(const RunConfig& config) {
  return static_cast<LearnedModel>(config.learning.values[0]);
}

bool same_model(const RunConfig& one, const RunConfig& other) {
  const Parameters a = values_of(one), b = values_of(other);
  return one.target == other.target && one.seed == other.seed && a["model"] == b["model"] && a["hidden"] == b["hidden"] &&
         a["second"] == b["second"];
}

std::vector<std::string> legal_models(const RunConfig& config) {
  const std::vector<std::string>& names = learning_descriptor().parameters[0].choices;
  std::vector<std::string> legal = {names[0]};
  for (std::size_t model = 1; model < names.size(); ++model)
    if (can_be_learned(config.target, static_cast<LearnedModel>(model))) legal.push_back(names[model]);
  return legal;
}

NetworkSettings network_settings(const RunConfig& config) {
  const Parameters p = values_of(config);
  return {.first = p.integer("hidden"),
          .second = p.integer("second"),
          .nodes = p.integer("nodes"),
          .step = weight_step(p, true),
          .penalty = p["penalty"],
          .batch = batch_of(config),
          .seed = config.seed};
}

RbmSettings rbm_settings(const RunConfig& config) {
  const Parameters p = values_of(config);
  return {.hidden = p.integer("hidden"), .step = weight_step(p, false), .seed = config.seed};
}

std::uint64_t batch_of(const RunConfig& config) {
  return static_cast<std::uint64_t>(values_of(config).integer("batch"));
}

std::uint64_t steps_of_iteration(const RunConfig& config) {
  return static_cast<std::uint64_t>(values_of(config).integer("every"));
}

double share_of_restarts(const RunConfig& config) { return values_of(config)["restarts"]; }

UnitChoice stepped_target(const RunConfig& config) {
  return learned_model(config) == LearnedModel::network ? defaults(target_unit(grid_target).descriptor)
                                                        : config.target;
}

std::shared_ptr<const Target> sampled_target(const RunConfig& config) {
  std::shared_ptr<const Target> own = last_target(config.target);
  if (learned_model(config) != LearnedModel::rbm || !own->sites()) return own;
  const std::shared_ptr<const SitePlane> plane(own, own->sites());
  const auto visible = static_cast<std::size_t>(plane->model()->sites()),
             hidden = static_cast<std::size_t>(rbm_settings(config).hidden);
  return std::make_shared<const SitePlane>(
      plane, rbm_target({std::vector<double>(visible), std::vector<double>(hidden),
                         std::vector<double>(visible * hidden)}));
}

const char* place_beside_learning(std::string_view id) {
  if (id == "data") return "target, as the target is the data";
  if (id == "negatives") return "sampler, as the sampler makes the negatives";
  return "";
}

void require_still_target(const RunConfig& config, const std::string& what) {
  if (learns(config))
    throw Error(what + " is of a target that stays as it is: learn.model",
                value_text(config.learning, learning_descriptor(), 0), "none", "learn.model");
}

void settle_learning(RunConfig& config, const Assignment& assignment) {
  const LearnedModel model = learned_model(config);
  if (learns(config) && !can_be_learned(config.target, model)) {
    if (assignment.path != "target") throw not_learned(config.target, model, assignment.path);
    config.learning.values = initial_values(learning_descriptor().parameters);
  }
  if (learns(config) && assignment.path == "learn.model") {
    config.learning.values = usual_values(config.learning);
    config.start = defaults(start_unit("uniform").descriptor);
  }
  if (learns(config) && gradient_noise_of(config).kind == NoiseKind::minibatch)
    throw Error("a network that learns has no mini-batches: gradient_noise.kind", "minibatch",
                "none, gaussian, state_dependent, heavy_tailed", assignment.path);
  settle_unused(config.learning, learning_descriptor(), assignment);
}

}  // namespace ergo
