#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"

namespace ergo {

void CommandLine::add_learning(CLI::App& app) {
  auto* r = app.add_subcommand("reproduce",
                               "run experiments of the papers on spins anew, and print their numbers beside "
                               "ours; without "
                               "names, list them");
  r->add_option("experiment", reproduce_.ids, "names of experiments, or all");
  add_number(*r, "--effort", reproduce_.effort, 0.001, 1000,
             "share of the usual number of steps; default 1, which takes seconds to minutes. Errors shrink with its "
             "square root");
  r->add_flag("--quiet", reproduce_.quiet, "print only results and errors: no progress bar");
  r->add_flag("--json", reproduce_.json, "machine-readable");
  r->callback([this] { result_ = reproduce_command(reproduce_); });
  auto* l = app.add_subcommand("learn",
                               "learn a distribution by persistent contrastive divergence: a restricted Boltzmann "
                               "machine that of small pictures, a network's energy that of a target of the plane");
  l->add_option("setting", learn_.words, "[path=value ...]");
  l->footer(
      "Settings are those of a run of `ergo run`; its target is what is learned. `ergo describe learn` has\n"
      "learn.<parameter>. learn.model=rbm (default) learns target=pictures target.set=bars4 target.beta=20 with\n"
      "sampler=block_gibbs chains=2000, learn.model=network target=ring8 with sampler=mala chains=2000, unless told\n"
      "otherwise. target.file=FILE.npy learns pictures of your own, zeros and ones [pictures, rows, columns].\n"
      "The same runs can be watched: ergoscope target=ring8 learn.model=network.\n"
      "Each row has the mean log likelihood of the pictures, or of exact draws held out, and the total variation\n"
      "distance to their distribution: of the weights as they are, and of their average over the iterations, t with\n"
      "weight t^3. They are exact, those of a network up to quadrature and those of more than 16 pixels up to the\n"
      "error of 4000 draws, and NaN for a machine with more than 16 units in both layers.\n"
      "mmd2 is MMD² of the network's chains from the data, gradients what each chain has used so far.");
  add_count(*l, "--iterations", learn_.iterations, 1, 1'000'000'000, "iterations; default 2000");
  add_count(*l, "--every", learn_.every, 1, 1'000'000'000, "print every N-th one; default 100");
  l->add_option("--weights", learn_.weights, weights_help);
  l->add_option("--out", learn_.out,
                "FILE.npz with weights, their averages, the chains and the rows; of a network its grid too");
  l->add_option("--picture,--filters", learn_.picture,
                "FILE.png of the averaged weights and the chains. Of a machine the weights of each hidden "
                "unit, orange "
                "above 0 and blue below; of a network its density, to the right of the data's");
  l->add_option("--theme", learn_.theme, "of --picture: dark, light, projector; default light");
  l->add_flag("--quiet", learn_.quiet, "print only results and errors: no progress bar");
  l->add_flag("--json", learn_.json, "machine-readable");
  l->callback([this] { result_ = learn_command(learn_); });
}

}  // namespace ergo
