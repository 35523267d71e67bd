// What a step takes against what it computes, for every sampler of the plane on ring8 and both backends: the
// time of a chain-step relative to ula's, over the instructions of the compiled step of the C++ twin relative
// to ula's. Instructions are counted, not guessed: a child process makes the steps one machine instruction at
// a time. Times are of the processor, of all threads together, which other programs disturb least.
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "core/backend/start_positions.h"
#include "tests/bench/processor_time.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

/// Instructions of `work` after `preparation`, with those of the two signals around it.
std::uint64_t traced_instructions(const std::function<void()>& preparation,
                                  const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    preparation();
    raise(SIGSTOP);
    work();
    raise(SIGSTOP);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::uint64_t count = 0;
  do {
    if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) throw std::runtime_error("no child to step");
    waitpid(child, &status, 0);
    ++count;
  } while (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return count;
}

constexpr std::uint64_t traced_chains = 8, traced_steps = 16, warm_up = 100;

struct Arithmetic {
  double instructions, gradients;  ///< of a step
};

/// A few chains stepped by the sampler itself, without a backend.
class Chains {
 public:
  explicit Chains(const RunConfig& config)
      : target_(make_target(config)), sampler_(make_sampler(config)), unit_(sampler_unit(config.sampler.id)) {
    const auto starts = start_positions(config, *target_);
    for (std::size_t i = 0; i < traced_chains; ++i) {
      const Evaluation at = target_->evaluate(starts[i]);
      rows_.push_back(
          {std::vector<double>(sampler_->state_size()), std::vector<double>(sampler_->report_size())});
      const ChainState begin{starts[i], at.energy, at.gradient};
      std::memcpy(rows_[i].state.data(), &begin, sizeof begin);
      sampler_->init(row(i), Oracle(*target_), 1, 0);
    }
  }
  void advance(std::uint64_t step, std::uint64_t count) {
    for (std::size_t i = 0; i < traced_chains; ++i)
      sampler_->advance(row(i), Oracle(*target_), 1, step, count);
  }
  /// Gradients so far, where steps vary; 0 where they do not.
  double gradients() const {
    const int field = state_offset(unit_.descriptor, unit_.descriptor.claims.gradients_field);
    double sum = 0;
    for (const Row& r : rows_) sum += field < 0 ? 0 : r.state[static_cast<std::size_t>(field)];
    return sum;
  }

 private:
  struct Row {
    std::vector<double> state, report;
    std::uint64_t diverged = 0;
  };
  ChainRow row(std::size_t i) {
    return {rows_[i].state, rows_[i].report, rows_[i].diverged, static_cast<std::uint32_t>(i)};
  }
  std::unique_ptr<Target> target_;
  std::unique_ptr<Sampler> sampler_;
  const SamplerUnit& unit_;
  std::vector<Row> rows_;
};

Arithmetic arithmetic(const RunConfig& config) {
  Chains chains(config);
  const auto warm = [&] { chains.advance(0, warm_up); };
  const auto work = [&] { chains.advance(warm_up, traced_steps); };
  constexpr double steps = traced_chains * traced_steps;
  const std::uint64_t counted = traced_instructions(warm, work) - traced_instructions([] {}, [] {});
  warm();
  const double before = chains.gradients();
  work();
  const Descriptor& d = sampler_unit(config.sampler.id).descriptor;
  const double varying = (chains.gradients() - before) / steps;
  return {static_cast<double>(counted) / steps,
          varying > 0 ? varying : d.gradients_per_step(Parameters(d.parameters, config.sampler.values))};
}

struct Speed {
  double per_second, processor;  ///< chain-steps, and the processor's seconds of one
};

Speed speed(const RunConfig& config) {
  constexpr std::uint64_t steps = 16;
  const auto backend = test_factory()(config.backend);
  backend->configure(config);
  backend->place(start_positions(config, *make_target(config)), 0);
  std::uint64_t step = 0;
  const auto dispatch = [&] {
    backend->advance(step, steps);
    step += steps;
    backend->means();  // waits for the device
  };
  while (step < warm_up) dispatch();
  const std::uint64_t first = step;
  const double used = processor_seconds();
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  do dispatch();
  while (seconds() < 2);
  const auto made = static_cast<double>((step - first) * config.chains);
  return {made / seconds(), (processor_seconds() - used) / made};
}

void print_table() {
  const auto run = [](const std::string& sampler, BackendKind kind) {
    return pair_config(sampler, "ring8", kind, 20'000);
  };
  const auto units = samplers(Space::plane);
  std::vector<Arithmetic> counted;  // before there are threads, which fork() would leave behind
  for (const auto& unit : units) counted.push_back(arithmetic(run(unit.descriptor.id, BackendKind::cpu)));
  const auto ula = arithmetic(run("ula", BackendKind::cpu));
  std::printf("%-13s %-7s %9s %12s %8s %15s %8s %14s\n", "sampler", "backend", "gradients", "instructions",
              "to ula's", "chain-steps/s", "to ula's", "time/counted");
  for (const auto kind : {BackendKind::cpu, BackendKind::gpu}) {
    const Speed ula_speed = speed(run("ula", kind));
    for (std::size_t i = 0; i < counted.size(); ++i) {
      const std::string& id = units[i].descriptor.id;
      const Speed made = speed(run(id, kind));
      const double relative = counted[i].instructions / ula.instructions;
      std::printf("%-13s %-7s %9.2f %12.0f %8.2f %15.3g %8.3f %14.2f\n", id.c_str(), to_string(kind).c_str(),
                  counted[i].gradients, counted[i].instructions, relative, made.per_second,
                  made.per_second / ula_speed.per_second, made.processor / ula_speed.processor / relative);
    }
  }
}

}  // namespace
}  // namespace ergo

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // each row as it is measured, into a pipe too
  ergo::print_table();
}
