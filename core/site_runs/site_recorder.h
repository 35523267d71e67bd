#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/atomic_file.h"
#include "core/site_runs/site_run.h"
#include "core/sites/site_states.h"

namespace ergo {

/// Where the chains are to be kept.
struct SiteRecord {
  std::uint64_t steps = 0, every = 1;
  std::optional<std::string> out;      ///< FILE.npz or FILE.csv: configurations of every chain
  std::optional<std::string> metrics;  ///< FILE.csv: means over steps and chains
};

/// Of a run's second half.
struct LateMeans {
  Estimate energy, level, level_squared, acceptance, changed;
};

/// Makes a run and keeps the start and every `every`-th step.
///
/// Arrays of an .npz file: `x` [chain, draw, site], values 0 .. q - 1; `energy` [chain, draw]; `step` [draw].
/// Columns of a .csv file: chain, step, energy, x0, x1 ... Columns of the metrics: step, then value and error
/// of energy, level, level_squared, acceptance, proposed and changed over the steps since the row before, and
/// `tv`, the distance of all kept draws so far from the target, for up to 2^16 configurations.
class SiteRecorder {
 public:
  /// Throws Error for what the run or the record has wrong, and where there is too little memory for the
  /// draws.
  SiteRecorder(const SiteRun& run, const SiteRecord& record);

  /// The next kept step; false when all are made.
  bool advance(ThreadPool& pool, const SitePause& pause = {});
  std::uint64_t steps() const { return chains_->steps(); }
  /// Means over the chains and the second half of all steps.
  LateMeans late_means() const;
  const SiteTarget& target() const { return *target_; }
  /// Writes the files, all or none.
  void finish();
  /// Of all configurations, as text: equal runs end in equal states.
  std::string state_hash() const;

 private:
  void keep();
  void count_states();
  void write_npz(AtomicFile& file) const;
  void write_csv(FileSet& files) const;
  void write_metrics(FileSet& files) const;

  /// Of one chain: steps so far, and sums over those that are late.
  struct LateSums {
    std::uint64_t steps = 0;
    double energy = 0, level = 0, level_squared = 0, acceptance = 0, changed = 0;
  };
  void add_late(std::size_t chain, const SiteChain& state, const SiteStepReport& report);

  struct MetricsRow {
    std::uint64_t step;
    SiteAverages means;
    double variation;
  };

  SiteRun run_;
  SiteRecord record_;
  std::shared_ptr<const SiteTarget> target_;
  std::unique_ptr<const SiteSampler> sampler_;
  std::optional<SiteChains> chains_;
  std::optional<SiteStates> states_;  ///< of few configurations
  std::vector<double> distribution_, visits_;
  std::vector<std::uint64_t> kept_steps_;
  std::vector<std::uint8_t> x_;  ///< [draw, chain, site]
  std::vector<double> energy_;   ///< [draw, chain]
  std::vector<MetricsRow> rows_;
  std::vector<LateSums> late_;
};

}  // namespace ergo
