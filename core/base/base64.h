#pragma once

#include <string>
#include <string_view>

namespace ergo {

/// Base64 in the alphabet for addresses (RFC 4648, section 5), without padding.
std::string base64url(std::string_view bytes);

/// The bytes of such a text; white space is passed over. Throws Error with `legal` and `where` for other
/// characters and for a text that is cut short.
std::string from_base64url(std::string_view text, const std::string& legal, const std::string& where);

}  // namespace ergo
