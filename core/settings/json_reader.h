#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ergo {

/// Parses JSON, keys in the order they stand. Throws Error that names `source` with line and column for text
/// that is no JSON, for a key that stands twice in one object, and for nesting deeper than 16.
nlohmann::ordered_json parse_json(std::string_view text, const std::string& source);

}  // namespace ergo
