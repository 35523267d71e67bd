// A write or an allocation that fails, at any moment of any command: the command ends with a message and exit
// code 3, older files are as they were, and nothing is left behind. ERGO_FAULTS=N tries N moments
// of each instead of a few, and ERGO_ALL_TESTS=1 every command instead of every second.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>

#include "core/base/atomic_file.h"
#include "core/base/png.h"
#include "tests/command/command_fixture.h"
#include "tests/sample.h"

namespace ergo::faults_test {
namespace {

const std::string plane = " target=banana sampler=rwm backend=cpu chains=40 ",
                  small = " --size 300x300 --quiet";

struct Command {
  std::string words;
  std::vector<std::string> files;  ///< that it writes
};

/// Every kind of export.
const std::vector<Command> exports = {
    {"run" + plane + "--steps 8 --out a.npz --metrics m.csv --quiet", {"a.npz", "m.csv", "m.csv.json"}},
    {"run" + plane + "--steps 4 --out a.csv --quiet", {"a.csv", "a.csv.json"}},
    {"run" + plane + "--steps 4 --out a.nc --quiet", {"a.nc"}},
    {"run" + plane + "--steps 4 --out f/ --quiet",
     {"f/trajectory.npz", "f/metrics.csv", "f/metrics.csv.json", "f/preset.json"}},
    {"run target=banana sessions.0.sampler=rwm sessions.1.sampler=ula backend=cpu chains=5 --steps 3 --out "
     "u.csv --quiet",
     {"u.0-rwm.csv", "u.0-rwm.csv.json", "u.1-ula.csv", "u.1-ula.csv.json"}},
    {"exact target=lattice8 sampler=dmala --what law --out e.npz", {"e.npz"}},
    {"exact target=lattice8 sampler=dmala --what tv --steps 5 --out e.csv", {"e.csv", "e.csv.json"}},
    {"render" + plane + "--steps 2 --out p.png" + small, {"p.png"}},
    {"render" + plane + "--steps 2 --out p.svg" + small, {"p.svg"}},
    {"render" + plane + "--steps 2 --out p.pdf" + small, {"p.pdf"}},
    {"plot" + plane + "--steps 4 --out q.pdf --quiet", {"q.pdf"}},
    {"sweep" + plane + "--values 0.5,1 --chains 16 --gradients 64 --out s.csv --quiet", {"s.csv", "s.csv.json"}},
    {"render" + plane + "--steps 4 --out c.mp4 --size 64x64 --quiet", {"c.mp4"}},
    {"render" + plane + "--steps 4 --out c.gif --size 64x64 --quiet", {"c.gif", "c.gif.json"}},
};

/// What reads each kind of file, and what works on the processor without writing one.
const std::vector<Command> others = {
    {"run preset.json --steps 2 --quiet", {}},
    {"run old.npz --steps 2 --quiet", {}},
    {"run" + plane + "--init old.npz --steps 2 --quiet", {}},
    {"run target=lattice_image target.file=picture.png sampler=dmala backend=cpu chains=20 --steps 2 --quiet",
     {}},
    {"exact target=lattice8 sampler=acs --what gap", {}},
    {"map target=lattice8 backend=cpu --columns 3 --rows 2 --steps 10 --quiet", {}},
    {"tune tune-a-schedule backend=cpu chains=200 --budget 40 --quiet", {}},
    {"describe esh", {}},
    {"describe 'formula: x^2 + y^2'", {}},
    {"list presets", {}},
};

/// The first and the last moments, and about so many between.
std::vector<long> moments(long count, long at_ends, long between) {
  if (const char* wanted = std::getenv("ERGO_FAULTS")) between = std::max(1L, std::atol(wanted));
  const long stride = std::max(1L, count / between);
  std::vector<long> list;
  for (long k = 0; k < count; ++k)
    if (k < at_ends || k >= count - at_ends || k % stride == stride / 2) list.push_back(k);
  return list;
}

class Faults : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::create_directories(folder_ / "box");
    fs::create_directories(folder_ / "given");
  }
  std::string box(const std::string& name) const { return (folder_ / "box" / name).string(); }

