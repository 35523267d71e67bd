#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/backend/backend.h"
#include "core/config/assignment.h"

namespace ergo {

/// Settings for tuning a cyclical schedule (Pynadath et al. 2024, Algorithms 2-5 and section 6).
struct TuningOptions {
  double alpha_ceil = 60, alpha_floor = 0.05;  ///< where the searches for alpha_max and alpha_min begin
  double beta_max = 0.95, beta_min = 0.5;
  double acceptance = 0.5;     ///< rho*, the acceptance aimed at, of the shortest step
  double acceptance_long = 0;  ///< of the longest step; 0: the same, as in the paper
  int cycle_length = 20;       ///< s
  int burn_in = 50;            ///< steps without, and then as many with the Metropolis step
  int budget = 200;            ///< steps of each search
  double aim_of_long() const { return acceptance_long > 0 ? acceptance_long : acceptance; }
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
  std::string sampler;  ///< id of the cyclical sampler of the target's space
  double alpha_max = 0, alpha_min = 0;
  std::vector<double> beta;  ///< the eight values of its tuned schedule, falling from beta_max to beta_min
  /// The assignments that set this schedule in a run.
  std::vector<Assignment> assignments(int cycle_length) const;
};

/// Finds a cyclical schedule for a target on a lattice or of sites by trying DMALA steps on a copy of the
/// run's chains. All probes are kept to be shown. alpha_max is the largest step size whose acceptance at beta_max is the one
/// aimed at, or its ceiling where that is accepted more often, as with some Boltzmann machines. alpha_min is
/// the smallest step size whose acceptance at beta_min is the one aimed at. Each end is told with the
/// acceptance that was measured there. There is no schedule if the best alpha_min is alpha_max itself.
///
/// As Algorithms 4 and 5, alpha_max falls from its ceiling and alpha_min rises from its floor. Theirs move
/// the slower the nearer they are to the aim and end with their budget, wherever that is; here a scan in
/// equal ratios finds where the acceptance crosses the aim, and bisection closes in. Of Algorithm 5 the
/// largest beta tried is that of the phase before, so that the schedule falls. Betas are found at eight
/// phases, which are all phases for s = 8.
class Tuning {
 public:
  /// Uses the run's target, start, chains and seed. Throws Error if the target is a density of the
  /// plane, if it is being learned, and for an option out of range.
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
  /// Once done() is true: what was found at the ends of the schedule, with the acceptance that was measured there.
  const Probe& longest() const { return *longest_->best; }
  const Probe& shortest() const { return *shortest_->best; }
  /// Once done() is true: the result in words, or why there is none.
  std::string summary() const;

 private:
  enum class Stage { unadjusted, adjusted, alpha_max, alpha_min, beta, done };
  /// Makes one step from `from`. The backend then holds its result.
  Probe probe(Probe::Purpose purpose, const Blob& from, double alpha, double beta, bool metropolis);
  /// Tries several (alpha, beta) from the present chains; the chains continue from the one of the least
  /// `cost`.
  Probe best_of(Probe::Purpose purpose, std::span<const std::pair<double, double>> alpha_beta,
                const std::function<double(const Probe&)>& cost);
  void burn_in();
  /// Where a search for an end of the schedule has got to.
  struct Search {
    Probe::Purpose purpose;
    double beta, from, to, aim;
    double alpha = 0;                                     ///< to be tried next
    std::optional<Probe> last = {};                       ///< of the scan
    std::optional<Probe> best = {};                       ///< nearest to the aim
    std::optional<std::pair<Probe, Probe>> bracket = {};  ///< the aim lies between their acceptances
    bool settled = false;
    bool from_above() const { return purpose == Probe::Purpose::alpha_max; }
    bool exceeded() const {
      return from_above() && best->alpha == from && best->acceptance > aim + near_the_aim;
    }
    bool missed() const { return std::abs(best->acceptance - aim) > near_the_aim; }
  };
  static constexpr double near_the_aim = 0.03;  ///< acceptance
  void begin(Search search);
  void scan();
  void bisect();
  /// The mean of a few probes at one step size.
  Probe measured(double alpha);
  void search_beta();
  void next(Stage stage);
  double cosine(int phase, double from, double to) const;

  TuningOptions options_;
  RunConfig config_;
  std::unique_ptr<Backend> backend_;
  Stage stage_ = Stage::unadjusted;
  int steps_ = 0;                 ///< steps of this stage so far
  std::uint64_t randomness_ = 0;  ///< step number of the next probe, so that probes have different noise
  Blob chains_;
  std::optional<Search> search_, longest_, shortest_;  ///< under way, and those that have ended
  std::vector<double> beta_;
  std::vector<Probe> probes_;
  std::optional<TunedSchedule> schedule_;
};

}  // namespace ergo
