#include "core/exact/equilibrium_worker.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/base/error.h"
#include "core/exact/auxiliary_moves.h"
#include "core/exact/equilibrium.h"

namespace ergo {
namespace {

/// Sites up to which all eigenvalues of any matrix take 0.2 s.
constexpr std::size_t most_general = 256;

struct Stopped {};
using Stop = std::function<bool()>;

/// Of a reversible kernel from all eigenvalues; of another, or of a cycle, by applying it, and where that
/// does not settle, from all eigenvalues too; NaN where these are too many. Throws Stopped and Error.
double gap_of(const Cycle& cycle, const LatticeTarget& lattice, const Stop& stop) {
  if (cycle.reversible()) return spectral_gap(cycle.matrix(), lattice.distribution()).gap;
  const Apply apply = [&](std::span<const double> mu) {
    if (stop()) throw Stopped();
    return cycle.apply(mu);
  };
  const auto steps = static_cast<double>(cycle.steps());
  try {
    const double second = 1 - spectral_gap(apply, lattice.sides().count()).gap;
    constexpr double beyond_rounding = 1e-4;  // Arnoldi's |lambda_2| errs by 1e-8
    if (steps == 1 || second > beyond_rounding) return -std::expm1(std::log(second) / steps);
  } catch (const Error&) {  // not settled
  }
  return lattice.sides().count() <= most_general ? spectral_gap(cycle, lattice.distribution()).gap
                                                 : Equilibrium().gap;
}

double or_unknown(const std::function<double()>& find) {
  try {
    return find();
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

Equilibrium equilibrium_of(const RunConfig& run, const LatticeTarget& lattice, const Stop& stop) {
  ThreadPool alone(1);
  const Cycle cycle(run, lattice, alone);
  if (stop()) throw Stopped();
  Equilibrium found;
  found.bias = cycle.keeps_target() ? 0 : or_unknown([&] {
    return total_variation(stationary_distribution(cycle, lattice.distribution()), lattice.distribution());
  });
  if (stop()) throw Stopped();
  found.gap = or_unknown([&] { return gap_of(cycle, lattice, stop); });
  return found;
}

}  // namespace

bool EquilibriumWorker::possible(const RunConfig& run, const Target& target) {
  const auto sampler = make_sampler(run);
  const LatticeKernel* kernel = sampler->lattice_kernel();
  if (!target.lattice() || !kernel) return false;
  const std::size_t sites = target.lattice()->sides().count();
  if (kernel->period() > 1)
    return static_cast<std::size_t>(kernel->period()) * sites * sites <= most_in_a_cycle;
  return sites <= (kernel->auxiliary() ? most_live_auxiliary_sites : most_states);
}

EquilibriumWorker::~EquilibriumWorker() {
  const std::lock_guard lock(mutex_);
  current_.request_stop();
}

void EquilibriumWorker::submit(std::vector<RunConfig> runs, std::shared_ptr<const Target> target) {
  {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
    wanted_ = runs.size();
    found_.clear();
    found_.reserve(runs.size());
    next_ = Batch{std::move(runs), std::move(target), {}};
  }
  if (wanted_ > 0 && !thread_.joinable())
    thread_ = start_thread([this](const StopToken& stop) { work(stop); });
  submitted_.notify_all();
}

std::vector<Equilibrium> EquilibriumWorker::found() const {
  const std::lock_guard lock(mutex_);
  return found_;
}

void EquilibriumWorker::wait() {
  std::unique_lock lock(mutex_);
  all_found_.wait(lock, [this] { return found_.size() == wanted_; });
}

bool EquilibriumWorker::at_rest() const {
  const std::lock_guard lock(mutex_);
  return found_.size() == wanted_;
}

void EquilibriumWorker::work(const StopToken& stop) {
  while (true) {
    Batch batch;
    {
      std::unique_lock lock(mutex_);
      if (!submitted_.wait(lock, stop, [this] { return next_.has_value(); })) return;
      batch = *std::exchange(next_, std::nullopt);
      current_ = batch.abandoned;
    }
    const Stop stopped = [&] { return stop.stop_requested() || batch.abandoned.stop_requested(); };
    try {
      for (const RunConfig& run : batch.runs) {
        Equilibrium found;
        try {
          found = equilibrium_of(run, *batch.target->lattice(), stopped);
        } catch (const std::exception&) {  // no kernel, a noise of unknown distribution, or too little memory
        }
        const std::lock_guard lock(mutex_);
        if (stopped()) throw Stopped();
        found_.push_back(found);
        if (found_.size() == wanted_) all_found_.notify_all();
      }
    } catch (const Stopped&) {  // nobody waits for the rest
    }
  }
}

}  // namespace ergo
