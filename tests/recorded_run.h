#pragma once

#include "core/diagnostics/diagnostics.h"
#include "core/live/chain_figures.h"
#include "core/live/run_history.h"
#include "tests/machine_fixture.h"

namespace ergo {

/// A run on the processor and what is recorded of it, with a report at every step.
class RecordedRun {
 public:
  explicit RecordedRun(const RunConfig& config) : session_(config, test_factory()) { report(); }
  void advance(std::uint64_t steps, bool channels_only = true) {
    for (std::uint64_t k = 0; k < steps; ++k) {
      session_.advance(1);
      report(channels_only);
    }
  }
  const ChainTraces& traces() const { return history.traces(); }
  ChainFigure figure(ChainFigure (*make)(const TracedRuns&, const ChainSelection&), double burn_in = 0) const {
    return make(traced(), {.burn_in = burn_in});
  }
  TracedRuns traced() const { return {{&traces(), "run"}}; }
  RunHistory history;
  DiagnosticReport last;

 private:
  void report(bool channels_only = false) {
    last = diagnostics_.report({.data = session_.read(),
                                .config = session_.config(),
                                .gradient_evaluations = session_.gradient_evaluations(),
                                .occasion = {.channels_only = channels_only}});
    history.add(last);
  }
  Session session_;
  Diagnostics diagnostics_;
};

}  // namespace ergo
