#include "app/command_line/shared_options.h"

namespace ergo {

void add_common(CLI::App& command, CommonOptions& options) {
  add_integer(command, "--gl-device", options.gl_device, -1, 255,
              "number of the EGL device; -1: the first that works");
  command.add_option("--shaders", options.shaders,
                     "read the shaders from this folder instead of the built-in ones");
  command.add_flag("--quiet", options.quiet,
                   "print only results and errors: no progress bar, no remarks, no summary");
}

void add_renderer(CLI::App& command, CommonOptions& options) {
  command.add_option("--renderer", options.renderer,
                     "what draws pictures: gl, software or auto, which is OpenGL on a graphics card, else software");
}

void add_diagnostics(CLI::App& command, RunOptions& run) {
  command.add_option("--init", run.init, ".npz file with start positions x [chain, dim] and optional state arrays");
  command.add_option("--weights", run.weights, weights_help);
  command.add_option("--pace", run.pace, pace_help);
  command.add_option("--draws", run.draws,
                     "draws used by the diagnostics: raw, weighted, reservoir, ergodic. Default: the "
                     "preset's, else the "
                     "first of reservoir, weighted and raw that the sampler has");
  command.add_option("--mmd", run.mmd,
                     "estimator of MMD²: closed_form, against the exact target (default), or paper, against 10000 "
                     "draws as in Ver Steeg & Galstyan 2021");
}

}  // namespace ergo
