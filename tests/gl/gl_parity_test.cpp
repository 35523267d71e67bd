// Every pair's step on the device against the C++ twin, by the yardstick of tests/gl/parity.h.
#include "tests/gl/parity.h"

#include <cstdio>
#include <set>

#include "core/config/assignment.h"
#include "core/config/default_steps.h"
#include "core/gl/gl_backend.h"
#include "core/truth/target_widths.h"
#include "tests/gl/gl_fixture.h"
#include "tests/sample.h"
#include "tests/units/parameter_points.h"

namespace ergo::gl_parity_test {
namespace {

constexpr std::size_t chains = 4096;
constexpr std::size_t few_chains = 1024;  // at each of a pair's points other than the defaults
constexpr std::uint64_t points = 4;
constexpr std::uint64_t warm_up = 20;  // steps from the window to where chains live

/// A step makes n ~ 200 roundings (exp and log: some units each); independent ones add up to sqrt(n)/2 ~ 7
/// units, of which the perturbed start, with one unit in each of 5 to 14 inputs, already shows 2 to 4. Hence
/// the typical ratio of error to yardstick is about 2; all n in one direction would be 50.
/// Over a trajectory of G gradients roundings add up to sqrt(G) as much wherever the flow does not blow up
/// the start's as well, which short steps do nowhere: all limits are so much wider.
constexpr double median_limit = 2, high_limit = 25, largest_limit = 100;
constexpr double decision_share = 0.002;  ///< most chains excepted of infinitely many

/// Most chains excepted of so many: 4.5 standard deviations of a Poisson count more, as there are a thousand points.
double most_decisions(double chains) {
  const double mean = decision_share * chains;
  return mean + 4.5 * std::sqrt(mean);
}

/// Gives a step of several gradients a stable step size. An unstable trajectory is chaotic: roundings grow until nothing
/// of the start is left, and where it is rejected the twin's own moves do not show that.
void make_stable(RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  if (sampler.gradients_per_step(Parameters(sampler.parameters, config.sampler.values)) <= 1) return;
  const TargetWidths widths = widths_of(*make_target(config));
  for (std::size_t k = 0; k < sampler.parameters.size(); ++k) {
    const auto& rule = sampler.parameters[k].step;
    if (rule && rule->stable > 0 && config.sampler.values[k] > rule->stable * std::pow(widths.narrow, rule->power))
      config.sampler.values[k] = default_step(sampler.parameters[k], config.target);
  }
}

/// The run's values as float holds them, so that both twins run the same ones; one attempt a step.
void make_float(RunConfig& config) {
  for (auto* values : {&config.target.values, &config.sampler.values})
    for (double& value : *values) value = static_cast<float>(value);
  const std::string& attempts = sampler_unit(config.sampler.id).descriptor.claims.attempts_parameter;
  if (!attempts.empty()) apply(config, {"sampler." + attempts, "1"});
}

std::string values_text(const UnitChoice& choice, const Descriptor& unit) {
  std::string text = unit.id;
  for (std::size_t k = 0; k < unit.parameters.size(); ++k)
    text += " " + unit.parameters[k].id + "=" + value_text(choice, unit, k);
  return text;
}

/// Roundings of a sum of n parts grow like the root of n.
double rounding_of_sums(const Target& target) {
  const auto* loops = dynamic_cast<const LoopsOnDevice*>(&target);
  return loops ? std::sqrt(static_cast<double>(std::max<std::uint64_t>(loops->loops_of_evaluation(), 1))) : 1;
}

class GlParity : public GlTest {
 protected:
  /// False where the step itself takes most chains out of the range that is compared.
  bool check(RunConfig config) {
    make_float(config);
    return check(config, config);
  }
  /// The same of a device's run against another one of the twin.
  bool check(const RunConfig& config, const RunConfig& of_twin) {
    const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
    const std::string what = values_text(config.target, target_descriptor(config)) + ", " +
                             values_text(config.sampler, sampler) + ", " +
                             values_text(config.gradient_noise, gradient_noise_descriptor());
    SCOPED_TRACE(what);
    Parity twin(of_twin);
    Errors errors = compare_step(config, twin);
    if (2 * errors.ratios.size() < config.chains) return false;
    std::printf(
        "error/yardstick %5.2f %6.2f %7.2f   x %.1e %.1e %.1e   decided otherwise %zu, past range %zu   %s\n",
        quantile(errors.ratios, 0.5), quantile(errors.ratios, 0.999), errors.ratios.back(),
        quantile(errors.positions, 0.5), quantile(errors.positions, 0.999), errors.positions.back(),
        errors.decisions, errors.past_range, what.c_str());
    const double wider = errors.wider * rounding_of_sums(twin.target());
    // A trajectory that doubles decides at each doubling where it ends and which of its points it takes. Not all of these
    // decisions are known here.
    const double gradients = sampler.gradients_per_step(Parameters(sampler.parameters, config.sampler.values));
    const double doublings = sampler.claims.depth_parameter.empty() ? 0 : std::log2(gradients);
    const double most = most_decisions((1 + doublings) * static_cast<double>(config.chains));
    if (doublings > 0) {
      const auto unknown = static_cast<std::ptrdiff_t>(most) -
                           static_cast<std::ptrdiff_t>(errors.decisions);
      for (std::ptrdiff_t k = 0; k < unknown && errors.ratios.back() > high_limit * wider; ++k) errors.ratios.pop_back();
    }
    EXPECT_LE(quantile(errors.ratios, 0.5), median_limit * wider);
    EXPECT_LE(quantile(errors.ratios, 0.999), high_limit * wider);
    EXPECT_LE(errors.ratios.back(), largest_limit * wider);
    EXPECT_LE(static_cast<double>(errors.decisions), most);
    return true;
  }

