// README's list of folders is what stands on the disk.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

/// The first column of the table of folders, without the folders of tests and shaders.
std::set<std::string> listed_folders() {
  std::ifstream readme(ERGO_SOURCE_DIR "/README.md");
  const std::regex row("^\\| `((core|widgets|app)[a-z/]*)` \\|.*");
  std::set<std::string> folders;
  std::smatch match;
  for (std::string line; std::getline(readme, line);)
    if (std::regex_match(line, match, row)) folders.insert(match[1]);
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

TEST(Readme, ListsTheFoldersThatStandOnTheDisk) { EXPECT_EQ(listed_folders(), folders_with_sources()); }

}  // namespace
