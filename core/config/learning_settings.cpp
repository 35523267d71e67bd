#include "core/config/learning_settings.h"

#include "core/base/error.h"
#include "core/config/properties.h"

namespace ergo {
namespace {

constexpr const char* grid_target = "painted";  // whose device text reads a grid of energies

Parameters values_of(const RunConfig& config) {
  return {learning_descriptor().parameters, config.learning.values};
}

bool can_be_learned(const Descriptor& target) { return target.space == Space::plane && target.dim == 2; }

}  // namespace

const Descriptor& learning_descriptor() {
  // clang-format off
  static const UsedWhen with_network = {"model", {"network"}};
  static const NetworkSettings usual;
  static const Descriptor descriptor = {
    .id = "learn",
    .title = "Learning",
    .doc = "A neural network E(x), with two layers of hidden units, learns the target: its distribution ∝ e^(−E) comes "
           "to be that of the target. The chains run on the network's energy. Every k steps there is one iteration. It "
           "lowers E at draws of the target and raises E at the chains, along the gradient of\n"
           "- ⟨E⟩_data − ⟨E⟩_chains + λ (⟨E²⟩_data + ⟨E²⟩_chains)\n"
           "\n"
           "by Adam. Then the chains get new momenta and go on from their draws. The energy is tabulated on a grid, "
           "from which a spline is made.",
    .source = "persistent contrastive divergence: Tieleman 2008; Ver Steeg & Galstyan 2021, Appendix C.3",
    .parameters = {
      {.id = "model", .title = "Model that learns",
       .doc = "None: chains run on the target. Network: chains run on the energy of a neural network that learns the "
              "target.",
       .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .applies = Applies::restart,
       .choices = {"none", "network"}},
      {.id = "every", .title = "Steps an iteration", .symbol = "k",
       .doc = "Steps of each chain between two iterations.",
       .initial = 20, .hard = {1, 1e6}, .slider = {1, 200}, .scale = Scale::log, .kind = Kind::integer,
       .used_when = with_network},
      {.id = "rate", .title = "Learning rate", .symbol = "η", .doc = "Adam's step size in the first iteration.",
       .initial = usual.rate, .hard = {0, 1}, .slider = {1e-4, 0.3}, .scale = Scale::log, .used_when = with_network},
      {.id = "decay", .title = "Decay", .symbol = "τ",
       .doc = "The learning rate is η/(1 + t/τ) in iteration t.",
       .initial = usual.decay, .hard = {1, 1e9}, .slider = {100, 1e5}, .scale = Scale::log,
       .used_when = with_network},
      {.id = "penalty", .title = "Energy penalty", .symbol = "λ",
       .doc = "Weight of the mean squared energies in the loss. It keeps energies near 0.",
       .initial = usual.penalty, .hard = {0, 100}, .slider = {0, 0.01}, .used_when = with_network},
      {.id = "clip", .title = "Longest gradient", .symbol = "c", .doc = "Longer gradients are cut to this length.",
       .initial = usual.clip, .hard = {1e-6, 1e12}, .slider = {0.1, 1e4}, .scale = Scale::log,
       .used_when = with_network},
      {.id = "restarts", .title = "Restarts", .symbol = "r",
       .doc = "Share of the chains that begin anew in an iteration, anywhere in the window.",
       .initial = 0.01, .hard = {0, 1}, .slider = {0, 0.2}, .used_when = with_network},
      {.id = "batch", .title = "Batch", .symbol = "B", .doc = "Draws of the target in an iteration.",
       .initial = static_cast<double>(usual.batch), .hard = {1, 1e6}, .slider = {10, 10'000}, .scale = Scale::log,
       .kind = Kind::integer, .used_when = with_network},
      {.id = "hidden", .title = "First layer", .symbol = "m", .doc = "Hidden units of the first layer.",
       .initial = static_cast<double>(usual.first), .hard = {1, 256}, .slider = {1, 128}, .kind = Kind::integer,
       .applies = Applies::restart, .used_when = with_network},
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

bool learns(const RunConfig& config) { return config.learning.values[0] != 0; }

NetworkSettings network_settings(const RunConfig& config) {
  const Parameters p = values_of(config);
  return {.first = p.integer("hidden"),
          .second = p.integer("second"),
          .nodes = p.integer("nodes"),
          .rate = p["rate"],
          .decay = p["decay"],
          .penalty = p["penalty"],
          .clip = p["clip"],
          .batch = static_cast<std::uint64_t>(p.integer("batch")),
          .seed = config.seed};
}

std::uint64_t steps_of_iteration(const RunConfig& config) {
  return static_cast<std::uint64_t>(values_of(config).integer("every"));
}

double share_of_restarts(const RunConfig& config) { return values_of(config)["restarts"]; }

UnitChoice stepped_target(const RunConfig& config) {
  return learns(config) ? defaults(target_unit(grid_target).descriptor) : config.target;
}

void settle_learning(RunConfig& config, const Assignment& assignment) {
  if (learns(config) && !can_be_learned(target_descriptor(config))) {
    if (assignment.path == "target") {
      config.learning.values = initial_values(learning_descriptor().parameters);
    } else {
      std::vector<std::string> legal;
      for (const TargetUnit& unit : targets())
        if (can_be_learned(unit.descriptor)) legal.push_back(unit.descriptor.id);
      throw Error("a network learns densities of the plane, not of the target", config.target.id,
                  legal_words(config.target.id, legal), assignment.path);
    }
  }
  if (learns(config) && assignment.path == "learn.model") config.start = defaults(start_unit("uniform").descriptor);
  if (learns(config) && gradient_noise_of(config).kind == NoiseKind::minibatch)
    throw Error("a network that learns has no mini-batches: gradient_noise.kind", "minibatch",
                "none, gaussian, state_dependent, heavy_tailed", assignment.path);
  settle_unused(config.learning, learning_descriptor(), assignment);
}

}  // namespace ergo
