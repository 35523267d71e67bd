#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/unit/adaptation.h"
#include "core/unit/parameter.h"

namespace ergo {

/// What chains move in: the plane or a line, the sites of a lattice, or configurations of many sites, which are seen on
/// a lattice of two statistics.
enum class Space { plane, lattice, sites };
/// Whether positions are sites of a lattice.
constexpr bool on_lattice(Space space) { return space != Space::plane; }

/// A field of a sampler's state besides position, energy and gradient: a number, a vector of the plane (2 components),
/// or up to 4 numbers that belong together.
struct StateField {
  std::string id;
  int components = 1;
  std::string doc;
  bool unit_vector = false;
};

/// Number of components in use: of a vector of the plane, the target's dim.
inline int components_in_use(const StateField& field, int dim) {
  return field.components == 2 ? dim : field.components;
}

/// The properties of a run that theory's predictions depend on.
struct Circumstances {
  const Parameters& sampler;
  int dim = 2;
  double noise_B = 0;         ///< h sigma_g^2/2 of the gradient noise, h the sampler's step size
  bool noise_varies = false;  ///< the noise depends on the position; noise_B is then only typical
};

/// Theory's prediction of a channel's mean and standard deviation over the chains at equilibrium.
struct Prediction {
  double mean = 0;
  double sd = 0;  ///< 0: no prediction
  std::string label;
};

/// A quantity of each chain at each step, to be plotted and exported.
struct Channel {
  std::string id;
  std::string title;
  std::string symbol;
  std::string doc;
  /// Name of what the channel measures; empty if that is its id. Channels of different samplers share a plot only if
  /// they measure the same quantity, with one definition and one unit.
  std::string quantity = {};
  bool of_transition = false;            ///< belongs to the last step: undefined before the sampler's first step
  bool of_position = false;              ///< a function of the position: means are over the draws, weighted as they are
  std::optional<double> reference = {};  ///< a theoretical value to draw as a line
  std::string reference_label = {};
  /// Id of the channel with this channel's mean over a cycle, if the sampler has a cycle. It is shown instead, because
  /// the value itself depends on the phase of the cycle.
  std::string cycle_mean = {};
  /// A prediction that depends on the run, in place of `reference`; nothing if there is none for this run.
  std::function<std::optional<Prediction>(const Circumstances&)> prediction = {};
};

enum class Distribution {
  exact,     ///< every draw follows the target
  biased,    ///< every draw does, up to O(step_size^bias_order)
  weighted,  ///< draws weighted by time do in the long run, within each set that the flow does not leave
  long_run   ///< unweighted draws do in the long run, up to O(step_size^2), within each such set
};

/// The mean acceptance at the best step size on the isotropic Gaussian in one and in two dimensions: where the longer of
/// the autocorrelation times of x and E is shortest. A test measures it. It is higher than the optima for many
/// dimensions (Roberts & Rosenthal 2001), 0.234 and 0.574.
struct BestAcceptance {
  double on_line, in_plane;
};

/// What a sampler promises about its chains, and where its state and channels hold what other code needs. Tests
/// take every registered sampler at its word.
///
/// Names of channels and fields must be among the sampler's own; a test checks it. An empty name means that the
/// sampler has no such thing. "Draws" are the positions from which a run estimates: see DrawsUsed.
///
/// Its distribution:
/// - `distribution` says which draws follow the target, and decides which stationarity check applies.
/// - `bias_order`, `time_order` and `coarse_step` belong to biased samplers. Verification steps them from exact draws
///   at two step sizes and expects the bias to fall by 2^bias_order, over equal times; `coarse_step` is the largest
///   step size at which the bias' next order stays below a fifth of its first on a Gaussian whose largest curvature
///   is 1. A step takes a time proportional to step_size^time_order.
/// - `least_dim`: in fewer dimensions chains never turn and leave the target for ever.
/// - `ergodic` is false if on some targets there are sets that no chain leaves, so that the start decides.
///
/// Weights of draws:
/// - `importance_channel`: log weight of a chain, exact at any time if chains start from the target. Weighted
///   stationarity and estimates of log Z use it.
/// - `time_weight_channel`: log of the time that the last step took, the weight of its position among the positions
///   of one chain. Time-weighted estimates and the areas of drawn points use it.
/// - `reservoir_field`: a position of the chain drawn with its time weight; the draws of "reservoir".
/// - `ergodic_field`: the position at a uniformly random time so far; the draws of "ergodic".
///
/// What a step does:
/// - `acceptance_channel`: probability with which the last step was accepted. Maps of acceptance and the band
///   around its best value use it.
/// - `metropolis_parameter`: the switch of the Metropolis step. Off, every proposal is accepted, and the acceptance
///   channel only says how many would be.
/// - `decision_channel`: above 0 where the last step moved the chain, 0 where it left it in its place, as the proposal
///   was rejected, or on a lattice was that very site. The colours of chains use it. Empty if nothing is ever rejected.
/// - `best_acceptance`: see there.
/// - `divergence_channel`: 1 where the last step ended because of its energy error, else 0.
/// - `depth_channel` and `depth_parameter`: doublings of the last step's trajectory, and the parameter with the largest
///   number of them.
/// - `conserved_channel`: a quantity that the exact flow keeps at 0; a step leaves it at O(step_size^2), which
///   verification measures.
///
/// What the state holds besides position, energy and gradient:
/// - `momentum_field`: p, N(0, I) at equilibrium. The kinetic temperature and the phase space (x, p) use it.
/// - `steering_field`: the momentum or velocity that the next step starts with. It can be set by hand.
/// - `thermostat_field`: the friction xi, normal at equilibrium as the channel of the same id predicts. The planes
///   (p, xi) and (x, p) and the colours of chains use it.
/// - `control_field`: what an error estimate sets, e.g. a step size. Its digits cancel in single precision, so that
///   the device is not compared there.
/// - `attempts_parameter`: id of the parameter with the largest number of attempts of a step under that control.
/// - `gradients_field`: number of gradient evaluations that the chain has used since its sampler began, for samplers
///   whose steps differ in cost. The GLSL twin adds to it by counted(), as a float would stop at 2^24.
struct Claims {
  Distribution distribution = Distribution::exact;
  int bias_order = 0;  ///< 0: the bias does not fall with a power of the step size
  int time_order = 1;
  double coarse_step = 1;
  bool ergodic = true;
  std::string importance_channel = {};
  std::string time_weight_channel = {};
  std::string reservoir_field = {};
  std::string ergodic_field = {};
  std::string conserved_channel = {};
  std::string acceptance_channel = {};
  std::string decision_channel = {};
  std::string metropolis_parameter = {};
  std::optional<BestAcceptance> best_acceptance = {};
  std::string momentum_field = {};
  std::string steering_field = {};
  std::string thermostat_field = {};
  std::string control_field = {};
  std::string attempts_parameter = {};
  std::string gradients_field = {};
  std::string divergence_channel = {};
  std::string depth_channel = {};
  std::string depth_parameter = {};
  int least_dim = 1;
};

/// Gradient evaluations of one step: a number, or a function of the sampler's parameters. If steps differ in cost
/// (there is a gradients_field), the largest number.
class Cost {
 public:
  Cost(double fixed = 0) : cost_([fixed](const Parameters&) { return fixed; }) {}
  template <class Function>
  requires std::is_invocable_r_v<double, Function, const Parameters&> Cost(Function cost)
      : cost_(std::move(cost)) {}
  double operator()(const Parameters& p) const { return cost_(p); }

