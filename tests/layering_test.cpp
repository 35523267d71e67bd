// Includes point one way, down the list of rooms; core sees neither Qt nor ImGui, and GL only in core/gl and
// core/picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

namespace {

namespace fs = std::filesystem;

/// Height of each room: a file may include its own room and lower ones.
const std::map<std::string, int> heights = {
    {"app", 13},         {"widgets", 12},      {"core/io", 11},         {"core/picture", 10},
    {"core/run", 9},     {"core/gl", 8},       {"core/diagnostics", 8}, {"core/exact", 7},
    {"core/backend", 6}, {"core/samplers", 5}, {"core/targets", 5},     {"core/lattices", 5},
    {"core/starts", 5},  {"core/config", 4},   {"core/unit", 3},        {"core/random", 2},
    {"core/maths", 1}};

std::string room_of(const std::string& path) {
  const auto first = path.find('/');
  if (path.substr(0, first) != "core") return path.substr(0, first);
  return path.substr(0, path.find('/', first + 1));
}

std::vector<fs::path> sources(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ERGO_SOURCE_DIR) / folder)) {
    const auto extension = entry.path().extension();
    if (extension == ".cpp" || extension == ".h") files.push_back(entry.path());
  }
  return files;
}

std::vector<std::string> includes(const fs::path& file) {
  std::ifstream in(file);
  const std::regex pattern("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
  std::vector<std::string> list;
  std::smatch match;
  for (std::string line; std::getline(in, line);)
    if (std::regex_search(line, match, pattern)) list.push_back(match[1]);
  return list;
}

TEST(Layering, IncludesPointDown) {
  int seen = 0;
  for (const std::string folder : {"app", "widgets", "core"})
    for (const auto& file : sources(folder)) {
      const std::string path = fs::relative(file, ERGO_SOURCE_DIR).generic_string();
      ASSERT_TRUE(heights.contains(room_of(path))) << path << " stands in no known room";
      for (const auto& included : includes(file)) {
        const auto room = heights.find(room_of(included));
        if (room == heights.end() || included.find('/') == std::string::npos) continue;
        ++seen;
        EXPECT_TRUE(room->first == room_of(path) || room->second < heights.at(room_of(path)))
            << path << " includes " << included;
      }
    }
  EXPECT_GT(seen, 100);
}

TEST(Layering, CoreKnowsNoWindowAndFewFilesKnowGl) {
  const std::regex window("^(Q[A-Z].*|q[a-z]+\\.h|imgui.*|backends/.*)$"), gl("^(epoxy/.*|GL/.*|EGL/.*)$");
  for (const auto& file : sources("core"))
    for (const auto& included : includes(file)) {
      const std::string room = room_of(fs::relative(file, ERGO_SOURCE_DIR).generic_string());
      EXPECT_FALSE(std::regex_match(included, window)) << file << " includes " << included;
      EXPECT_FALSE(room != "core/gl" && room != "core/picture" && std::regex_match(included, gl))
          << file << " includes " << included;
    }
}

TEST(Layering, TopLevelIsTheDocumentedOne) {
  const std::vector<std::string> allowed = {"app",       "core",   "widgets",        "shaders",
                                            "presets",   "tests",  "CMakeLists.txt", "CMakePresets.json",
                                            "README.md", "LICENSE"};
  for (const auto& entry : fs::directory_iterator(ERGO_SOURCE_DIR)) {
    const std::string name = entry.path().filename();
    if (name[0] == '.' || name.starts_with("build")) continue;
    EXPECT_NE(std::find(allowed.begin(), allowed.end(), name), allowed.end()) << name;
  }
}

}  // namespace
