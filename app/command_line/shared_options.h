#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

#include "app/command/ergo_commands.h"
#include "app/command/ergo_options.h"

// Words and options that several commands have.
namespace ergo {

inline constexpr std::uint64_t most_steps = 1'000'000'000'000;

inline constexpr const char* run_help =
    "A run is [PRESET] [path=value ...]: a built-in preset, a preset file or a share string, followed by "
    "assignments.\n"
    "Paths: target, target.<parameter>, sampler, sampler.<parameter>, start, start.<parameter>, chains, seed, "
    "backend\n"
    "(auto, gpu, simd, cpu), gradient_noise.kind, gradient_noise.sigma or gradient_noise.B = h sigma^2/2, "
    "learn.model and\n"
    "learn.<parameter>. `ergo list` and `ergo describe` show units and their parameters, `ergo describe "
    "gradient_noise` the\n"
    "kinds of noise, `ergo describe learn` how a model learns the target while chains run on it.\n"
    "backend=simd steps in single precision on the processor's vectors, cpu in double precision, gpu by "
    "OpenGL. auto, the\n"
    "default, takes a graphics card if there is one, else simd; for sites it is cpu.\n"
    "To compare several runs: sessions.N.sampler, sessions.N.sampler.<parameter>, with N from 0 to at most 5. They\n"
    "share target and seed. Start, chains and gradient noise are those of all runs, or of one: sessions.N.start,\n"
    "sessions.N.start.<parameter>, sessions.N.chains, sessions.N.gradient_noise.kind. session=N selects one run.";
inline constexpr const char* pace_help =
    "what a comparison keeps equal: gradients (gradient evaluations; default) or steps. --steps and --every count "
    "steps of the most expensive sampler";
inline constexpr const char* weights_help =
    ".npz file with the weights that the model begins with, of `ergo learn --out`: the averaged ones where it "
    "has both";
inline constexpr const char* exit_codes =
    "0 success, 1 a check failed, 2 wrong input, 3 a problem of the machine, 130 interrupted.";

void add_common(CLI::App& command, CommonOptions& options);
void add_renderer(CLI::App& command, CommonOptions& options);
/// What a run whose diagnostics are wanted needs besides its words.
void add_diagnostics(CLI::App& command, RunOptions& run);

}  // namespace ergo
