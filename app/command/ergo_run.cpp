#include <cmath>
#include <cstdio>
#include <optional>

#include "app/command/ergo_commands.h"
#include "core/live/machine.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/base/number_words.h"
#include "core/files/init_file.h"
#include "core/files/run_recorder.h"
#include "core/files/weights_file.h"

namespace ergo {

namespace {

/// The chains of --init; their number becomes the run's.
ChainData given_chains(const std::string& path, RunConfig& config, bool chains_given) {
  ChainData data = read_init(path, config);
  if (chains_given && config.chains != data.chains)
    throw Error("the number of chains differs from the file's:", std::to_string(config.chains),
                std::to_string(data.chains), path);
  config.chains = data.chains;
  return data;
}

/// Says which arrays of the file of --init the run does not use.
void tell_passed_over(const std::string& path, const Descriptor& sampler, const std::string& name) {
  std::string words;
  for (const std::string& array : passed_over(path, sampler)) words += (words.empty() ? "" : ", ") + array;
  if (!words.empty())
    std::fprintf(stderr, "ergo: %s%s: %s does not use %s\n", name.c_str(), path.c_str(), sampler.id.c_str(),
                 words.c_str());
}

/// "1 mala: " of a run beside others.
std::string name_of(const Comparison& runs, int run) {
  if (runs.count() == 1) return "";
  return std::to_string(run) + " " + runs.session(run).sampler_descriptor().id + ": ";
}

void report_remarks(const std::vector<std::string>& remarks, const std::string& name) {
  for (const std::string& remark : remarks)
    std::fprintf(stderr, "ergo: %s%s\n", name.c_str(), remark.c_str());
}

std::string state_words(Session& session, const std::string& name) {
  return name + "state " + session.state_hash() + " after " + std::to_string(session.step()) + " steps (" +
         session.hash_scope() + ")\n";
}

/// Whether the time of this process is that of one run's steps: the device's is not counted.
bool tells_speed(const Comparison& runs) {
  return runs.count() == 1 && runs.session(0).backend().kind() != BackendKind::gpu;
}

/// Effective draws of a chain's step and, of a run alone, of all chains in a second of processor time.
std::string ess_words(const LateMean& channel, const RunRecorder& recorder, const Comparison& runs, int run) {
  if (!std::isfinite(channel.ess_per_step.value)) return "";
  const auto [value, error] = channel.ess_per_step;
  const std::string least = channel.at_least ? "at least " : "";
  std::string words = "   ESS/step " + least + significant(value, 2) + " ± " + significant(error, 1);
  const double chain_steps = static_cast<double>(runs.session(run).step() * runs.session(run).config().chains);
  if (tells_speed(runs) && recorder.stepping_seconds() > 0)
    words += "   ESS/s " + least + significant(value * chain_steps / recorder.stepping_seconds(), 2);
  return words;
}

/// Means of the run's second half beside the exact ones: a table of the channels.
std::string mean_words(const RunRecorder& recorder, const Comparison& runs, int run, const std::string& name) {
  std::string words = name + "means over the chains and the second half of the steps; ESS: effective draws, of a step "
                             "of one chain" +
                      (tells_speed(runs) ? ", and of all chains in a second of processor time\n" : "\n");
  for (const LateMean& channel : recorder.late_means(run)) {
    char line[160];
    std::snprintf(line, sizeof line, "%-26s %s ± %s", channel.title.c_str(),
                  significant(channel.mean.value, 5).c_str(), significant(channel.mean.error, 2).c_str());
    words += line;
    constexpr double rounding = 1e-12;
    if (channel.exact)
      words += "   exact " + significant(std::abs(*channel.exact) < rounding ? 0 : *channel.exact, 8);
    words += ess_words(channel, recorder, runs, run) + '\n';
  }
  return words;
}

/// The draws of the option, otherwise the preset's. Throws Error if none of the samplers has them.
DrawsUsed draws_of(const RunOptions& options, const std::vector<PresetSession>& runs,
                   const PresetView& view) {
  if (options.draws.empty()) return draws_named(view.draws.value_or("reservoir"), "view.draws");
  std::string legal = "raw", names;
  for (const PresetSession& run : runs) {
    const Descriptor& sampler = sampler_unit(run.config.sampler.id).descriptor;
    for (const DrawsUsed draws : draws_of(sampler)) {
      if (options.draws == to_string(draws)) return draws;
      if (legal.find(to_string(draws)) == std::string::npos) legal += ", " + to_string(draws);
    }
    names += (names.empty() ? "" : ", ") + sampler.id;
  }
  if (legal == "raw") legal += ": " + names + (runs.size() > 1 ? " have no weights" : " has no weights");
  throw illegal_value("--draws", options.draws, legal, "");
}

MmdEstimator estimator_of(const RunOptions& options) {
  if (options.mmd == "closed_form") return MmdEstimator::closed_form;
  if (options.mmd == "paper") return MmdEstimator::paper;
  throw illegal_value("--mmd", options.mmd, "closed_form, paper", "");
}

}  // namespace

Comparison begin_runs(const RunOptions& options, RunsRequest& request, Machine& machine) {
  std::vector<ChainData> given;
  if (options.init)
    for (std::size_t run = 0; run < request.runs.size(); ++run)
      given.push_back(given_chains(*options.init, request.runs[run].config, request.chains_given[run]));
  Comparison runs = machine.begin(request.runs, pace_of(options.pace, request.view));
  for (std::size_t i = 0; i < given.size(); ++i) runs.session(static_cast<int>(i)).start_from(given[i]);
  for (int run = 0; options.weights && run < runs.count(); ++run) {
    Session& session = runs.session(run);
    if (!session.learning())
      throw Error("weights are of a model that learns: learn.model", "none", "network, rbm", "--weights");
    session.begin_with(read_weights(*options.weights, *session.learning()));
  }
  return runs;
}

void record_runs(const RunOptions& options, RunRecord record,
                 const std::function<void(Comparison&, const RunRecorder&)>& at_end) {
  check_outputs(record);
  RunsRequest request = parse_runs(options.run);
  record.draws = draws_of(options, request.runs, request.view);
  record.estimator = estimator_of(options);
  Machine machine(machine_choice(options));
  Comparison runs = begin_runs(options, request, machine);
  for (int i = 0; i < runs.count() && !options.quiet; ++i) {
    if (options.init) tell_passed_over(*options.init, runs.session(i).sampler_descriptor(), name_of(runs, i));
    print_remarks(runs.session(i).config(), name_of(runs, i));
  }
  if (!record.out && !record.metrics && !record.take_metrics && !options.quiet)
    std::fprintf(stderr, "ergo: no --out and no --metrics: only the final state%s printed\n",
                 runs.session(0).target().sites() ? " and some means are" : " is");
  std::vector<std::vector<std::string>> remarks;
  {
    Progress progress("steps", record.steps, options.quiet);  // an interruption from now on throws
    const auto tell = [&] { progress.at(runs.steps()); };
    RunRecorder recorder(runs, record, tell);
    while (recorder.advance()) tell();
    recorder.finish([&](double) { tell(); });
    for (int i = 0; i < runs.count(); ++i) remarks.push_back(recorder.remarks(i));
    at_end(runs, recorder);
  }
  for (int i = 0; i < runs.count() && !options.quiet; ++i)
    report_remarks(remarks[static_cast<std::size_t>(i)], name_of(runs, i));
}

int run_command(const RunOptions& options) {
  const RunRecord record{.out = options.out,
                         .metrics = options.metrics,
                         .steps = options.steps,
                         .every = options.every,
                         .init = options.init,
                         .weights = options.weights};
  std::string words;
  record_runs(options, record, [&](Comparison& runs, const RunRecorder& recorder) {
    for (int i = 0; i < runs.count(); ++i) {
      if (runs.session(i).target().sites() && options.steps > 0)
        words += mean_words(recorder, runs, i, name_of(runs, i));
      words += state_words(runs.session(i), name_of(runs, i));
    }
  });
  if (!options.quiet) std::fputs(words.c_str(), stdout);
  return 0;
}

}  // namespace ergo
