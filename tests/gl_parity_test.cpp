// One GPU step in float against the C++ twin in double, from the same state: rounding, layout and driver
// errors show here. The yardstick is measured, not chosen: how much the twin's own result moves when its
// start is moved by one float unit in the last place.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "core/config/assignment.h"
#include "core/gl/gl_backend.h"
#include "tests/gl_fixture.h"

namespace ergo {
namespace {

constexpr std::size_t chains = 4096;
constexpr std::uint64_t warm_up = 20;  // steps from the window to where chains live
constexpr double unit = 0x1p-23;

/// A step makes n ~ 200 roundings (exp and log: some units each); independent ones add up to sqrt(n)/2 ~ 7
/// units, of which the perturbed start, with one unit in each of 5 to 14 inputs, already shows 2 to 4. Hence
/// the typical ratio of error to yardstick is about 2; all n in one direction would be 50.
/// Over a trajectory of G gradients roundings add up to sqrt(G) as much wherever the flow does not blow up
/// the start's as well: the upper two limits are so much wider.
constexpr double median_limit = 2, high_limit = 25, largest_limit = 100;
/// A chain whose decision (accept, replace) fell the other way is excepted where the twin, its start moved by
/// so many units, decides like the device and then agrees with it as well as so large a move allows.
constexpr double decision_units = 64, decision_share = 0.002;
constexpr int decision_trials = 64;

struct Outcome {
  std::vector<double> values;  ///< state then report
};

double scale(double value) { return 1 + std::abs(value); }

double worst_ratio(const std::vector<double>& ours, const std::vector<double>& exact,
                   const std::vector<double>& yardstick) {
  double worst = 0;
  for (std::size_t k = 0; k < ours.size(); ++k) {
    const double ratio = std::abs(ours[k] - exact[k]) / yardstick[k];
    worst = std::max(worst, std::isnan(ratio) ? HUGE_VAL : ratio);
  }
  return worst;
}

/// Where the state holds what an error estimate sets; -1: nowhere. The estimate's digits cancel in single
/// precision: it is not compared, and a step makes one attempt, so that nothing else depends on it.
int control_offset(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  return state_offset(sampler, sampler.claims.control_field);
}

/// A lattice whose table is off by so many units at random, as rounding leaves it on the device.
class MovedTable final : public Target {
 public:
  MovedTable(const Target& target, double units, std::uint64_t salt)
      : target_(target), size_(units * unit), salt_(salt) {
    dim = target.dim;
  }
  Evaluation evaluate(Position x) const override {
    Evaluation at = target_.evaluate(x);
    const std::uint64_t index = lattice()->sides().index(lattice()->sides().nearest(x));
    const std::uint64_t signs = (index + salt_) * 0x9E3779B97F4A7C15;  // the top bits of Fibonacci hashing
    const auto moved = [&](double value, int bit) {
      return value + (signs >> bit & 1 ? size_ : -size_) * std::abs(value);
    };
    return {moved(at.energy, 63), {moved(at.gradient.x, 62), moved(at.gradient.y, 61)}};
  }
  Window window() const override { return target_.window(); }
  const LatticeTarget* lattice() const override { return target_.lattice(); }

 private:
  const Target& target_;
  double size_;
  std::uint64_t salt_;
};

class Parity {
 public:
  Parity(const RunConfig& config)
      : config_(config),
        target_(make_target(config)),
        sampler_(make_sampler(config)),
        dim_(target_->dim),
        control_(control_offset(config)),
        random_(1) {}

  /// The twin's result of one step from `state`.
  Outcome step(std::vector<double> state, std::size_t chain, std::uint64_t step) const {
    return step_on(*target_, std::move(state), chain, step);
  }
  Outcome step_on(const Target& target, std::vector<double> state, std::size_t chain,
                  std::uint64_t step) const {
    std::vector<double> report(sampler_->report_size());
    std::uint64_t diverged = 0;
    sampler_->advance({state, report, diverged, static_cast<std::uint32_t>(chain)},
                      Oracle(target, gradient_noise_of(config_)), config_.seed, step, 1);
    state.insert(state.end(), report.begin(), report.end());
    return {state};
  }

