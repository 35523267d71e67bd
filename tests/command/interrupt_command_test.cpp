// Ctrl+C, the end of a session and that of a terminal leave no file half written and no encoder running.
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "core/base/atomic_file.h"
#include "tests/command/command_fixture.h"

namespace ergo::interrupt_command_test {
namespace {

using InterruptedCommand = CommandTest;

/// Whether the encoder of a clip that goes to `folder` runs.
bool encodes(const fs::path& folder) {
  return std::system(("pgrep -f '[f]fmpeg.*" + folder.string() + "' > /dev/null").c_str()) == 0;
}

TEST_F(InterruptedCommand, LeavesNothing) {
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  int next = 0;
  for (const char* what :
       {"render --steps 100000 --size 320x200 --out c.mp4", "render --steps 100000 --out c.gif",
        "render --steps 100000 --size 320x200 --out d.mp4", "run --steps 1000000 --every 500 --out r.nc",
        "run --steps 1000000 --every 500 --out r.npz --metrics m.csv"}) {
    const std::string words = std::string("exec " ERGO_BINARY_DIR "/ergo ") + what +
                              " target=ring8 chains=200 backend=cpu > told 2>&1";
    const pid_t command = fork();
    if (command == 0) {
      fs::current_path(folder_);
      execl("/bin/sh", "sh", "-c", words.c_str(), nullptr);
      _exit(127);
    }
    // What it writes at first stands beside what it tells.
    const auto files = [&] { return std::distance(fs::directory_iterator(folder_), {}); };
    for (int wait = 0; files() < 2 && wait < 2000; ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(files(), 2) << what;
    kill(command, signals[next++ % 3]);
    int status = 0;
    ASSERT_EQ(waitpid(command, &status, 0), command);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << what;
    EXPECT_NE(read_file(file("told"), 10'000).find("interrupted"), std::string::npos) << what;
    fs::remove(file("told"));
    EXPECT_TRUE(fs::is_empty(folder_)) << what;
    EXPECT_FALSE(encodes(folder_)) << what;
  }
}

/// Whether a process has set a handler of its own for a signal.
bool handles(pid_t process, int signal) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigCgt:")) return std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1;
  return false;
}

// Each of these would go on for hours, most of it within one iteration, one number or one picture.
TEST_F(InterruptedCommand, IsHeardInTheMiddleOfLongWork) {
  for (const char* what : {"learn learn.every=1000000 --iterations 3 --out l.npz",
                           "reproduce dlp-2-ising --effort 1000", "reproduce ab-2-ising --effort 1000",
                           "run target=ising target.side=32 --steps 100000000 --every 100000000 --out r.npz",
                           "render target=ising target.side=32 --steps 100000000 --out p.png"}) {
    const std::string words = std::string("exec " ERGO_BINARY_DIR "/ergo ") + what + " > /dev/null 2>&1";
    const pid_t command = fork();
    if (command == 0) {
      fs::current_path(folder_);
      execl("/bin/sh", "sh", "-c", words.c_str(), nullptr);
      _exit(127);
    }
    for (int wait = 0; !handles(command, SIGINT) && wait < 2000; ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    kill(command, SIGINT);
    int status = 0;
    pid_t ended = 0;
    for (int wait = 0; (ended = waitpid(command, &status, WNOHANG)) == 0 && wait < 6000; ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (ended == 0) kill(command, SIGKILL), waitpid(command, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << what;
    EXPECT_TRUE(fs::is_empty(folder_)) << what;
  }
}

}  // namespace
}  // namespace ergo::interrupt_command_test
