// Ctrl+C leaves no file half written.
#include "tests/command_fixture.h"

namespace ergo {
namespace {

using InterruptedCommand = CommandTest;

TEST_F(InterruptedCommand, LeavesNothing) {
  for (const char* what :
       {"render --steps 100000 --size 320x200 --out c.mp4", "render --steps 100000 --out c.gif",
        "run --steps 1000000 --every 500 --out r.npz", "run --steps 1000000 --every 500 --metrics m.csv"}) {
    // `timeout` sends what Ctrl+C does.
    EXPECT_EQ(ergo(std::string(what) + " target=ring8 chains=200 backend=cpu",
                   "timeout --preserve-status --signal=INT --kill-after=20 3"),
              130)
        << what << ": " << output_;
    EXPECT_NE(output_.find("interrupted"), std::string::npos) << output_;
    EXPECT_TRUE(fs::is_empty(folder_)) << what;
  }
}

}  // namespace
}  // namespace ergo
