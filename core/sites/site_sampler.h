#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/sites/site_draws.h"
#include "core/sites/site_target.h"

namespace ergo {

/// One chain: its configuration with its energy, and room that steps work in.
struct SiteChain {
  /// Throws Error if x has not the target's sites, or a value that is none of its.
  SiteChain(const SiteTarget& target, Configuration x);
  /// The same where E(x) is known and x is legal.
  SiteChain(const SiteTarget& target, Configuration x, double energy);
  /// At no configuration.
  SiteChain() = default;
  /// Makes x and the room as long as steps on this target need, keeping memory that is there.
  void fit(const SiteTarget& target);

  Configuration x;
  double energy = 0;  ///< E(x)

  /// Of no meaning between steps.
  struct Room {
    Configuration proposal, hidden;
    std::vector<double> gradient, forward, backward, uniforms, auxiliary;
    std::vector<int> labels;
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint16_t> kinds;

    /// The first `count` of one of them, which is made longer where it is shorter.
    template <class Number>
    static std::span<Number> first(std::vector<Number>& numbers, std::size_t count) {
      if (numbers.size() < count) numbers.resize(count);
      return std::span(numbers).first(count);
    }
  } room;
};

/// What one step tells.
struct SiteStepReport {
  double energy = 0;      ///< E after the step
  double acceptance = 1;  ///< probability with which a Metropolis step accepts the proposal; 1 without one
  int proposed = 0;       ///< sites at which the proposal differs from x
  int changed = 0;        ///< of those, the ones that changed: all or none
};

/// One of the things that a step may do: go from x to y with probability `probability`, accepted with
/// `acceptance`, and else stay. Several outcomes may have the same y.
struct SiteOutcome {
  ConfigurationView y;
  double probability, acceptance;
};
using SiteOutcomes = std::function<void(const SiteOutcome&)>;

/// Throws Error if choices^times, the number of outcomes of a step, is more than most_outcomes.
inline constexpr double most_outcomes = 0x1p24;
void require_few_outcomes(double choices, double times);

/// What the kernels' text of a sampler, shaders/site_samplers, reads and needs besides its parameters.
struct SamplerKernelData {
  std::vector<double> numbers;
  int notes = 0;  ///< numbers that the text keeps of a chain within a step
  int loops = 0;  ///< iterations of loops that these take in a step at most, of N turns N + 1
};

/// A Markov chain on configurations.
class SiteSampler {
 public:
  explicit SiteSampler(std::shared_ptr<const SiteTarget> target) : target_(std::move(target)) {}
  virtual ~SiteSampler() = default;
  const SiteTarget& target() const { return *target_; }

  /// Step number draws.step(), by these draws alone.
  virtual SiteStepReport step(SiteChain& chain, const SiteDraws& draws) const = 0;
  /// Tells all outcomes of step number `step` from x; the probabilities sum to 1. For small systems: throws
  /// Error for more than most_outcomes, and where has_outcomes() is false.
  virtual void outcomes(ConfigurationView x, std::uint64_t step, const SiteOutcomes& tell) const = 0;
  /// P(y_i differs from x_i) of the proposal y of step number `step` from x, of all sites i into `probabilities`; false
  /// where no formula for it is known.
  virtual bool change_probabilities(ConfigurationView /*x*/, std::uint64_t /*step*/,
                                    std::span<double> /*probabilities*/) const {
    return false;
  }
  /// False where a step draws numbers from a continuum too, so that its probabilities are integrals.
  virtual bool has_outcomes() const { return true; }
  /// Step k follows the rule of step k mod period().
  virtual std::uint64_t period() const { return 1; }
  /// Whether every step leaves the target as it is.
  virtual bool exact() const { return true; }
  /// Whether every step is in detailed balance with the target.
  virtual bool reversible() const { return exact(); }
  virtual SamplerKernelData kernel_data() const { return {}; }

 private:
  std::shared_ptr<const SiteTarget> target_;
};

/// Means of what step number `step` from x tells.
struct ExpectedReport {
  double acceptance = 0, proposed = 0, changed = 0;
};
ExpectedReport expected_report(const SiteSampler& sampler, ConfigurationView x, std::uint64_t step = 0);

}  // namespace ergo
