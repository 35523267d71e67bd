#pragma once

#include <string_view>

namespace ergo {

/// Whether a path is of a content of some target. A content may declare parameters, so it goes before them.
bool sets_content(std::string_view path);

}  // namespace ergo