  Outcome moved_step(std::vector<double> start, std::size_t chain, std::uint64_t now, double units) {
    // Roundings of a position are as large as its length, also in a component that is nearly 0.
    const double length = std::hypot(start[0], start[1]);
    for (std::size_t k = 0; k < start.size(); ++k)
      start[k] += (random_() & 1 ? units : -units) * unit *
                  (k == 0 || (k == 1 && dim_ > 1) ? length : std::abs(start[k]));
    if (!target_->lattice()) return step(std::move(start), chain, now);
    return step_on(MovedTable(*target_, units, random_()), std::move(start), chain, now);
  }

  /// What rounding alone may do to each value: a unit of its own, and its largest response to random moves of
  /// the start, and of a lattice's table, by one unit.
  std::vector<double> yardstick(const std::vector<double>& start, const Outcome& exact, std::size_t chain,
                                std::uint64_t now) {
    std::vector<double> response(exact.values.size(), 0.0);
    for (int repeat = 0; repeat < 8; ++repeat) {
      const Outcome moved = moved_step(start, chain, now, 1);
      for (std::size_t k = 0; k < response.size(); ++k)
        response[k] = std::max(response[k], std::abs(moved.values[k] - exact.values[k]));
    }
    for (std::size_t k = 0; k < response.size(); ++k) response[k] += unit * scale(exact.values[k]);
    if (control_ >= 0) response[static_cast<std::size_t>(control_)] = HUGE_VAL;
    return response;
  }

  /// An error estimate too close to its limit for single precision: one twin made the attempt, the other not.
  bool attempted_otherwise(const std::vector<double>& ours, const std::vector<double>& start,
                           const Outcome& exact) const {
    return control_ >= 0 && (ours[0] == start[0]) != (exact.values[0] == start[0]);
  }

  bool decided_otherwise(const std::vector<double>& ours, const std::vector<double>& start,
                         const std::vector<double>& yardstick, std::size_t chain, std::uint64_t now) {
    for (int trial = 0; trial < decision_trials; ++trial)
      if (worst_ratio(ours, moved_step(start, chain, now, decision_units).values, yardstick) <=
          2 * decision_units)
        return true;
    return false;
  }

  const Target& target() const { return *target_; }

