#include "core/run/gap_worker.h"

#include <limits>

#include "core/exact/auxiliary_moves.h"
#include "core/exact/cycle.h"
#include "core/exact/spectrum.h"
#include "core/unit/error.h"

namespace ergo {
namespace {

/// Sites up to which all eigenvalues of any matrix take 0.2 s.
constexpr std::size_t most_general = 256;

struct Stopped {};

/// Of a reversible kernel from all eigenvalues; of another by applying it, and where that does not settle,
/// from all eigenvalues too. Throws Stopped, and Error where neither will do.
double gap_of(const RunConfig& run, const LatticeTarget& lattice, const std::stop_token& stop) {
  ThreadPool alone(1);
  const Cycle cycle(run, lattice, alone);
  if (stop.stop_requested()) throw Stopped();
  if (cycle.reversible()) return spectral_gap(cycle.matrix(), lattice.law()).gap;
  const Apply apply = [&](std::span<const double> mu) {
    if (stop.stop_requested()) throw Stopped();
    return cycle.apply(mu);
  };
  try {
    return spectral_gap(apply, lattice.sides().count()).gap;
  } catch (const Error&) {
    if (lattice.sides().count() > most_general) throw;
  }
  return spectral_gap(cycle.matrix()).gap;
}

double gap_or_unknown(const RunConfig& run, const LatticeTarget& lattice, const std::stop_token& stop) {
  try {
    return gap_of(run, lattice, stop);
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

bool GapWorker::possible(const RunConfig& run, const Target& target) {
  const auto sampler = make_sampler(run);
  const LatticeKernel* kernel = sampler->lattice_kernel();
  if (!target.lattice() || !kernel || kernel->period() > 1 || gradient_noise_of(run).kind != NoiseKind::none)
    return false;
  return target.lattice()->sides().count() <= (kernel->auxiliary() ? most_live_auxiliary_sites : most_states);
}

GapWorker::GapWorker(std::vector<RunConfig> runs, std::shared_ptr<const Target> target)
    : runs_(std::move(runs)),
      target_(std::move(target)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

GapWorker::~GapWorker() = default;

std::vector<double> GapWorker::found() const {
  const std::lock_guard lock(mutex_);
  return found_;
}

void GapWorker::wait() {
  std::unique_lock lock(mutex_);
  all_found_.wait(lock, [this] { return found_.size() == runs_.size(); });
}

void GapWorker::run(std::stop_token stop) {
  try {
    for (const RunConfig& each : runs_) {
      const double gap = gap_or_unknown(each, *target_->lattice(), stop);
      const std::lock_guard lock(mutex_);
      found_.push_back(gap);
      if (found_.size() == runs_.size()) all_found_.notify_all();
    }
  } catch (const Stopped&) {  // nobody waits for the rest
  }
}

}  // namespace ergo
