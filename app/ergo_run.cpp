#include <filesystem>
#include <optional>

#include "app/ergo_commands.h"
#include "app/machine.h"
#include "app/progress.h"
#include "core/io/init_file.h"
#include "core/io/provenance.h"
#include "core/io/trajectory.h"
#include "core/run/session.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

void check_outputs(const RunOptions& options) {
  if (!options.out.empty() && extension(options.out) != ".npz" && extension(options.out) != ".csv")
    throw Error("unknown kind of file", options.out, "FILE.npz, FILE.csv", "--out");
  if (!options.metrics.empty() && extension(options.metrics) != ".csv")
    throw Error("unknown kind of file", options.metrics, "FILE.csv", "--metrics");
}

}  // namespace

int run_command(const RunOptions& options) {
  check_outputs(options);
  RunRequest request = parse_run(options.run);
  std::optional<ChainData> given;
  if (!options.init.empty()) {
    given = read_init(options.init, request.config);
    request.config.chains = given->chains;
  }
  Machine machine(options.gl_device, options.shaders);
  // Checkpoints serve going back, which this command never does.
  Session session(request.config, machine.factory(), request.journal, 0);
  if (given) session.start_from(*given);

  std::optional<Trajectory> trajectory;
  if (!options.out.empty())
    trajectory.emplace(session.config(), session.backend().kind(), options.steps / options.every + 1);
  Progress progress("steps", options.steps, options.quiet);
  for (std::uint64_t step = 0;; step += options.every) {
    if (trajectory) trajectory->record(session.read());
    progress.at(step);
    if (step + options.every > options.steps) break;
    session.advance(options.every);
  }
  session.advance(options.steps - session.step());
  if (!trajectory) return 0;
  std::map<std::string, std::string> extra = {{"state_hash", session.state_hash()}};
  if (given) extra["init"] = options.init;
  const std::string meta = provenance(session, extra);
  if (extension(options.out) == ".npz")
    trajectory->write_npz(options.out, meta);
  else
    trajectory->write_csv(options.out, meta);
  return 0;
}

}  // namespace ergo
