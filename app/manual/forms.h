#pragma once

#include <string>

#include "app/manual/program.h"

namespace ergo::manual {

std::string man_page(const Manual& about);
std::string bash_completion(const Manual& about);
std::string zsh_completion(const Manual& about);
std::string fish_completion(const Manual& about);

/// All names of all options, one blank between them.
std::string option_names(const Command& command);

/// The beginning of a description, short enough to stand beside a word in a list.
std::string brief(const std::string& doc);

std::string joined(const std::vector<std::string>& words, const std::string& between);
std::string replaced(std::string text, const std::string& what, const std::string& by);

}  // namespace ergo::manual
