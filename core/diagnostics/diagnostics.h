#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/diagnostics/chain_memory.h"
#include "core/chains/chain_paths.h"
#include "core/diagnostics/infinite_chains.h"
#include "core/diagnostics/report.h"
#include "core/diagnostics/run_marginals.h"
#include "core/diagnostics/run_summary.h"
#include "core/diagnostics/target_truth.h"

namespace ergo {

/// The chains at one step, and their run's configuration.
struct DiagnosticsRequest {
  ChainData data;
  RunConfig config;
  double gradient_evaluations = 0;  ///< per chain, unless the chains count them
  DrawsUsed draws = DrawsUsed::raw;
  MmdEstimator estimator = MmdEstimator::closed_form;
  bool begun_at_start = false;            ///< Session::begun_at_start
  std::optional<RunConfig> initial = {};  ///< as of step 0, where chains came from the start unit
  Journal journal = {};
  double seconds = 0;      ///< time spent on steps so far; copied to the report
  bool marginals = false;  ///< whether the report is to have them
  double gradients_before =
      0;  ///< per chain, spent before the sampler began: to be added to what chains count
  std::optional<LearningReport> learning = {};  ///< of a run that learns; copied to the report
  /// known_start(); null where it is not known.
  std::shared_ptr<const std::vector<double>> start_words = {};
  ReportOccasion occasion = {};  ///< copied to the report; of a run at rest nothing is kept for later reports
};

/// Makes reports of a run, one request after the other, on one thread. Between requests it keeps what belongs
/// to the target (reference, moments, bands) and to the run (modes ever visited, averages of each chain). A state
/// stands in averages for the steps since the last one reported. What belongs to the run is reset at step 0, when the
/// step goes back, and when target, sampler id, number of chains or seed change.
class Diagnostics {
 public:
  /// Has no band if that is not simulated yet. Throws Error.
  DiagnosticReport report(const DiagnosticsRequest& request);
  /// Treats the next request as one of another run; the last report's band is not wanted any more.
  void begin_anew() {
    step_.reset();
    band_ = nullptr;
  }
  /// Number of replications that the last report's band still needs.
  bool band_pending() const { return band_ && !band_->ready(); }
  void simulate_band(int replications);
  /// Band of the last report for its effective number of draws; nothing if it is not simulated yet or there
  /// is none.
  std::optional<Interval> band() const;
  /// Adds the band to the last report. Its error of MMD^2 is then at least that of as many exact draws.
  void add_band(DiagnosticReport& report) const;

 private:
  std::size_t band_points() const;
  std::string remark_on_truth() const;  ///< the target's own, or on how well it is known
  void follow(const DiagnosticsRequest& request);
  void take_truth(const DiagnosticsRequest& request);
  void begin_run(const DiagnosticsRequest& request);
  /// Adds the states of a step that no report has seen.
  void remember(const ChainData& data, std::span<const std::size_t> chains, int time_channel);
  /// The same for its shares of the chains' averages.
  void average(const ChainData& data, std::span<const std::size_t> chains, int time_channel);
  void add_memory(DiagnosticReport& report, const ChainData& data, std::span<const std::size_t> chains) const;
  /// How far the chains' averages are apart, and which chains never left their mode.
  void add_spread(DiagnosticReport& report, std::span<const std::size_t> chains) const;
  /// Jarzynski's estimates, for which the report at step 0 must have been asked for.
  void estimate_normaliser(DiagnosticReport& report, const DiagnosticsRequest& request,
                           std::span<const std::size_t> chains);
  SiteReport sites_report(const WeightedPoints& drawn) const;
  ModeCount count_modes(const ChainData& data, std::span<const std::size_t> chains);

  std::optional<RunConfig> config_;
  std::shared_ptr<const TargetTruth> truth_;
  std::optional<double> log_normaliser_;  ///< of the target; set when it is first needed
  InfiniteChains infinite_;
  std::map<std::size_t, MmdBand> bands_;  ///< by number of points simulated
  MmdBand* band_ = nullptr;
  std::size_t simulated_ = 0;       ///< points of band_
  RunMarginals marginals_;          ///< once wanted
  std::optional<ModeCells> cells_;  ///< of two modes or more, and bands of their occupancy

  std::optional<std::uint64_t> step_;    ///< of the last report in this run
  double first_gradients_ = 0;           ///< of the first report in this run
  std::uint64_t first_step_ = 0;         ///< of the same
  std::vector<double> log_start_ratio_;  ///< of every chain's x0: log of e^-E/p0; empty where p0 is not known
  std::size_t chains_ = 0;
  double effective_ = 0;  ///< draws that the last report's weighted ones are worth
  std::vector<bool> ever_;
  std::vector<bool> been_in_;     ///< [chain, mode]
  SiteCounts pooled_;             ///< steps that chains have stood for, in all reports but the start's
  double pooled_steps_ = 0, pooled_squares_ = 0;  ///< sums over reports of steps stood for, and of their squares
  std::vector<double> log_time_;  ///< per chain, log of the sum of its time weights
  double steps_ = 0;              ///< that the states in the averages stand for; 0 before the first one
  bool single_ = false;           ///< there is one state in them, before which nothing was reported
  ChainAverages averages_;
  ChainModes chain_modes_;
  ChainPaths paths_;
  RunSummary summary_;
  SplitRhat split_;
  NestedRhat nested_;
  Displacement displacement_;
};

}  // namespace ergo
