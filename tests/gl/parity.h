#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/config/run_config.h"

/// One step of a device in float against the C++ twin in double, from the same state: rounding, layout and
/// driver errors show here. The yardstick is measured, not chosen: how much the twin's own result moves when
/// its start and its parameters are moved by one float unit in the last place.
namespace ergo {

inline constexpr double unit = 0x1p-23;

/// A chain whose decision (accept, replace) fell the other way is excepted where the twin, its start moved by
/// so many units, decides like the device and then agrees with it as well as so large a move allows.
inline constexpr double decision_units = 64;
inline constexpr int decision_trials = 64;

struct Outcome {
  std::vector<double> values;  ///< state then report
  bool diverged = false;
};

inline double scale(double value) { return 1 + std::abs(value); }

inline double worst_ratio(const std::vector<double>& ours, const std::vector<double>& exact,
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
inline int control_offset(const RunConfig& config) {
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

/// A pair with its parameters' numbers, each off by one unit at random: what a step computes of them alone is
/// rounded too, for all chains alike. A lattice's own stay, as its table is made in double precision.
struct MovedPair {
  std::unique_ptr<Target> target;
  std::unique_ptr<Sampler> sampler;

  MovedPair(RunConfig config, std::mt19937& random) {
    const Descriptor &of_target = target_descriptor(config),
                     &of_sampler = sampler_unit(config.sampler.id).descriptor;
    if (of_target.space == Space::plane) move(config.target.values, of_target, random);
    move(config.sampler.values, of_sampler, random);
    if (of_target.space == Space::plane) target = make_target(config);
    sampler = make_sampler(config);
  }
  static void move(std::vector<double>& values, const Descriptor& unit_of, std::mt19937& random) {
    for (std::size_t k = 0; k < values.size(); ++k)
      if (unit_of.parameters[k].kind == Kind::real) values[k] *= random() & 1 ? 1 + unit : 1 - unit;
  }
};

class Parity {
 public:
  Parity(const RunConfig& config)
      : config_(config),
        target_(make_target(config)),
        sampler_(make_sampler(config)),
        dim_(target_->dim),
        control_(control_offset(config)),
        random_(1) {
    for (int k = 0; k < repeats; ++k) moved_.emplace_back(config, random_);
  }

  /// The twin's result of one step from `state`.
  Outcome step(std::vector<double> state, std::size_t chain, std::uint64_t step) const {
    return step_by(*sampler_, *target_, std::move(state), chain, step);
  }
  Outcome step_by(const Sampler& sampler, const Target& target, std::vector<double> state, std::size_t chain,
                  std::uint64_t step) const {
    std::vector<double> report(sampler.report_size());
    std::uint64_t diverged = 0;
    sampler.advance({state, report, diverged, static_cast<std::uint32_t>(chain)},
                    Oracle(target, gradient_noise_of(config_)), config_.seed, step, 1);
    state.insert(state.end(), report.begin(), report.end());
    return {state, diverged > 0};
  }

  Outcome moved_step(std::vector<double> start, std::size_t chain, std::uint64_t now, double units,
                     int repeat) {
    // Roundings of a position are as large as its length, also in a component that is nearly 0.
    const double length = std::hypot(start[0], start[1]);
    for (std::size_t k = 0; k < start.size(); ++k)
      start[k] += (random_() & 1 ? units : -units) * unit *
                  (k == 0 || (k == 1 && dim_ > 1) ? length : std::abs(start[k]));
    const MovedPair& pair = moved_[repeat % repeats];
    if (pair.target) return step_by(*pair.sampler, *pair.target, std::move(start), chain, now);
    return step_by(*pair.sampler, MovedTable(*target_, units, random_()), std::move(start), chain, now);
  }

  /// What rounding alone may do to each value: a unit of its own, and its largest response to random moves of
  /// the start, of the parameters, and of a lattice's table, by one unit.
  std::vector<double> yardstick(const std::vector<double>& start, const Outcome& exact, std::size_t chain,
                                std::uint64_t now) {
    std::vector<double> response(exact.values.size(), 0.0);
    for (int repeat = 0; repeat < repeats; ++repeat) {
      const Outcome moved = moved_step(start, chain, now, 1, repeat);
      for (std::size_t k = 0; k < response.size(); ++k)
        response[k] = std::max(response[k], std::abs(moved.values[k] - exact.values[k]));
    }
    share_in_unit_vectors(response);
    for (std::size_t k = 0; k < response.size(); ++k) response[k] += unit * scale(exact.values[k]);
    if (control_ >= 0) response[static_cast<std::size_t>(control_)] = HUGE_VAL;
    return response;
  }

  /// A rotation of a unit vector along an axis moves that component to second order only: its yardstick is that of the
  /// other one.
  void share_in_unit_vectors(std::vector<double>& response) const {
    const Descriptor& sampler = sampler_unit(config_.sampler.id).descriptor;
    for (const StateField& field : sampler.state) {
      if (!field.unit_vector || dim_ < 2) continue;
      const auto at = response.begin() + state_offset(sampler, field.id);
      std::fill_n(at, 2, std::max(at[0], at[1]));
    }
  }

  /// An error estimate too close to its limit for single precision: one twin made the attempt, the other not.
  bool attempted_otherwise(const std::vector<double>& ours, const std::vector<double>& start,
                           const Outcome& exact) const {
    return control_ >= 0 && (ours[0] == start[0]) != (exact.values[0] == start[0]);
  }

  bool decided_otherwise(const std::vector<double>& ours, const std::vector<double>& start,
                         const std::vector<double>& yardstick, std::size_t chain, std::uint64_t now) {
    for (int trial = 0; trial < decision_trials; ++trial)
      if (worst_ratio(ours, moved_step(start, chain, now, decision_units, trial).values, yardstick) <=
          2 * decision_units)
        return true;
    return false;
  }

  const Target& target() const { return *target_; }

  /// Mean number of gradients of the step from `before` to `after`.
  double gradients(const ChainData& before, const ChainData& after) const {
    const Descriptor& sampler = sampler_unit(config_.sampler.id).descriptor;
    const int field = state_offset(sampler, sampler.claims.gradients_field);
    if (field < 0) return sampler.gradients_per_step(Parameters(sampler.parameters, config_.sampler.values));
    double sum = 0;
    for (std::size_t i = 0; i < before.chains; ++i)
      sum += after.state_row(i)[field] - before.state_row(i)[field];
    return sum / static_cast<double>(before.chains);
  }

 private:
  RunConfig config_;
  std::unique_ptr<Target> target_;
  std::unique_ptr<Sampler> sampler_;
  int dim_, control_;
  std::mt19937 random_;
  static constexpr int repeats = 8;
  std::vector<MovedPair> moved_;
};

/// Distance from the middle of the window, in windows, up to which steps are compared. Farther out, in steps that
/// diverge, energies of a mixture's terms are large and nearly equal: their difference, which decides on the
/// gradient, loses as many digits as the distance has windows, and moves of the start do not show it: 186 yardsticks
/// were seen at seven windows.
inline constexpr double windows_compared = 3;

/// Whether a value has passed the square root of float's range, or double's, from where on squares are infinite
/// in float; or the chain has left the windows compared.
inline bool past_range(const Target& target, const std::vector<double>& start, const Outcome& exact) {
  const Window window = target.window();
  const Position middle = 0.5 * (window.low + window.high), size = window.high - window.low;
  const auto far = [&](const std::vector<double>& row) {
    return std::abs(row[0] - middle.x) > windows_compared * size.x ||
           (target.dim > 1 && std::abs(row[1] - middle.y) > windows_compared * size.y);
  };
  return exact.diverged || far(start) || far(exact.values) ||
         !std::ranges::all_of(exact.values, [](double v) { return std::abs(v) < 0x1p64; });
}

struct Errors {
  std::vector<double> ratios;     ///< of every chain's worst value to its yardstick
  std::vector<double> positions;  ///< |difference of x|, relative to 1 + |x|
  double wider = 1;               ///< root of the step's gradients, times which the limits hold
  std::size_t decisions = 0;      ///< chains excepted
  std::size_t past_range = 0;     ///< chains left out
};

inline std::vector<double> row(const ChainData& data, std::size_t chain) {
  std::vector<double> values(data.state_row(chain).begin(), data.state_row(chain).end());
  const auto* report = &data.report[chain * data.report_size];
  values.insert(values.end(), report, report + data.report_size);
  return values;
}

/// One step from `before` to `after`, as the device made it. Chains that rest are left out, and those are
/// counted whose ratio exceeds `limit` because they decided otherwise.
inline Errors compare(Parity& twin, const ChainData& before, const ChainData& after, double limit) {
  Errors errors;
  errors.wider = std::sqrt(std::max(1.0, twin.gradients(before, after)));
  for (std::size_t i = 0; i < before.chains; ++i) {
    if (before.diverged[i]) continue;
    const std::vector<double> start(before.state_row(i).begin(), before.state_row(i).end()),
        ours = row(after, i);
    const Outcome exact = twin.step(start, i, before.step);
    if (past_range(twin.target(), start, exact)) {
      ++errors.past_range;
      continue;
    }
    const auto yardstick = twin.yardstick(start, exact, i, before.step);
    const double ratio = worst_ratio(ours, exact.values, yardstick);
    if (ratio > limit * errors.wider && (twin.attempted_otherwise(ours, start, exact) ||
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

inline double quantile(const std::vector<double>& sorted, double p) {
  return sorted.at(static_cast<std::size_t>(p * static_cast<double>(sorted.size() - 1)));
}

}  // namespace ergo
