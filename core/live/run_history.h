#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/diagnostics/report.h"
#include "core/live/chain_traces.h"
#include "core/live/moment.h"

namespace ergo {

/// Value of a quantity in one report, with its Monte Carlo standard error (NaN if unknown).
struct CurvePoint {
  Moment at;
  double value, error;
  int sampler;            ///< index of the sampler that was on: see RunHistory::sampler()
  Estimate over_a_cycle;  ///< mean over a cycle for channels of a cyclical sampler; else the value again
  bool at_rest = false;   ///< of a run that stands there, until it goes on
};

/// Mean and standard deviation of a quantity over the chains; or another value beside it, with sd 0.
struct SpreadPoint {
  Moment at;
  double mean, sd;
  int sampler;
  bool at_rest = false;  ///< as in CurvePoint
};

/// One quantity of a run over time, in order of gradient evaluations. There is at most one point in each cell of a
/// ReportGrid, see cell_at(), and one for each sampler where it changed, except in the present half of the grid.
struct Curve {
  std::vector<CurvePoint> points;
  std::vector<SpreadPoint> spreads;
  bool of_channel = false;  ///< has as many points as there are for means of channels
  /// Changes whenever points that were there are removed or replaced; points at the end do not change it.
  std::uint64_t revision = 0;
};

/// What is recorded of one run: a curve for each quantity that its samplers' reports have, traces of its first chains,
/// and marks where parameters were edited. Plots draw it; undo keeps copies of it.
class RunHistory {
 public:
  /// Adds the report's values. A report at the same place as the last one adds values only to curves that have none
  /// there of the report's sampler: a run that stands where its sampler was changed is reported twice. Values of a run
  /// at rest are removed when it goes on. Reports of earlier places and failed ones add nothing.
  void add(const DiagnosticReport& report);
  /// Adds the distance from the target that infinitely many chains would have.
  void add_infinite(const std::string& sampler, const Moment& at, double total_variation);
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
  const ChainTraces& traces() const { return traces_; }
  const std::vector<Moment>& marks() const { return marks_; }
  const std::string& sampler(int index) const { return samplers_.at(static_cast<std::size_t>(index)); }
  /// Changes with every change of the history.
  std::uint64_t revision() const { return revision_; }
  /// Changes when all is removed or restored.
  std::uint64_t beginning() const { return beginning_; }
  std::size_t bytes() const;

 private:
  int index_of(const std::string& sampler);
  void add_traces(const DiagnosticReport& report, const Moment& at, int sampler);
  void add_point(Curve& curve, const CurvePoint& point);
  void add_spread(Curve& curve, const SpreadPoint& point);
  void add_spreads(const DiagnosticReport& report, const Moment& at, int sampler);
  void remove_at_rest();
  /// Leaves one point in each cell that there is for a run that has come to this gradient cost.
  void thin(double gradients, std::size_t chains);

  std::map<std::string, Curve> curves_;
  ChainTraces traces_;
  std::vector<Moment> marks_;
  std::vector<std::string> samplers_;  ///< ids of all samplers so far
  double last_gradients_ = -1;         ///< gradient evaluations at the last report
  double width_ = 0, wide_ = 0;        ///< of cells of channels and of other quantities; 0: not thinned yet
  std::uint64_t revision_ = 0, beginning_ = 0;
};

/// The curves of a run as they were when they were kept, and the name they are kept under.
struct KeptCurves {
  std::string name;
  std::shared_ptr<const RunHistory> history;
};

}  // namespace ergo
