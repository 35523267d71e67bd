#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/scratch_folder.h"

namespace ergo {

namespace fs = std::filesystem;

/// `ergo` as a user calls it, in a folder of the test's own.
class CommandTest : public ScratchFolder {
 protected:
  std::string file(const std::string& name) const { return path(name); }

  /// Runs `ergo`; its output goes to `output_`. `before` is shell text in front of the program.
  int ergo(const std::string& arguments, const std::string& before = "") {
    const std::string command =
        "cd '" + folder_.string() + "' && " + before + " " ERGO_BINARY_DIR "/ergo " + arguments + " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    output_.clear();
    char buffer[4096];
    while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) output_.append(buffer, n);
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string output_;  ///< stdout and stderr
};

}  // namespace ergo
