// Files that older versions wrote still make the same runs: tests/files/older holds descriptions as version
// 0.1.0 wrote them at 6ff56a9, each with its state hash. CHANGELOG.md names what has changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

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

/// Hash of the run's state without these channels, which an older version had not.
std::string hash_without(Session& session, const std::vector<std::string>& later) {
  const ChainData data = session.read();
  const auto& channels = session.sampler_descriptor().channels;
  std::vector<double> report;
  for (std::size_t i = 0; i < data.report.size(); ++i)
    if (std::ranges::find(later, channels[i % channels.size()].id) == later.end())
      report.push_back(data.report[i]);
  std::uint64_t hash = 0xcbf29ce484222325;  // as Session::state_hash()
  const auto add = [&](const auto& values) {
    for (const std::byte b : std::as_bytes(std::span(values)))
      hash = (hash ^ static_cast<std::uint64_t>(b)) * 0x100000001b3;
  };
  add(data.state);
  add(report);
  add(data.diverged);
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

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
      EXPECT_EQ(hash_without(runs.session(i), {"diverging", "accepted"}), states[i]);
    }
  }
}

}  // namespace
}  // namespace ergo::older_files_test
