#pragma once

#include <string>
#include <string_view>

#include "core/settings/preset.h"

namespace ergo {

/// A preset as one word for a link or a slide: "ergo:" and its JSON, deflated (zlib, RFC 1950, whose checksum
/// finds damage) in base64url without padding (RFC 4648, section 5).
std::string share_string(const Preset& preset);

/// Whether a word claims to be one.
bool is_share_string(std::string_view word);

/// Reads it back; spaces and line breaks in it, as mail programs put them, do not count. Throws Error that
/// says what is wrong: a character that does not belong, a string cut short, changed or too long, JSON that
/// is no preset.
Preset parse_share_string(std::string_view word);

}  // namespace ergo
