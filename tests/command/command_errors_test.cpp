// Errors of `ergo` for unknown options, empty values and numbers out of range.
#include <sys/stat.h>

#include <fstream>
#include <vector>

#include "tests/command/command_fixture.h"

namespace ergo::command_errors_test {
namespace {

using CommandErrors = CommandTest;

TEST_F(CommandErrors, NameTheMistakeAndWhatIsLegal) {
  std::ofstream(file("start.json"))
      << R"({"version": 1, "title": "t", "run": {"start": "mode", "start.index": 8}})";
  const std::pair<const char*, std::vector<const char*>> calls[] = {
      {"run sampler=ula step_size=0.2 --steps 1 --out bad.npz",
       {"step_size", "did you mean 'sampler.step_size'"}},
      {"run draws=ergodic --steps 1 --out bad.npz", {"draws", "did you mean 'view.draws'"}},
      {"run --stesp 100", {"unknown option '--stesp'", "did you mean '--steps'"}},
      {"run -s 100", {"unknown option '-s'", "legal: ", "--steps"}},
      {"render --no-contuors --out bad.npz", {"did you mean '--no-contours'"}},
      {"run target.radius= --steps 1 --out bad.npz", {"target.radius", "is empty", "0 to 100"}},
      {"run target= --steps 1 --out bad.npz", {"target is empty", "ring8"}},
      {"run chains= --steps 1 --out bad.npz", {"chains is empty", "whole numbers 1 to 10000000"}},
      {"run start=mode start.index=8 --steps 1 --out bad.npz",
       {"start.index", "'8'", "whole numbers 0 to 7"}},
      {"run start.json --steps 1 --out bad.npz",
       {"start.json, run, start.index", "'8'", "whole numbers 0 to 7"}},
      {"run target=xyzzy --steps 1 --out bad.npz", {"unknown target 'xyzzy'; legal: banana"}},
      {"render --scale big --out bad.npz", {"--scale", "'big'", "0.25 to 16"}},
      {"bench --seconds 0", {"--seconds", "'0'", "0.001 to 600"}},
      {"bench dula_sites target=ring8", {"no sampler runs on these targets: 'dula_sites ring8'", "ising"}},
      {"exact target=lattice8", {"--what is missing", "distribution, transition"}},
      {"tune --beta-max nan", {"--beta-max", "'nan'", "0 to 2"}},
      {"run --steps 1 --every=", {"ergo run", "--every has no value", "whole numbers 1 to"}},
      {"", {"no command", "list, describe, run"}},
      {"run", {"ergo run: --steps is missing", "whole numbers 0 to 1000000000000"}},
      {"run --steps", {"ergo run: --steps has no value", "whole numbers 0 to 1000000000000"}},
      {"run --steps --out bad.npz", {"ergo run: --steps has no value"}},
      {"run --steps 1 --out=", {"ergo run: --out has no value", "FILE.npz"}},
      {"run --steps 1 --steps 2 --out bad.npz", {"ergo run: an option given twice: '--steps'"}},
      {"run --gl-device x --steps 1 --out bad.npz", {"--gl-device", "'x'", "whole numbers -1 to 255"}},
      {"render", {"ergo render: --out is missing", "FILE.png"}},
      {"render --out bad.npz --no-words=3", {"ergo render", "takes no value", "'--no-words=3'"}},
      {"list", {"ergo list: an argument is missing", "targets, samplers"}},
      {"list targets more", {"ergo list: one argument too many: 'more'", "ergo list --help"}},
      {"describe", {"ergo describe: an argument is missing", "a target, sampler or start"}},
      {"verify --backend", {"ergo verify: --backend has no value", "cpu, simd, gpu, all"}},
      {"tune target=lattice8 --budget x", {"--budget", "'x'", "whole numbers 20 to 1000000"}},
      {"tune target=lattice8 --cycle-length 1", {"--cycle-length", "'1'", "whole numbers 2 to 65535"}},
  };
  for (const auto& [arguments, words] : calls) {
    EXPECT_EQ(ergo(arguments), 2) << arguments << "\n" << output_;
    EXPECT_EQ(output_.rfind("ergo: ", 0), 0u) << "the first word of the answer to " << arguments << "\n"
                                              << output_;
    for (const char* word : words)
      EXPECT_NE(output_.find(word), std::string::npos)
          << word << " not in the answer to " << arguments << "\n"
          << output_;
  }
  EXPECT_FALSE(fs::exists(file("bad.npz")));
}

/// Nobody writes into the pipe.
TEST_F(CommandErrors, DoNotWaitForAPipeAmongShaders) {
  fs::copy(ERGO_SOURCE_DIR "/shaders", folder_ / "shaders", fs::copy_options::recursive);
  fs::remove(folder_ / "shaders/step.comp");
  ASSERT_EQ(mkfifo(file("shaders/step.comp").c_str(), 0600), 0);
  EXPECT_EQ(ergo("run backend=gpu --shaders shaders --steps 1", "timeout 60"), 2) << output_;
  EXPECT_NE(output_.find("step.comp"), std::string::npos) << output_;
}

}  // namespace
}  // namespace ergo::command_errors_test
