#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ergo {

/// Bytes as one word, deflated (zlib, RFC 1950, whose checksum finds damage) in base64url without padding (RFC 4648,
/// section 5).
std::string packed(const std::string& bytes);

/// Reads them back; spaces and line breaks in the word do not count. Throws Error with `legal` and `where` that says
/// what is wrong: a character that does not belong, a word cut short or changed, or more bytes than `most`.
std::string unpacked(std::string_view word, std::size_t most, const std::string& legal, const std::string& where);

}  // namespace ergo
