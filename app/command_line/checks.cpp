#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"

namespace ergo {

void CommandLine::add_checks(CLI::App& app) {
  auto* v = app.add_subcommand("verify",
                               "check every sampler on every target against exact results; exit code 1 if a check "
                               "fails");
  add_common(*v, verify_);
  v->add_option("id", verify_.ids, "samplers and targets to check; default all");
  v->add_option("--backend", verify_.backend, "cpu, simd, gpu, all");
  add_count(*v, "--seed", verify_.seed, 0, UINT64_MAX, "seed of the check; default 1");
  v->add_flag("--json", verify_.json, "machine-readable");
  v->callback([this] { result_ = verify_command(verify_); });
  auto* b = app.add_subcommand("bench", "measure chain-steps per second");
  add_common(*b, bench_);
  b->add_option("id", bench_.words,
                "samplers and targets to measure (default all but those of sites), and path=value for all of "
                "these runs");
  b->add_option("--backend", bench_.backend, "cpu, simd, gpu, all");
  add_count(*b, "--chains", bench_.chains, chains_min, chains_max, "number of chains; default 100000");
  add_count(*b, "--steps-per-dispatch", bench_.steps_per_dispatch, 1, 1'000'000,
            "steps per dispatch; default 16");
  add_number(*b, "--seconds", bench_.seconds, 0.001, 600, "seconds per measurement; default 0.3");
  b->add_flag("--against", bench_.against,
              "compare with NumPy, PyTorch and node, those that are installed: esh, mala, ula on banana, ring8");
  b->add_option("--python", bench_.python, "the Python of NumPy and PyTorch; default python3");
  add_count(*b, "--rounds", bench_.rounds, 1, 1000, "rounds of --against; default 5");
  b->add_flag("--json", bench_.json, "machine-readable");
  b->callback([this] { result_ = bench_command(bench_); });
  auto* p =
      app.add_subcommand("compile",
                         "compile the GPU programs of all sampler-target pairs and kinds of gradient noise once. "
                         "Drivers keep them on disk, so switching between them is fast");
  add_common(*p, compile_);
  p->add_option("id", compile_.words,
                "samplers and targets to compile (default all), and path=value for all of these runs, which are then "
                "compiled with their own noise alone");
  p->callback([this] { result_ = compile_command(compile_); });
}

}  // namespace ergo
