#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>

namespace ergo {

/// Pixels per metre that a PNG file says it has; 0 if it says nothing.
inline std::uint32_t png_resolution(const std::string& png) {
  const auto at = png.find("pHYs");
  std::uint32_t number = 0;
  for (std::size_t i = at + 4; at != std::string::npos && i < at + 8; ++i)
    number = number << 8 | static_cast<unsigned char>(png.at(i));
  return number;
}

/// A test with a folder of its own, which goes with it.
class ScratchFolder : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name =
        "ergo-" + std::to_string(::getpid()) + "-" + test->test_suite_name() + "-" + test->name();
    std::ranges::replace(name, '/', '-');
    folder_ = std::filesystem::temp_directory_path() / name;
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    ASSERT_FALSE(folder_.empty()) << "a SetUp() without this one's writes into the working directory";
    std::filesystem::remove_all(folder_);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

}  // namespace ergo
