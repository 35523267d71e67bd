// What a file of data becomes when it is opened: the target, unless a description of a run stands beside it.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/config/own_density.h"
#include "core/files/described_runs.h"

namespace ergo::opened_data_test {
namespace {

std::string target_of(const std::string& file) {
  const std::vector<Assignment> edits = density_from(file);
  if (edits.empty()) return "";
  EXPECT_EQ(edits.size(), 2u);
  EXPECT_EQ(edits[1].path, "target.file");
  EXPECT_EQ(edits[1].value, file);
  return edits[0].value;
}

TEST(OpenedData, TablesArePointsAndPicturesImages) {
  EXPECT_EQ(target_of("a.csv"), "points");
  EXPECT_EQ(target_of("a.NPY"), "points");
  for (const char* file : {"a.png", "b/a.JPG", "a.jpeg"}) EXPECT_EQ(target_of(file), "image");
  for (const char* file : {"a.json", "a.npz", "a.gif", "csv", "default"}) EXPECT_EQ(target_of(file), "");
}

TEST(OpenedData, ATableWithADescriptionIsARun) {
  const std::string folder = testing::TempDir() + "opened-data";
  std::filesystem::create_directories(folder);
  const std::string table = folder + "/a.csv";
  write_file(table, "x,y\n1,2\n");
  EXPECT_EQ(target_of(table), "points");
  try {
    load_runs(table);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("target=points target.file=" + table), std::string::npos) << error.what();
  }
  write_file(table + ".json", "{}");
  EXPECT_EQ(target_of(table), "");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace ergo::opened_data_test
