// Includes point one way, down the list of rooms. core sees neither Qt nor ImGui. OpenGL stands in core/gl, core/gl_picture
// and widgets/gl alone, the system in core/platform.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>

namespace {

namespace fs = std::filesystem;

/// All rooms, from the ground up: a file may include its own room and rooms that stand before it here.
const std::vector<std::string> rooms = {"core/pixels",       "core/platform",
                                        "core/base",         "core/npz",           "core/maths",
                                        "core/expression",   "core/formula",
                                        "core/random",       "core/unit",
                                        "core/sites",        "core/site_targets",
                                        "core/site_samplers", "core/site_plane",
                                        "core/survey",       "core/mixture",
                                        "core/spline",       "core/painting",
                                        "core/posterior",
                                        "core/truth",        "core/training",
                                        "core/samplers",
                                        "core/targets",      "core/lattices",
                                        "core/starts",       "core/config",
                                        "core/backend",      "core/exact",
                                        "core/kernel_text",  "core/models",
                                        "core/gl",           "core/lanes",
                                        "core/lanes/pictures",
                                        "core/lanes/generator", "core/run",
                                        "core/chains",
                                        "core/diagnostics",  "core/view",
                                        "core/site_pictures",
                                        "core/reproduction", "core/learning",
                                        "core/verification", "core/settings",
                                        "core/files",        "core/picture",
                                        "core/gl_picture",   "core/raster",
                                        "core/figures",      "core/run_figures",
                                        "core/live",
                                        "widgets/base",      "widgets/overlay",
                                        "widgets/panels",    "widgets/picture",
                                        "widgets/gl",
                                        "widgets/plots",     "widgets/bars",
                                        "widgets/presets",   "widgets/lecture",
                                        "widgets/export",    "app/manual",
                                        "app/command",       "app/command_line",
                                        "app/help",
                                        "app/window",        "app"};

/// Rooms of units: one unit includes no other.
const std::set<std::string> unit_rooms = {"core/samplers", "core/targets", "core/lattices", "core/starts"};

/// Rooms of the libraries above core: lanes, picture, core_gl and live.
const std::set<std::string> above_core = {"core/gl", "core/lanes", "core/lanes/pictures", "core/lanes/generator", "core/picture", "core/gl_picture", "core/raster", "core/figures", "core/run_figures", "core/live"};

constexpr std::size_t most_files = 35;  ///< of one folder

std::string room_of(const std::string& path) { return fs::path(path).parent_path().generic_string(); }

/// Place of a room in the list; none for what is not a room of ours.
std::optional<std::size_t> height(const std::string& room) {
  const auto found = std::ranges::find(rooms, room);
  if (found == rooms.end()) return {};
  return static_cast<std::size_t>(found - rooms.begin());
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

/// Which rooms each room includes, and by which file.
std::map<std::string, std::map<std::string, std::string>> include_graph() {
  std::map<std::string, std::map<std::string, std::string>> graph;
  for (const std::string folder : {"core", "widgets", "app"})
    for (const auto& file : sources(folder)) {
      const std::string path = fs::relative(file, ERGO_SOURCE_DIR).generic_string();
      for (const auto& included : includes(file))
        if (height(room_of(included)))
          graph[room_of(path)].emplace(room_of(included), path + " includes " + included);
    }
  return graph;
}

/// One line for each room: what it includes.
std::string drawn(const std::map<std::string, std::map<std::string, std::string>>& graph) {
  std::string text;
  for (const std::string& room : rooms) {
    text += room + " ->";
    if (graph.contains(room))
      for (const auto& [included, where] : graph.at(room))
        if (included != room) text += " " + included;
    text += "\n";
  }
  return text;
}

TEST(Layering, IncludesPointDown) {
  const auto graph = include_graph();
  std::size_t arrows = 0;
  for (const auto& [room, included] : graph) {
    ASSERT_TRUE(height(room)) << room << " is no known room: " << included.begin()->second;
    for (const auto& [other, where] : included) {
      ++arrows;
      EXPECT_TRUE(other == room || *height(other) < *height(room)) << where << "\n" << drawn(graph);
      EXPECT_FALSE(other == room && unit_rooms.contains(room)) << where;
    }
  }
  EXPECT_GT(arrows, 100u);
}

TEST(Layering, CoreDoesNotNeedOpenGl) {
  for (const auto& [room, included] : include_graph())
    if (room.starts_with("core/") && !above_core.contains(room)) {
      for (const auto& [other, where] : included) EXPECT_FALSE(above_core.contains(other)) << where;
    }
}

TEST(Layering, NoFolderIsCrowded) {
  std::map<std::string, std::size_t> files;
  for (const std::string top : {"core", "widgets", "app", "tests", "shaders"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ERGO_SOURCE_DIR) / top))
      if (entry.is_regular_file())
        ++files[fs::relative(entry.path().parent_path(), ERGO_SOURCE_DIR).generic_string()];
  for (const auto& [folder, count] : files) EXPECT_LE(count, most_files) << folder;
}

TEST(Layering, CoreKnowsNoWindowAndFewFilesKnowGl) {
  const std::regex window("^(Q[A-Z].*|q[a-z]+\\.h|imgui.*|backends/.*)$"), gl("^(epoxy/.*|GL/.*|EGL/.*)$");
  for (const auto& file : sources("core"))
    for (const auto& included : includes(file)) {
      const std::string room = room_of(fs::relative(file, ERGO_SOURCE_DIR).generic_string());
      EXPECT_FALSE(std::regex_match(included, window)) << file << " includes " << included;
      EXPECT_FALSE(room != "core/gl" && room != "core/gl_picture" && std::regex_match(included, gl))
          << file << " includes " << included;
    }
}

TEST(Layering, OneRoomKnowsTheSystem) {
  const std::regex header(
      "^(sys/.*|linux/.*|arpa/.*|net.*/.*|dirent|dlfcn|fcntl|glob|langinfo|link|malloc|poll|pthread|pwd|sched|signal|spawn|"
      "termios|unistd|windows)(\\.h)?$");
  const std::regex name("/proc\\b|/sys/|__linux__|__APPLE__|_WIN32|__unix__");
  std::size_t known = 0;
  for (const std::string top : {"core", "widgets", "app"})
    for (const auto& file : sources(top)) {
      const std::string path = fs::relative(file, ERGO_SOURCE_DIR).generic_string();
      const bool here = room_of(path) == "core/platform";
      for (const auto& included : includes(file)) {
        const bool system = included.find("core/") == std::string::npos && std::regex_match(included, header);
        known += here && system;
        EXPECT_FALSE(!here && system) << path << " includes " << included;
      }
      std::ifstream in(file);
      for (std::string line; !here && std::getline(in, line);)
        EXPECT_FALSE(std::regex_search(line, name)) << path << ": " << line;
    }
  EXPECT_GT(known, 10u);
}

TEST(Layering, OneFileKnowsLinux) {
  const std::regex name("/proc\\b|/sys/fs|linux/");
  for (const auto& file : sources("core/platform"))
    if (file.filename() != "linux.cpp") {
      std::ifstream in(file);
      for (std::string line; std::getline(in, line);) EXPECT_FALSE(std::regex_search(line, name)) << file << ": " << line;
    }
}

TEST(Layering, OfTheWidgetsOnlyOneFolderKnowsGl) {
  const std::regex gl("^(epoxy/.*|GL/.*|EGL/.*|QOpenGL.*|core/gl/.*|core/gl_picture/.*)$");
  for (const std::string top : {"widgets", "app", "core/live", "core/figures", "core/run_figures"})
    for (const auto& file : sources(top))
      for (const auto& included : includes(file)) {
        const std::string path = fs::relative(file, ERGO_SOURCE_DIR).generic_string();
        // The one place where what steps and draws is chosen.
        if (room_of(path) == "widgets/gl" || path == "core/live/machine.cpp") continue;
        EXPECT_FALSE(std::regex_match(included, gl)) << path << " includes " << included;
      }
}

TEST(Layering, TopLevelIsTheDocumentedOne) {
  const std::vector<std::string> allowed = {"app",       "core",   "widgets",        "shaders",
                                            "presets",   "tests",  "CMakeLists.txt", "CMakePresets.json",
                                            "README.md", "LICENSE", "CHANGELOG.md", "vcpkg.json", "Brewfile"};
  for (const auto& entry : fs::directory_iterator(ERGO_SOURCE_DIR)) {
    const std::string name = entry.path().filename();
    if (name[0] == '.' || name.starts_with("build")) continue;
    EXPECT_NE(std::find(allowed.begin(), allowed.end(), name), allowed.end()) << name;
  }
}

}  // namespace
