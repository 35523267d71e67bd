#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <initializer_list>
#include <string>

namespace ergo {

/// What a shell's command said, on both channels, and its exit status.
struct ShellResult {
  int status = 0;
  std::string output;
};

/// Runs a command in a folder and waits for its end.
inline ShellResult shell(const std::string& folder, const std::string& command) {
  FILE* pipe = popen(("cd '" + folder + "' && (" + command + ") 2>&1").c_str(), "r");
  ShellResult result;
  char buffer[4096];
  while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) result.output.append(buffer, n);
  result.status = WEXITSTATUS(pclose(pipe));
  return result;
}

inline void expect_words(const std::string& output, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(output.find(word), std::string::npos) << word << " not in:\n" << output;
}

}  // namespace ergo
