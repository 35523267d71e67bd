#include <cstdio>
#include <optional>

#include "app/ergo_commands.h"
#include "app/machine.h"
#include "app/progress.h"
#include "core/io/init_file.h"
#include "core/io/run_recorder.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

/// The chains of --init; their number becomes the run's.
ChainData given_chains(const std::string& path, RunRequest& request) {
  ChainData data = read_init(path, request.config);
  if (request.chains_given && request.config.chains != data.chains)
    throw Error("chains differ from those of the file", std::to_string(request.config.chains),
                std::to_string(data.chains), path);
  request.config.chains = data.chains;
  return data;
}

/// Diverged chains are told whatever else is silent.
void report_diverged(Session& session) {
  if (const std::uint64_t diverged = session.backend().means().diverged)
    std::fprintf(stderr, "ergo: %llu of %llu chains diverged\n", static_cast<unsigned long long>(diverged),
                 static_cast<unsigned long long>(session.config().chains));
}

DrawsUsed draws_of(const RunOptions& options, const Descriptor& sampler) {
  if (options.draws.empty()) return available(DrawsUsed::reservoir, sampler);
  std::string legal;
  for (const DrawsUsed draws : draws_of(sampler)) {
    if (options.draws == to_string(draws)) return draws;
    legal += (legal.empty() ? "" : ", ") + to_string(draws);
  }
  if (legal == "raw") legal += ": " + sampler.id + " has no weights";
  throw Error("illegal value of --draws", options.draws, legal, "--draws");
}

MmdEstimator estimator_of(const RunOptions& options) {
  if (options.mmd == "closed_form") return MmdEstimator::closed_form;
  if (options.mmd == "paper") return MmdEstimator::paper;
  throw Error("illegal value of --mmd", options.mmd, "closed_form, paper", "");
}

}  // namespace

int run_command(const RunOptions& options) {
  RunRecord record{.out = options.out,
                   .metrics = options.metrics,
                   .steps = options.steps,
                   .every = options.every,
                   .init = options.init};
  check_outputs(record);
  RunRequest request = parse_run(options.run);
  std::optional<ChainData> given;
  if (options.init) given = given_chains(*options.init, request);
  Machine machine(options.gl_device, options.shaders);
  // Checkpoints serve going back, which this command never does.
  Session session(request.config, machine.factory(), request.journal, 0);
  if (given) session.start_from(*given);
  record.draws = draws_of(options, session.sampler_descriptor());
  record.estimator = estimator_of(options);
  RunRecorder recorder(session, record);
  {
    Progress progress("steps", options.steps, options.quiet);
    while (recorder.advance()) progress.at(session.step());
  }
  report_diverged(session);
  recorder.finish();
  if (!options.quiet)
    std::printf("state %s after %llu steps (%s)\n", session.state_hash().c_str(),
                static_cast<unsigned long long>(session.step()), to_string(session.backend().kind()).c_str());
  return 0;
}

}  // namespace ergo
