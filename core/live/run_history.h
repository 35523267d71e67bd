#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/diagnostics/report.h"
#include "core/live/moment.h"

namespace ergo {

/// Value of a quantity in one report, with its Monte Carlo standard error (NaN if unknown).
struct CurvePoint {
  Moment at;
  double value, error;
  int sampler;            ///< index of the sampler that was on: see RunHistory::sampler()
  Estimate over_a_cycle;  ///< mean over a cycle for channels of a cyclical sampler; else the value again
};

/// Mean and standard deviation of a quantity over the chains.
struct SpreadPoint {
  Moment at;
  double mean, sd;
  int sampler;
};

/// One quantity of a run over time, in order of gradient evaluations.
struct Curve {
  std::vector<CurvePoint> points;
  std::vector<SpreadPoint> spreads;
  /// Changes whenever points that were there are removed or replaced; points at the end do not change it.
  std::uint64_t revision = 0;
};

/// What is recorded of one run: a curve for each quantity that its samplers' reports have, and marks where
/// parameters were edited. Plots draw it; undo keeps copies of it.
class RunHistory {
 public:
  /// Adds the report's values. A report at or before the last one adds values only to curves that have none
  /// there of the report's sampler: a run that stands where its sampler was changed is reported twice.
  void add(const DiagnosticReport& report);
  /// Adds the distance from the target that infinitely many chains would have.
  void add_infinite(const std::string& sampler, const Moment& at, double total_variation);
  /// Adds one value to the end of a quantity's curve; values that are not finite are left out.
  void add_point(const std::string& quantity, const std::string& sampler, const Moment& at, Estimate value,
                 Estimate over_a_cycle);
  /// Adds a mark unless there is one at the same number of gradient evaluations.
  void mark(const Moment& at);
  /// Removes everything after this number of gradient evaluations per chain. A negative number removes all:
  /// the run begins anew.
  void cut(double gradients);

  /// Becomes a copy of a kept history.
  void restore(const RunHistory& kept);

  /// Empty if nothing is recorded of the quantity.
  const Curve& curve(const std::string& quantity) const;
  const std::map<std::string, Curve>& curves() const { return curves_; }
  const std::vector<Moment>& marks() const { return marks_; }
  const std::string& sampler(int index) const { return samplers_.at(static_cast<std::size_t>(index)); }
  /// Changes with every change of the history.
  std::uint64_t revision() const { return revision_; }
  /// Changes when all is removed or restored.
  std::uint64_t beginning() const { return beginning_; }
  std::size_t bytes() const;

 private:
  int index_of(const std::string& sampler);
  void add_spread(const std::string& quantity, int sampler, const Moment& at, double mean, double sd);

  std::map<std::string, Curve> curves_;
  std::vector<Moment> marks_;
  std::vector<std::string> samplers_;  ///< ids of all samplers so far
  double last_gradients_ = -1;         ///< gradient evaluations at the last report
  std::uint64_t revision_ = 0, beginning_ = 0;
};

/// The curves of a run as they were when they were kept, and the name they are kept under.
struct KeptCurves {
  std::string name;
  std::shared_ptr<const RunHistory> history;
};

}  // namespace ergo
