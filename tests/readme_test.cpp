// What README says is true: its folders, its numbers, its preset, its length.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "core/settings/preset.h"
#include "core/unit/registry.h"

namespace {

namespace fs = std::filesystem;

/// The first column of the table of folders, without the folders of tests and shaders.
std::set<std::string> listed_folders() {
  std::ifstream readme(ERGO_SOURCE_DIR "/README.md");
  const std::regex row("^\\| (`(core|widgets|app)[a-z_/`, ]*) \\|.*"), name("`([a-z_/]+)`");
  std::set<std::string> folders;
  std::smatch match;
  for (std::string line; std::getline(readme, line);) {
    if (!std::regex_match(line, match, row)) continue;
    const std::string names = match[1];
    for (std::sregex_iterator found(names.begin(), names.end(), name), end; found != end; ++found)
      folders.insert((*found)[1]);
  }
  return folders;
}

/// Those with sources directly in them.
std::set<std::string> folders_with_sources() {
  std::set<std::string> folders;
  for (const std::string top : {"core", "widgets", "app"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ERGO_SOURCE_DIR) / top))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
        folders.insert(fs::relative(entry.path().parent_path(), ERGO_SOURCE_DIR).generic_string());
  return folders;
}

std::string readme_text() {
  std::ifstream readme(ERGO_SOURCE_DIR "/README.md");
  std::ostringstream text;
  text << readme.rdbuf();
  return text.str();
}

TEST(Readme, IsShort) {
  const std::string text = readme_text();
  EXPECT_LE(std::ranges::count(text, '\n'), 150);
}

TEST(Readme, ItsPresetOpens) {
  std::smatch match;
  const std::string text = readme_text();
  ASSERT_TRUE(std::regex_search(text, match, std::regex("```json\n([^`]*)```")));
  const ergo::Preset preset = ergo::parse_preset(match[1].str(), "README.md");
  EXPECT_EQ(preset.beside.size(), 1u);
}

TEST(Readme, CountsTheSamplers) {
  std::smatch match;
  const std::string text = readme_text();
  ASSERT_TRUE(std::regex_search(text, match, std::regex("\\| samplers \\| (\\d+), ")));
  EXPECT_EQ(match[1].str(), std::to_string(ergo::kernel_samplers().size()));
}

TEST(Readme, NamesFoldersOfOtherFilesToo) {
  const std::string text = readme_text();
  for (const auto& entry : fs::directory_iterator(ERGO_SOURCE_DIR "/app"))
    if (entry.is_directory()) {
      const std::string folder = "`app/" + entry.path().filename().string() + "`";
      EXPECT_NE(text.find(folder), std::string::npos) << folder;
    }
}

TEST(Readme, ListsTheFoldersThatStandOnTheDisk) { EXPECT_EQ(listed_folders(), folders_with_sources()); }

}  // namespace
