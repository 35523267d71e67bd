// The README's tables are what the descriptors say.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  char buffer[4096];
  while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
  pclose(pipe);
  return output;
}

TEST(Readme, TablesAreMadeFromTheDescriptors) {
  std::ostringstream readme;
  readme << std::ifstream(ERGO_SOURCE_DIR "/README.md").rdbuf();
  for (const std::string what : {"samplers", "targets", "starts", "diagnostics"}) {
    const std::string table = output_of(ERGO_BINARY_DIR "/ergo list " + what + " --markdown");
    ASSERT_FALSE(table.empty());
    EXPECT_NE(readme.str().find("\n" + table), std::string::npos)
        << "put the output of `ergo list " << what << " --markdown` into README.md";
  }
}

}  // namespace
