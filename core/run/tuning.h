#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/config/assignment.h"

namespace ergo {

/// Settings for tuning a cyclical schedule (Pynadath et al. 2024, Algorithms 2-5 and section 6).
struct TuningOptions {
  double alpha_ceil = 60, alpha_floor = 0.05;  ///< where the searches for alpha_max and alpha_min begin
  double beta_max = 0.95, beta_min = 0.5;
  double acceptance = 0.5;  ///< rho*, the target acceptance at both ends of the schedule
  int cycle_length = 20;    ///< s
  int burn_in = 50;         ///< steps without, and then as many with the Metropolis step
  int budget = 200;         ///< steps of each search
  bool operator==(const TuningOptions&) const = default;
};

/// One step of all chains at one (alpha, beta), from their present positions.
struct Probe {
  enum class Purpose { burn_in, alpha_max, alpha_min, beta } purpose;
  double alpha, beta;
  double acceptance, error;  ///< mean over the chains, and its standard error; NaN without a Metropolis step
  bool kept = false;         ///< the chains continue from this step's result
};

struct TunedSchedule {
  double alpha_max = 0, alpha_min = 0;
  std::vector<double> beta;  ///< the eight values of acs's tuned schedule, falling from beta_max to beta_min
  /// The assignments that set this schedule in a run.
  std::vector<Assignment> assignments(int cycle_length) const;
};

/// Finds a cyclical schedule for a lattice target by trying DMALA steps on a copy of the run's chains. All probes are
/// kept to be shown. The search fails if alpha_max comes out below alpha_min: then the target has no room for a cycle
/// at this beta_max.
///
/// Algorithms 4 and 5, corrected in two places: alpha is tried between alpha_prop and the bound; the largest beta
/// tried is that of the phase before, so that the schedule falls. Betas are found at eight phases, which are all
/// phases for s = 8.
class Tuning {
 public:
  /// Uses the run's target, start, chains and seed. Throws Error if the target is not on a lattice or an option is
  /// out of range.
  Tuning(const RunConfig& run, std::unique_ptr<Backend> backend, const TuningOptions& options);

  bool done() const { return stage_ == Stage::done; }
  /// Makes the next few probes, which belong together, and appends them to probes().
  void advance();
  const std::vector<Probe>& probes() const { return probes_; }
  const TuningOptions& options() const { return options_; }
  /// Share of the work that is done, from 0 to 1.
  double progress() const;
  /// The result once done() is true; nothing if the search failed.
  const std::optional<TunedSchedule>& schedule() const { return schedule_; }
  /// Once done() is true: the result in words, or why there is none.
  std::string summary() const;

 private:
  enum class Stage { unadjusted, adjusted, alpha_max, alpha_min, beta, done };
  /// Makes one step from `from`. The backend then holds its result.
  Probe probe(Probe::Purpose purpose, const Blob& from, double alpha, double beta, bool metropolis);
  /// Tries several (alpha, beta) from the present chains; the chains continue from the one of the least `cost`.
  Probe best_of(Probe::Purpose purpose, std::span<const std::pair<double, double>> alpha_beta,
                const std::function<double(const Probe&)>& cost);
  void burn_in();
  void search_alpha(Probe::Purpose purpose, double beta, double direction, double& bound);
  void search_beta();
  void next(Stage stage);
  double cosine(int phase, double from, double to) const;

  TuningOptions options_;
  RunConfig config_;
  std::unique_ptr<Backend> backend_;
  Stage stage_ = Stage::unadjusted;
  int steps_ = 0;                 ///< steps of this stage so far
  double last_acceptance_ = 0;    ///< rho_cur
  std::uint64_t randomness_ = 0;  ///< step number of the next probe, so that probes have different noise
  Blob chains_;
  double alpha_max_, alpha_min_;
  std::vector<double> beta_;
  std::vector<Probe> probes_;
  std::optional<TunedSchedule> schedule_;
};

}  // namespace ergo
