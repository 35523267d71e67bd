// `ergo` when what it prints reaches nobody: a full disk and a closed stream are the machine's failures, a
// reader that has gone away ends it quietly.
#include <csignal>
#include <fstream>

#include "tests/command/command_fixture.h"

namespace ergo::standard_output_test {
namespace {

using StandardOutput = CommandTest;

// Printed through stdio and std::cout, little at the end or more than a buffer on the way.
const char* const printing[] = {"list targets",
                                "list presets --json",
                                "describe esh",
                                "map target=lattice8 sampler=dmala --columns 2 --rows 2 --steps 2",
                                "exact target=lattice8 --what distribution --json",
                                "run chains=10 backend=cpu --steps 1 --out a.npz",
                                "bench rwm gaussian --backend cpu --chains 100 --seconds 0.001 --json",
                                "verify rwm gaussian --backend cpu --json",
                                "run --help",
                                "--version"};

TEST_F(StandardOutput, UnwritableOutputIsReportedAsAMachineFailure) {
  for (const std::string command : printing)
    for (const std::string place : {"> /dev/full", ">&-"}) {
      EXPECT_EQ(ergo(command + " " + place + ")", "("), 3) << command << " " << place;
      EXPECT_NE(output_.find("ergo: standard output could not be written"), std::string::npos)
          << command << " " << place << "\n"
          << output_;
    }
}

// The first file that a program opens takes the number of a stream that is closed.
TEST_F(StandardOutput, ClosedOutputDoesNotDamageTheFileWritten) {
  const std::string command = "run chains=10 backend=cpu --steps 3 --out ";
  ASSERT_EQ(ergo(command + "a.csv"), 0) << output_;
  EXPECT_EQ(ergo(command + "b.csv >&-)", "("), 3) << output_;
  const auto text = [this](const char* name) {
    std::ifstream in(file(name));
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(text("b.csv"), text("a.csv"));
}

TEST_F(StandardOutput, BrokenPipeEndsTheProgramQuietly) {
  std::signal(SIGPIPE, SIG_DFL);  // as a shell leaves it
  EXPECT_EQ(ergo("list targets; echo $? > code) | true", "(sleep 0.3;"), 0);
  EXPECT_EQ(output_, "");
  int code = 0;
  std::ifstream(file("code")) >> code;
  EXPECT_EQ(code, 128 + SIGPIPE);
}

}  // namespace
}  // namespace ergo::standard_output_test
