#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// The parts of a text between any of the separators, without empty ones.
std::vector<std::string> parts_between(std::string_view text, std::string_view separators);

/// The finite number that all of a word is, with '.' whatever the locale; nothing for any other word.
std::optional<double> plain_number(std::string_view word);

}  // namespace ergo
