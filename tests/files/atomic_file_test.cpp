// Files that appear together or not at all, under every name that a file system allows.
#include "core/base/atomic_file.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>

#include "core/base/error.h"
#include "tests/scratch_folder.h"

namespace ergo::atomic_file_test {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public ScratchFolder {
 protected:
  std::string text(const std::string& name) const { return read_file(path(name), 1000); }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& entry : fs::directory_iterator(folder_))
      list.push_back(entry.path().filename().string());
    std::ranges::sort(list);
    return list;
  }
  unsigned mode(const std::string& name) const {
    struct stat found {};
    EXPECT_EQ(::stat(path(name).c_str(), &found), 0) << name;
    return found.st_mode & 0777;
  }
};

using Names = std::vector<std::string>;

TEST_F(AtomicFileTest, ASetAppearsAtOnce) {
  write_file(path("b"), "old b");
  FileSet files;
  files.add(path("a")).write("a");
  files.add(path("b")).write("b");
  EXPECT_FALSE(fs::exists(path("a")));
  EXPECT_EQ(text("b"), "old b");
  files.commit();
  EXPECT_EQ(text("a") + text("b"), "ab");
  EXPECT_EQ(names(), (Names{"a", "b"}));
}

/// The last of three cannot get its name: a folder that is not empty has it by then.
TEST_F(AtomicFileTest, ASetThatFailsHalfWayLeavesTheOldFiles) {
  write_file(path("a"), "old a");
  FileSet files;
  for (const char* name : {"a", "b", "c"}) files.add(path(name)).write("new");
  fs::create_directories(path("c/full"));
  EXPECT_THROW(files.commit(), Error);
  files = FileSet();
  EXPECT_EQ(text("a"), "old a");
  EXPECT_EQ(names(), (Names{"a", "c"}));
}

TEST_F(AtomicFileTest, ASidecarHasThePermissionsOfItsData) {
  write_file(path("a.csv"), "old");
  fs::permissions(path("a.csv"), fs::perms::owner_read | fs::perms::owner_write);
  FileSet files;
  files.add_sidecar(files.add(path("a.csv"))).write("about it");
  files.commit();
  EXPECT_EQ(mode("a.csv"), 0600u);
  EXPECT_EQ(mode("a.csv.json"), 0600u);
}

TEST_F(AtomicFileTest, LinksAreFollowedToFilesThatAreNotThereYet) {
  fs::create_directory(path("far"));
  fs::create_symlink("far/away", path("link"));
  fs::create_symlink("link", path("chain"));
  write_file(path("chain"), "text");
  EXPECT_EQ(text("far/away"), "text");
  EXPECT_TRUE(fs::is_symlink(path("link")) && fs::is_symlink(path("chain")));
  fs::create_symlink("nowhere/file", path("broken"));
  fs::create_symlink("round", path("round"));
  for (const char* name : {"broken", "round"}) {
    try {
      write_file(path(name), "text");
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.blame, Blame::machine);
      EXPECT_NE(std::string(error.what()).find(path(name)), std::string::npos) << error.what();
    }
    EXPECT_TRUE(fs::is_symlink(path(name)));
  }
}

TEST_F(AtomicFileTest, TheLongestNamesWork) {
  const std::string name(255, 'n'), other = std::string(250, 'n') + "other";
  for (const std::string& each : {name, other, name}) write_file(path(each), each);
  EXPECT_EQ(text(name), name);
  EXPECT_EQ(text(other), other);
  EXPECT_EQ(names().size(), 2u);
  EXPECT_THROW(write_file(path(std::string(256, 'n')), ""), Error);
}

/// A program that is killed while it writes leaves its temporary; the next one that writes this file removes
/// it.
TEST_F(AtomicFileTest, LeftoversOfAKilledWriterAreRemoved) {
  for (const std::string& name : {std::string("a.csv"), std::string(255, 'n')}) {
    int channel[2];
    ASSERT_EQ(::pipe(channel), 0);
    const pid_t writer = ::fork();
    if (writer == 0) {
      FileSet files;
      files.add(path(name)).write("half");
      [[maybe_unused]] const auto told = ::write(channel[1], "x", 1);
      ::pause();
    }
    char any;
    ASSERT_EQ(::read(channel[0], &any, 1), 1);
    const Names half = names();
    write_file(path(name), "first");  // while the other is alive
    for (const std::string& left : half) EXPECT_TRUE(fs::exists(path(left))) << left;
    ::kill(writer, SIGKILL);
    ASSERT_EQ(::waitpid(writer, nullptr, 0), writer);
    write_file(path("other"), "another file's are left alone");
    for (const std::string& left : half) EXPECT_TRUE(fs::exists(path(left))) << left;
    write_file(path(name), "second");
    EXPECT_EQ(names(), (Names{name, "other"}));
    fs::remove(path(name));
    fs::remove(path("other"));
    for (const int end : channel) ::close(end);
  }
}

/// Names that only look like a temporary are somebody else's.
TEST_F(AtomicFileTest, FilesOfOthersAreLeftAlone) {
  const Names others = {"a.part", "a.part1", "a.part1-", "a.part1-2.txt", "a.partx-1", "ab.part1-0"};
  for (const std::string& name : others) write_file(path(name), "");
  write_file(path("a"), "");
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(path(name))) << name;
}

}  // namespace
}  // namespace ergo::atomic_file_test
