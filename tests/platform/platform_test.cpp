// What the program asks of the system, whichever of its files answers.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/platform/channel.h"
#include "core/platform/memory.h"
#include "core/platform/process.h"
#include "core/platform/threads.h"
#include "tests/scratch_folder.h"

namespace ergo::platform_test {
namespace {

using Platform = ScratchFolder;

TEST_F(Platform, ProgramsGetTheFilesGivenToThemUnderTheirNumbers) {
  const std::string words = "seven words that a program is to copy\n";
  const platform::FileDescriptor text = platform::text_file(words);
  platform::Ends output = platform::open_pipe();
  platform::ChildProcess child;
  ASSERT_FALSE(child.start({"sh", "-c", "cat <&5"}, {{text, 5}, {output.theirs, 1}}));
  output.theirs.close();
  std::string received;
  while (const auto more = platform::receive_some(output.ours)) received += *more;
  EXPECT_EQ(received, words);
  EXPECT_TRUE(child.wait());
  EXPECT_FALSE(child.runs());
}

TEST_F(Platform, TellsHowProgramsEnd) {
  platform::ChildProcess none, bad, killed;
  EXPECT_EQ(none.start({"a-program-that-is-not-there"}, {}), std::errc::no_such_file_or_directory);
  EXPECT_FALSE(none.runs());
  ASSERT_FALSE(bad.start({"false"}, {}));
  EXPECT_FALSE(bad.wait());
  ASSERT_FALSE(killed.start({"sleep", "100"}, {}));
  killed.kill();
  EXPECT_FALSE(killed.wait());
  EXPECT_EQ(platform::output_of("echo one").text, "one\n");
  EXPECT_TRUE(platform::output_of("true").good);
  EXPECT_FALSE(platform::output_of("exit 3").good);
  EXPECT_TRUE(platform::output_of("a-program-that-is-not-there 2> " + path("error")).missing);
}

TEST_F(Platform, ACopyHasOnlyTheFileItKeeps) {
  const platform::FileDescriptor other = platform::text_file("closed there");
  platform::Ends ends = platform::open_channel();
  platform::ChildProcess child;
  ASSERT_FALSE(child.copy_and([&] {
    platform::close_all_but(ends.theirs);
    const char closed = platform::receive_some(other) ? 'n' : 'y';
    platform::leave(platform::send_all(ends.theirs, &closed, 1) ? 0 : 1);
  }));
  ends.theirs.close();
  char closed = '?';
  EXPECT_TRUE(platform::receive_all(ends.ours, &closed, 1));
  EXPECT_EQ(closed, 'y');
  EXPECT_TRUE(child.wait());
  EXPECT_FALSE(platform::receive_all(ends.ours, &closed, 1));
}

TEST_F(Platform, LocksAreSeenByOthersAndEndWithTheFile) {
  std::error_code error;
  platform::FileDescriptor file = platform::create(path("a"), error);
  ASSERT_FALSE(error);
  EXPECT_TRUE(platform::is_unlocked(path("a")));
  EXPECT_TRUE(platform::lock(file));
  EXPECT_FALSE(platform::is_unlocked(path("a")));
  EXPECT_FALSE(platform::create(path("a"), error).is_open());
  EXPECT_EQ(error, std::errc::file_exists);
  EXPECT_FALSE(platform::reserve(file, 1 << 16));
  EXPECT_FALSE(platform::write_all(file, "four"));
  EXPECT_FALSE(platform::settle(file));
  EXPECT_EQ(std::filesystem::file_size(path("a")), 4u);
  file.close();
  EXPECT_TRUE(platform::is_unlocked(path("a")));
  EXPECT_FALSE(platform::is_unlocked(path("b")));
}

TEST_F(Platform, KnowsItsOwnProcess) {
  EXPECT_FALSE(platform::is_gone(platform::own_process()));
  EXPECT_TRUE(platform::is_gone(0x7ffffff0));
  EXPECT_GT(platform::free_memory(), 1u << 20);
  const double before = platform::thread_processor_seconds();
  while (platform::thread_processor_seconds() < before + 1e-3) continue;
  EXPECT_GE(platform::processor_seconds(), platform::thread_processor_seconds());
}

}  // namespace
}  // namespace ergo::platform_test
