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

/// What the tuning of a cyclical schedule is told (Pynadath et al. 2024, Algorithms 2-5 and section 6).
struct TuningOptions {
  double alpha_ceil = 60, alpha_floor = 0.05;  ///< where the searches for alpha_max and alpha_min begin
  double beta_max = 0.95, beta_min = 0.5;
  double acceptance = 0.5;  ///< rho*, aimed at by both ends of the schedule
  int cycle_length = 20;    ///< s
  int burn_in = 50;         ///< steps without, then with the Metropolis step
  int budget = 200;         ///< steps of each search
  bool operator==(const TuningOptions&) const = default;
};

/// One batched step of all chains at one (alpha, beta), from where the chains stood.
struct Probe {
  enum class Purpose { burn_in, alpha_max, alpha_min, beta } purpose;
  double alpha, beta;
  double acceptance, error;  ///< mean over the chains, and its standard error; NaN without a Metropolis step
  bool kept = false;         ///< the chains went on from here
};

struct TunedSchedule {
  double alpha_max = 0, alpha_min = 0;
  std::vector<double> beta;  ///< the eight values of acs's tuned schedule, falling from beta_max to beta_min
  /// What makes a run follow it.
  std::vector<Assignment> assignments(int cycle_length) const;
};

/// Finds a cyclical schedule for a lattice target by probing DMALA steps with the run's chains, beside the
/// run. Every probe is there to be seen, and so is failure: where alpha_max comes out below alpha_min the
/// target leaves no room for a cycle at this beta_max.
///
/// Algorithms 4 and 5 with their slips mended: alpha is tried between alpha_prop and the bound; the largest
/// beta tried is that of the phase before, which keeps the schedule falling. Betas are found at eight phases,
/// which for s = 8 are all.
class Tuning {
 public:
  /// The run's target, start, chains and seed count. Throws Error where the target is no lattice or an option
  /// is out of range.
  Tuning(const RunConfig& run, std::unique_ptr<Backend> backend, const TuningOptions& options);

  bool done() const { return stage_ == Stage::done; }
  /// Makes the next few probes that belong together, and appends them to probes().
  void advance();
  const std::vector<Probe>& probes() const { return probes_; }
  const TuningOptions& options() const { return options_; }
  /// 0 to 1.
  double progress() const;
  /// Once done; nothing where it failed.
  const std::optional<TunedSchedule>& schedule() const { return schedule_; }
  /// Once done: what came out, or why nothing did.
  std::string summary() const;

 private:
  enum class Stage { unadjusted, adjusted, alpha_max, alpha_min, beta, done };
  /// One step from `from`; leaves the backend at its result.
  Probe probe(Probe::Purpose purpose, const Blob& from, double alpha, double beta, bool metropolis);
  /// The best of several from where the chains stand, by `cost`; they go on from it.
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
  int steps_ = 0;                 ///< of this stage
  double last_acceptance_ = 0;    ///< rho_cur
  std::uint64_t randomness_ = 0;  ///< step number of the next probe: none shares another's noise
  Blob chains_;
  double alpha_max_, alpha_min_;
  std::vector<double> beta_;
  std::vector<Probe> probes_;
  std::optional<TunedSchedule> schedule_;
};

}  // namespace ergo