 private:
  std::function<double(const Parameters&)> cost_;
};

/// A sampler's colour as 0xRRGGBB on dark and on light backgrounds, of about the same hue.
struct Tint {
  std::uint32_t on_dark = 0, on_light = 0;
};

/// All data about a unit. Targets use `dim` and `minibatches`; samplers use what stands below them.
struct Descriptor {
  std::string id;
  std::string title;
  std::string doc;                ///< Markdown: what it is, what it approximates, what it leaves out
  std::string source;             ///< paper and equation
  /// Targets: the same density as a typed formula, with a slider for each parameter in order; empty if there is none.
  std::string formula = {};
  std::optional<Tint> tint = {};  ///< colour of a sampler; if none, a colour is made from the id
  Space space = Space::plane;
  std::vector<Parameter> parameters = {};

  int dim = 2;               ///< targets: 1 or 2
  bool minibatches = false;  ///< targets: made of data, with minibatch_noise()

  std::vector<StateField> state = {};
  std::vector<Channel> channels = {};
  Claims claims = {};
  Cost gradients_per_step;
  /// Of samplers of sites: single sites of which a step finds all changes of E besides. On n sites each costs 1/n of a
  /// gradient.
  Cost single_sites_per_step;
  /// Whether a sampler's step uses the gradient, and with it the run's gradient noise.
  std::function<bool(const Parameters&)> uses_gradient = [](const Parameters&) { return true; };
  /// A remark on values that are legal but do not do what their names say; empty if there is none.
  std::function<std::string(const Parameters&)> remark = {};
  std::optional<Adaptation> adaptation = {};
};

/// Index of a parameter or channel by id; -1 when there is none.
int find_parameter(const Descriptor& descriptor, std::string_view id);
int find_channel(const Descriptor& descriptor, std::string_view id);
/// The name of what a channel measures.
const std::string& quantity_of(const Channel& channel);
/// The momentum or velocity that the next step starts with; null if there is none.
const StateField* steering_field(const Descriptor& descriptor);
/// Whether the sampler rejects proposals at these values of its parameters.
bool rejects(const Descriptor& sampler, const Parameters& values);
/// Index of the channel that is shown for this one: its mean over a cycle if there is one, else itself.
int shown_channel(const Descriptor& descriptor, std::string_view id);

}  // namespace ergo