  /// One step of the device after the warm-up. Where the values are such that most chains leave the range
  /// that is compared on the way, the way is halved until most stay.
  Errors compare_step(const RunConfig& config, Parity& twin) {
    backend_.configure(config);
    for (std::uint64_t now = warm_up;; now /= 2) {
      backend_.place(window_positions(twin.target(), config.chains, 2), 0);
      backend_.advance(0, now);
      const ChainData before = backend_.read();
      backend_.advance(now, 1);
      Errors errors = compare(twin, before, backend_.read(), largest_limit);
      if (now == 0 || 2 * errors.ratios.size() >= config.chains) return errors;
    }
  }
  GlBackend backend_;
};

// CI takes every fourth pair of targets made of data. ERGO_ALL_TESTS=1 takes all.
TEST_F(GlParity, OneStepOfEveryPair) {
  std::size_t item = 0;
  for (const auto& [target, sampler] : unit_pairs())
    if (in_sample(item++, goes_over_data(target) ? 4 : 1)) {
      EXPECT_TRUE(check(pair_config(target.descriptor.id, sampler.descriptor.id, chains)));
    }
}

/// The index of a unit in the list of those of its space.
template <class Unit>
std::uint64_t index_of(const std::vector<Unit>& units, const Descriptor& unit) {
  return static_cast<std::uint64_t>(
      std::ranges::find(units, unit.id, [](const Unit& u) { return u.descriptor.id; }) - units.begin());
}

/// The point of a unit's parameters number k with its partner, another with each of them.
template <class Unit>
std::vector<double> point_with(const std::vector<Unit>& partners, const Descriptor& partner,
                               const Descriptor& unit_of, std::uint64_t k) {
  return parameter_point(unit_of, points * index_of(partners, partner) + k);
}

/// Points of both units' parameters. Those that a single step takes past float's range are left out. CI takes every second
/// pair, and every eighth of targets made of data.
TEST_F(GlParity, OneStepOfEveryPairAtOtherValues) {
  std::size_t compared = 0, left_out = 0, item = 0;
  for (const auto& [target, sampler] : unit_pairs()) {
    const Descriptor &t = target.descriptor, &s = sampler.descriptor;
    if (t.parameters.empty() && s.parameters.empty()) continue;
    if (!in_sample(item++, goes_over_data(target) ? 8 : 2)) continue;
    for (std::uint64_t k = 0; k < points; ++k) {
      RunConfig config = pair_config(t.id, s.id, few_chains);
      config.target.values = point_with(samplers(s.space), s, t, k);
      config.sampler.values = point_with(targets(t.space), t, s, k);
      make_stable(config);
      ++(check(config) ? compared : left_out);
    }
  }
  std::printf("%zu points compared, %zu left out\n", compared, left_out);
  EXPECT_LE(100 * left_out, compared);
}

template <class Unit, class Partner>
void expect_all_choices(const std::vector<Unit>& units, const std::vector<Partner>& partners) {
  for (const Unit& unit_of : units)
    for (std::size_t j = 0; j < unit_of.descriptor.parameters.size(); ++j) {
      const Parameter& p = unit_of.descriptor.parameters[j];
      if (p.kind != Kind::choice && p.kind != Kind::boolean) continue;
      std::set<double> seen;
      for (const Partner& partner : partners)
        for (std::uint64_t k = 0; k < points; ++k)
          seen.insert(point_with(partners, partner.descriptor, unit_of.descriptor, k)[j]);
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(p.hard.high) + 1)
          << unit_of.descriptor.id << ", " << p.id;
    }
}

TEST(ParameterPoints, CoverEveryChoice) {
  for (const Space space : {Space::plane, Space::lattice}) {
    expect_all_choices(targets(space), samplers(space));
    expect_all_choices(samplers(space), targets(space));
  }
}

/// The run of a target with the formula that it gives of itself in its place.
RunConfig with_formula(RunConfig config) {
  const UnitChoice built_in = config.target;
  const Descriptor& unit_of = target_descriptor(built_in);
  config.target = defaults(target_unit("formula").descriptor);
  apply(config, {"target.text", unit_of.formula});
  const std::vector<double>& values = built_in.values;
  EXPECT_EQ(config.target.values.size(), 1 + values.size()) << unit_of.id;
  std::ranges::copy(values, config.target.values.begin() + 1);  // its sliders, in the order of the parameters
  return config;
}

/// The kernel text that a formula becomes, against the code of the target that was typed.
TEST_F(GlParity, OneStepOfEveryTargetTypedAsAFormula) {
  for (const auto& target : targets(Space::plane)) {
    if (target.descriptor.formula.empty()) continue;
    for (const char* sampler : {"ula", "mala"}) {
      RunConfig config = pair_config(target.descriptor.id, sampler, few_chains);
      make_float(config);
      EXPECT_TRUE(check(with_formula(config), config)) << target.descriptor.id;
    }
  }
}

TEST_F(GlParity, OneStepUnderGradientNoise) {
  const auto check_noise = [&](const std::string& target, const std::string& sampler, const char* kind,
                               const std::vector<Assignment>& more = {}) {
    RunConfig config = pair_config(target, sampler, chains);
    apply(config, {"gradient_noise.kind", kind});
    for (const Assignment& a : more) apply(config, a);
    EXPECT_TRUE(check(config));
  };
  for (const auto& sampler : samplers())
    for (const char* kind : {"gaussian", "state_dependent", "heavy_tailed"})
      check_noise(sampler.descriptor.space == Space::lattice ? "lattice_gaussian" : "gaussian",
                  sampler.descriptor.id, kind);
  for (const auto& target : targets()) {
    const Descriptor& d = target.descriptor;
    if (!d.minibatches) continue;
    check_noise(d.id, "ula", "minibatch");
    for (const Parameter& p : d.parameters)
      for (const std::string& choice : p.choices) check_noise(d.id, "ula", "minibatch", {{"target." + p.id, choice}});
  }
}

/// The yardstick must see a wrong step: the same comparison with another step size fails everywhere.
TEST_F(GlParity, SeesAWrongStep) {
  RunConfig config = pair_config("gaussian", "ula", chains);
  make_float(config);
  Parity twin(config);
  config.sampler.values[0] *= 1 + 1e-4;
  backend_.configure(config);
  backend_.place(window_positions(twin.target(), chains, 2), 0);
  const ChainData before = backend_.read();
  backend_.advance(0, 1);
  EXPECT_GT(quantile(compare(twin, before, backend_.read(), largest_limit).ratios, 0.5), median_limit);
}

}  // namespace
}  // namespace ergo::gl_parity_test