 private:
  RunConfig config_;
  std::unique_ptr<Target> target_;
  std::unique_ptr<Sampler> sampler_;
  int dim_, control_;
  std::mt19937 random_;
};

struct Errors {
  std::vector<double> ratios;     ///< of every chain's worst value to its yardstick
  std::vector<double> positions;  ///< |difference of x|, relative to 1 + |x|
  std::size_t decisions = 0;      ///< chains excepted
};

std::vector<double> row(const ChainData& data, std::size_t chain) {
  std::vector<double> values(data.state_row(chain).begin(), data.state_row(chain).end());
  const auto* report = &data.report[chain * data.report_size];
  values.insert(values.end(), report, report + data.report_size);
  return values;
}

/// Mean number of gradients of the step from `before` to `after`.
double gradients_of(const Descriptor& sampler, std::span<const double> parameters, const ChainData& before,
                    const ChainData& after) {
  const int field = state_offset(sampler, sampler.claims.gradients_field);
  if (field < 0) return sampler.gradients_per_step(Parameters(sampler.parameters, parameters));
  double sum = 0;
  for (std::size_t i = 0; i < before.chains; ++i)
    sum += after.state_row(i)[field] - before.state_row(i)[field];
  return sum / static_cast<double>(before.chains);
}

/// One step from `before` to `after`, as the device made it. Chains that rest are left out, and those are
/// counted whose ratio exceeds `limit` because they decided otherwise.
Errors compare(Parity& twin, const ChainData& before, const ChainData& after, double limit = largest_limit) {
  Errors errors;
  for (std::size_t i = 0; i < before.chains; ++i) {
    if (before.diverged[i]) continue;
    const std::vector<double> start(before.state_row(i).begin(), before.state_row(i).end()),
        ours = row(after, i);
    const Outcome exact = twin.step(start, i, before.step);
    const auto yardstick = twin.yardstick(start, exact, i, before.step);
    const double ratio = worst_ratio(ours, exact.values, yardstick);
    if (ratio > limit && (twin.attempted_otherwise(ours, start, exact) ||
                          twin.decided_otherwise(ours, start, yardstick, i, before.step))) {
      ++errors.decisions;
      continue;
    }
    errors.ratios.push_back(ratio);
    errors.positions.push_back(std::max(std::abs(ours[0] - exact.values[0]) / scale(exact.values[0]),
                                        std::abs(ours[1] - exact.values[1]) / scale(exact.values[1])));
  }
  std::ranges::sort(errors.ratios);
  std::ranges::sort(errors.positions);
  return errors;
}

double quantile(const std::vector<double>& sorted, double p) {
  return sorted.at(static_cast<std::size_t>(p * static_cast<double>(sorted.size() - 1)));
}

/// Parameter values that float holds exactly, so that both twins run the same ones.
RunConfig float_config(const std::string& target, const std::string& sampler) {
  RunConfig config = pair_config(target, sampler, chains);
  for (auto* values : {&config.target.values, &config.sampler.values})
    for (double& value : *values) value = static_cast<float>(value);
  const std::string& attempts = sampler_unit(sampler).descriptor.claims.attempts_parameter;
  if (!attempts.empty()) apply(config, {"sampler." + attempts, "1"});
  return config;
}

class GlParity : public GlTest {
 protected:
  void check(const std::string& target, const std::string& sampler, const std::string& noise = "none") {
    SCOPED_TRACE(sampler + " on " + target + ", gradient noise " + noise);
    RunConfig config = float_config(target, sampler);
    apply(config, {"gradient_noise.kind", noise});
    Parity twin(config);
    backend_.configure(config);
    backend_.place(window_positions(twin.target(), chains, 2), 0);
    backend_.advance(0, warm_up);
    const ChainData before = backend_.read();
    backend_.advance(warm_up, 1);
    const ChainData after = backend_.read();
    const double wider = std::sqrt(
        std::max(1.0, gradients_of(sampler_unit(sampler).descriptor, config.sampler.values, before, after)));
    const Errors errors = compare(twin, before, after, largest_limit * wider);
    ASSERT_GE(errors.ratios.size(), chains / 2);
    std::printf("%-20s %-11s  error/yardstick %5.2f %6.2f %7.2f   x %.1e %.1e %.1e   decided otherwise %zu\n",
                target.c_str(), sampler.c_str(), quantile(errors.ratios, 0.5), quantile(errors.ratios, 0.999),
                errors.ratios.back(), quantile(errors.positions, 0.5), quantile(errors.positions, 0.999),
                errors.positions.back(), errors.decisions);
    EXPECT_LE(quantile(errors.ratios, 0.5), median_limit);
    EXPECT_LE(quantile(errors.ratios, 0.999), high_limit * wider);
    EXPECT_LE(errors.ratios.back(), largest_limit * wider);
    EXPECT_LE(static_cast<double>(errors.decisions), decision_share * chains);
  }
  GlBackend backend_;
};

TEST_F(GlParity, OneStepOfEveryPair) {
  for (const auto& [target, sampler] : unit_pairs()) check(target.descriptor.id, sampler.descriptor.id);
}

TEST_F(GlParity, OneStepUnderGradientNoise) {
  for (const auto& sampler : samplers())
    for (const char* kind : {"gaussian", "state_dependent", "heavy_tailed"})
      check(sampler.descriptor.space == Space::lattice ? "lattice_gaussian" : "gaussian",
            sampler.descriptor.id, kind);
  for (const auto& target : targets())
    if (target.descriptor.minibatches) check(target.descriptor.id, "ula", "minibatch");
}

/// The yardstick must see a wrong step: the same comparison with another step size fails everywhere.
TEST_F(GlParity, SeesAWrongStep) {
  RunConfig config = float_config("gaussian", "ula");
  Parity twin(config);
  config.sampler.values[0] *= 1 + 1e-4;
  backend_.configure(config);
  backend_.place(window_positions(twin.target(), chains, 2), 0);
  const ChainData before = backend_.read();
  backend_.advance(0, 1);
  EXPECT_GT(quantile(compare(twin, before, backend_.read()).ratios, 0.5), median_limit);
}

}  // namespace
}  // namespace ergo
