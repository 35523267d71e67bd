// Too little memory, at every size: a message with the sizes and exit code 3, never an abort.
#include "core/base/memory.h"

#include "core/base/error.h"
#include "core/platform/memory.h"
#include "tests/command/command_fixture.h"

namespace ergo::memory_command_test {
namespace {

class MemoryCommand : public CommandTest {
 protected:
  /// A command that needs more than the address space it is given, in MiB.
  int limited(const std::string& words, int mebibytes) {
    return ergo(words, "ulimit -v " + std::to_string(1024 * mebibytes) + ";");
  }
};

TEST_F(MemoryCommand, WhatASizeForetellsIsRefusedWithTheNumbers) {
  for (const char* words :
       {"run target=banana sampler=nuts chains=10000000 backend=cpu --steps 2",
        "run target=banana sampler=rwm chains=100000 backend=cpu --steps 200 --out a.npz",
        "run target=potts target.classes=16 target.side=64 chains=10000000 --steps 1",
        "run target=ising target.side=64 chains=100000 --steps 1"}) {  // the configurations fit once, not thrice
    EXPECT_EQ(limited(words, 300), 3) << words;
    for (const char* word : {"not enough memory for", "iB of the ", "that are free"})
      EXPECT_NE(output_.find(word), std::string::npos) << word << " not in: " << output_;
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

/// Its tables grow while threads work on them; nobody knows their size before. With less than the program's libraries
/// begin with, it is these that end it, each in its own way.
TEST_F(MemoryCommand, ThreadsThatRunOutEndTheCommandAlone) {
  int tried = 0;
  for (int mebibytes = 80; mebibytes <= 320; mebibytes += 24) {
    if (limited("--version", mebibytes) != 0) continue;
    ++tried;
    const int code = limited(
        "exact target=lattice_modes target.spacing=40 sampler=dmala sampler.alpha=1500 --what tv --steps 1",
        mebibytes);
    EXPECT_EQ(code, 3) << mebibytes << ": " << output_;
  }
  EXPECT_GE(tried, 5);
}

TEST(Memory, IsTold) {
  EXPECT_GT(platform::free_memory(), 1u << 20);
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{3} << 30), "3 GiB");
  EXPECT_NO_THROW(require_memory(1 << 20, "a test", "less"));
  EXPECT_THROW(require_memory(std::uint64_t{1} << 62, "a test", "less"), Error);
}

}  // namespace
}  // namespace ergo::memory_command_test
