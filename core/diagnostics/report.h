#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/diagnostics/chain_memory.h"
#include "core/diagnostics/drawn_points.h"
#include "core/chains/first_chains.h"
#include "core/diagnostics/jarzynski.h"
#include "core/diagnostics/marginals.h"
#include "core/diagnostics/mmd.h"
#include "core/diagnostics/mode_cells.h"
#include "core/diagnostics/quantities.h"
#include "core/diagnostics/site_distribution.h"
#include "core/models/run_learning.h"
#include "core/unit/draws_used.h"

namespace ergo {

struct ModeCount {
  int now = 0;                    ///< modes with a chain within their radius
  int ever = 0;                   ///< modes that had one in any report since the run began
  Estimate per_chain;             ///< modes that a chain has been in, in any report
  double expected = 0;            ///< of `now` for as many exact draws: sum_k 1 - (1 - p_k)^n
  std::vector<double> occupancy;  ///< fraction of the chains within each mode's radius
};

/// Why a report is made.
struct ReportOccasion {
  bool at_rest = false;        ///< the run stands there; otherwise a report is due at the step
  bool channels_only = false;  ///< has the means of channels and nothing else
  bool edit_begins = false;    ///< an edit begins at the step, and is not marked yet
  std::uint64_t serial = 0;    ///< number of the request
};

struct DiagnosticReport {
  ReportOccasion occasion;
  std::uint64_t step = 0;
  double gradient_evaluations = 0;  ///< per chain; a mean over chains where they differ
  double seconds = 0;               ///< spent stepping
  std::size_t chains = 0;
  std::size_t diverged = 0;  ///< flagged or not finite: left out of everything below

  std::string sampler;  ///< id
  std::vector<std::string> channel_ids;
  std::vector<ChannelMean> channels;  ///< see add_channels(); count 0 where there is nothing to average yet
  /// Per channel, where theory has one for the run as it is; then `spreads` has the channel's standard
  /// deviation over the chains.
  std::vector<std::optional<Prediction>> predictions;
  std::vector<Estimate> spreads;
  std::vector<std::optional<Interval>> guides;  ///< per channel, where it should lie: acceptance_guide()

  ReportedStates first_chains;  ///< null in a failed report
  /// Of the chains that have not diverged; empty in a report of channels only.
  std::vector<Position> positions;
  TargetMoments truth;       ///< the target's moments
  int dim = 2;               ///< of the target

  DrawsUsed draws = DrawsUsed::raw;  ///< those behind MMD^2, moments, virial, occupancy and channels of_position
  double effective_draws = 0;        ///< (sum w)^2/sum w^2 of their weights
  MmdEstimator estimator = MmdEstimator::closed_form;
  std::optional<MmdEstimate> mmd;
  std::optional<Interval> band;     ///< 5-95 % of MMD^2 for effective_draws exact draws, once simulated
  std::optional<SiteReport> sites;  ///< on a lattice, in place of MMD^2 and the temperature
  Position mean, variance, mean_error, variance_error;
  Estimate configurational_temperature;
  std::optional<Estimate> kinetic_temperature;  ///< of samplers with a momentum
  std::optional<Occupancy> occupancy;           ///< of targets with two modes or more
  std::optional<LearningReport> learning;       ///< of runs that learn
  std::optional<Estimate> start_overlap;        ///< on targets of sites: start_overlap()
  std::vector<Marginal> marginals;              ///< where asked for: as RunMarginals has them

  Estimate ess_per_gradient;         ///< ChainAverages; time-weighted where the sampler is
  Estimate ess_per_step, autocorrelation_time;  ///< the same per step, and in steps per effective draw
  Estimate path_ess_per_gradient;    ///< ChainPaths; of raw positions
  Estimate split_rhat, nested_rhat;  ///< of raw positions
  std::optional<Interval> nested_rhat_band;
  ChainAverages::Spread spread;                           ///< time-weighted where the sampler is
  Estimate mode_spread, kept_mode;                        ///< ChainModes, of targets with two modes or more
  std::optional<Interval> spread_band, mode_spread_band;  ///< of as many exact draws in each chain
  Estimate squared_displacement;                          ///< per step, over displacement_steps
  double displacement_steps = 0;

  bool importance_weights = false;                ///< the sampler has them
  std::optional<NormaliserEstimates> normaliser;  ///< with importance weights, from starts of known density
  std::optional<ModeCount> modes;                 ///< of raw positions, for targets that have modes
  /// RunSummary's on its sound chains, from the states reported, and one on the target or how well it is known.
  std::vector<std::string> remarks;
  std::string error;                 ///< why the rest is empty
};

struct Metric {
  std::string id;
  double value, error;  ///< NaN where there is none
};

/// The numbers of a report under stable names: the same ids in the same order for one target and sampler.
std::vector<Metric> metrics(const DiagnosticReport& report);

/// Modes where they are several and even exact draws would be 0.3 or more in total variation from the target, because
/// there are many more sites than chains.
Yardstick yardstick_of(const DiagnosticReport& report);

/// Fills mean and variance with their standard errors.
void add_moments(DiagnosticReport& report, const WeightedPoints& points);

/// Means over the given chains of every channel, in the chains' order, and what theory predicts of them; a channel
/// of_transition has no value where no step of the sampler led. Those of channels of_position have time weights unless
/// report.draws are raw; all others are raw.
void add_channels(DiagnosticReport& report, const ChainData& data, std::span<const std::size_t> chains,
                  const RunConfig& config);

}  // namespace ergo
