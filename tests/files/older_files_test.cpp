// Files that older versions wrote still make the same runs: tests/files/older holds descriptions as version
// 0.1.0 wrote them at 6ff56a9, each with its state hash. CHANGELOG.md names what has changed.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/backend/cpu_backend.h"
#include "core/base/atomic_file.h"
#include "core/files/described_runs.h"
#include "core/run/comparison.h"
#include "core/settings/provenance.h"

namespace ergo::older_files_test {
namespace {

BackendFactory cpu() {
  return [](BackendKind) { return std::make_unique<CpuBackend>(); };
}

/// The hashes were made with this.
bool same_arithmetic() { return CpuBackend().arithmetic() == "double precision, glibc 2.36 with FMA"; }

TEST(OlderFiles, MakeTheSameRuns) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ERGO_SOURCE_DIR "/tests/files/older")) {
    const std::string path = entry.path().string();
    SCOPED_TRACE(path);
    const auto told = nlohmann::json::parse(read_file(path, 1 << 20));
    const Preset preset = load_runs(path);
    if (told.contains("sessions")) continue;
    Session session(preset.config, cpu(), preset.journal);
    session.advance(preset.step);
    EXPECT_EQ(session.step(), told["steps"]);
    if (same_arithmetic()) {
      EXPECT_EQ(session.state_hash(), told["state_hash"]);
    }
    ++files;
  }
  EXPECT_GE(files, 8);
}

TEST(OlderFiles, MakeTheSameComparison) {
  const Preset preset = load_runs(ERGO_SOURCE_DIR "/tests/files/older/comparison.json");
  const auto told =
      nlohmann::json::parse(read_file(ERGO_SOURCE_DIR "/tests/files/older/comparison.json", 1 << 20));
  ASSERT_EQ(preset.beside.size() + 1, told["sessions"].size());
  Comparison::Sessions sessions;
  sessions.push_back(std::make_unique<Session>(preset.config, cpu(), preset.journal));
  for (const PresetSession& run : preset.beside)
    sessions.push_back(std::make_unique<Session>(run.config, cpu(), run.journal));
  Comparison runs(std::move(sessions), pace_of(preset.view));
  runs.advance(4);
  const char* const states[] = {"b7de569fcce780fd", "28dc3f3b56ed8205", "9dbf25ec772f8c8c"};
  for (int i = 0; i < runs.count(); ++i) {
    EXPECT_EQ(runs.session(i).step(), told["sessions"][static_cast<std::size_t>(i)]["steps"]);
    if (same_arithmetic()) {
      EXPECT_EQ(runs.session(i).state_hash(), states[i]);
    }
  }
}

}  // namespace
}  // namespace ergo::older_files_test