  /// Files that commands read.
  void give() {
    ASSERT_EQ(ergo("run" + plane + "--steps 2 --out given/old.npz --quiet"), 0) << output_;
    write_file(path("given/preset.json"),
               R"({"version": 1, "title": "t", "run": {"target": "banana", "backend": "cpu",
      "chains": 20}, "journal": [{"step": 1, "set": {"sampler.step_size": 0.1}}]})");
    write_png(path("given/picture.png"), 6, 5, std::vector<std::uint8_t>(4 * 6 * 5, 200));
  }

  /// Runs a command in the box, where its files have old ones, under a fault.
  int run(const Command& command, const std::string& fault) {
    fs::remove_all(folder_ / "box");
    fs::create_directories(folder_ / "box");
    for (const auto& entry : fs::directory_iterator(folder_ / "given"))
      fs::copy(entry.path(), folder_ / "box" / entry.path().filename());
    for (const std::string& name : command.files) {
      fs::create_directories(fs::path(box(name)).parent_path());
      write_file(box(name), "OLD");
    }
    return ergo(command.words, "cd box && LP_NUM_THREADS=1 FAULT_COUNTS='" + path("counts") + "' " + fault +
                                   " FAULT_TRACE='" + path("trace") + "' LD_PRELOAD=" ERGO_FAULT_SHIM);
  }
  /// Whether the allocation that failed was asked for by a library whose functions may not throw and allocate
  /// nevertheless: nlohmann-json takes values apart with a list of its own, CLI11 compares names. The program
  /// then ends; older files are as they were.
  bool in_library_that_aborts() const {
    const std::string look_up =
        "addr2line -f -C -e " ERGO_BINARY_DIR "/ergo < '" + path("trace") + "' > '" + path("names") + "'";
    if (std::system(look_up.c_str()) != 0) return false;
    const std::string names = read_file(path("names"), 1 << 20);
    return names.find("nlohmann::") != std::string::npos ||
           names.find("CLI::Option::check_name") != std::string::npos;
  }
  /// Writes and allocations of the last command.
  std::pair<long, long> counts() const {
    std::pair<long, long> both;
    std::ifstream(path("counts")) >> both.first >> both.second;
    return both;
  }
  bool old(const std::string& name) const { return fs::exists(box(name)) && fs::file_size(box(name)) == 3; }
  std::string litter(const Command& command) const {
    std::string names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "box")) {
      const std::string name = fs::relative(entry.path(), folder_ / "box").string();
      const bool given = fs::exists(folder_ / "given" / name);
      if (!entry.is_directory() && !given && std::ranges::find(command.files, name) == command.files.end())
        names += name + " ";
    }
    return names;
  }
  /// Either it failed with a message and changed nothing, or the fault did not matter and all is new.
  void expect_whole(const Command& command, int code) {
    EXPECT_TRUE(code == 0 || code == 3) << code << ": " << output_;
    EXPECT_TRUE(code == 0 || output_.find("ergo: ") != std::string::npos) << output_;
    for (const std::string& name : command.files) EXPECT_EQ(old(name), code != 0) << name << ": " << output_;
    EXPECT_EQ(litter(command), "");
  }
};

TEST_F(Faults, AWriteThatFailsChangesNothing) {
  int tried = 0, failed = 0;
  std::size_t item = 0;
  for (const Command& command : exports) {
    if (!in_sample(item++, 2)) continue;
    SCOPED_TRACE(command.words);
    const std::string folder = "FAULT_FOLDER='" + (folder_ / "box").string() + "' ";
    ASSERT_EQ(run(command, folder), 0) << output_;
    const long writes = counts().first;
    ASSERT_GT(writes, 4);
    for (const long k : moments(writes, 2, 4)) {
      SCOPED_TRACE("write " + std::to_string(k) + " of " + std::to_string(writes));
      const int code =
          run(command, folder + "FAULT_ERRNO=" + (k % 2 ? "5" : "28") + " FAULT_WRITE=" + std::to_string(k));
      expect_whole(command, code);
      ++tried;
      failed += code == 3;
    }
  }
  EXPECT_GT(failed, tried / 2);
  RecordProperty("tried", tried);
}

/// From one write on all fail, as on a device that is gone. If that happens between two files' new names
/// nothing can be taken back; each file is whole nevertheless.
TEST_F(Faults, ADeviceThatIsGoneLeavesWholeFiles) {
  std::size_t item = 0;
  for (const Command& command : exports) {
    if (!in_sample(item++, 2, 1)) continue;
    SCOPED_TRACE(command.words);
    const std::string folder = "FAULT_FOLDER='" + (folder_ / "box").string() + "' ";
    ASSERT_EQ(run(command, folder), 0) << output_;
    std::map<std::string, std::uintmax_t> sizes;
    for (const std::string& name : command.files) sizes[name] = fs::file_size(box(name));
    const long writes = counts().first;
    for (const long k : moments(writes, 1, 3)) {
      SCOPED_TRACE("write " + std::to_string(k) + " of " + std::to_string(writes));
      const int code =
          run(command, folder + "FAULT_ERRNO=5 FAULT_LAST_WRITE=1000000 FAULT_WRITE=" + std::to_string(k));
      EXPECT_TRUE(code == 0 || code == 3) << code << ": " << output_;
      for (const std::string& name : command.files)
        EXPECT_TRUE(old(name) || (fs::exists(box(name)) && fs::file_size(box(name)) + 64 > sizes[name]))
            << name;
    }
  }
}

TEST_F(Faults, AnAllocationThatFailsChangesNothing) {
  give();
  int tried = 0, failed = 0;
  std::vector<Command> commands = others;
  for (const Command& command : exports)
    if (!command.words.starts_with("render")) commands.push_back(command);
  std::size_t item = 0;
  for (const Command& command : commands) {
    if (!in_sample(item++, 2)) continue;
    SCOPED_TRACE(command.words);
    ASSERT_EQ(run(command, ""), 0) << output_;
    const long allocations = counts().second;
    ASSERT_GT(allocations, 100);
    for (const long k : moments(allocations, 0, 7)) {
      SCOPED_TRACE("allocation " + std::to_string(k) + " of " + std::to_string(allocations));
      const int code = run(command, "FAULT_NEW=" + std::to_string(k));
      if (code == 128 + SIGABRT && in_library_that_aborts()) {
        for (const std::string& name : command.files) EXPECT_TRUE(old(name)) << name;
        continue;
      }
      expect_whole(command, code);
      ++tried;
      failed += code == 3;
    }
  }
  EXPECT_GT(failed, tried / 2);
  RecordProperty("tried", tried);
}

}  // namespace
}  // namespace ergo::faults_test
