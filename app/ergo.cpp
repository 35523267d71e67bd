#include <cstdio>

#include "app/command/ergo_options.h"
#include "app/command/ergo_output.h"
#include "app/command/progress.h"
#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"
#include "core/base/error.h"
#include "core/platform/file.h"
#include "core/platform/streams.h"
#include "core/settings/provenance.h"

namespace ergo {

namespace {

constexpr int exit_user = 2, exit_machine = 3, exit_interrupted = 130;

int report(const Error& error) {
  std::fprintf(stderr, "ergo: %s\n", error.what());
  return error.blame == Blame::user ? exit_user : exit_machine;
}

int run(int argc, char** argv) {
  CLI::App app("Ergoscope without a display: run, export, check and render MCMC samplers");
  app.set_version_flag("--version", version());
  app.require_subcommand(1);
  app.footer(std::string("Exit codes: ") + exit_codes);
  CommandLine line(app);
  check_words(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw in_own_words(app, error);
    app.exit(error);  // prints the help or the version
  }
  return line.result();
}

}  // namespace

int main(int argc, char** argv) {
  platform::hold_standard_streams();
  platform::report_size_limit();
  try {
    const int code = run(argc, argv);
    finish_standard_output();
    return code;
  } catch (const Error& error) {
    return report(error);
  } catch (const Interrupted&) {
    std::fprintf(stderr, "ergo: interrupted; nothing was written\n");
    return exit_interrupted;
  } catch (const std::bad_alloc&) {
    return report(machine_error("not enough memory", "", "fewer chains, or fewer kept steps (--every)"));
  } catch (const std::exception& error) {
    return report(machine_error("the command failed:", error.what(), ""));
  }
}

}  // namespace ergo

int main(int argc, char** argv) { return ergo::main(argc, argv); }
