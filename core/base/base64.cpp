#include "core/base/base64.h"

#include <cstdint>

#include "core/base/error.h"

namespace ergo {

namespace {
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
}

// Six bits a letter, the first ones highest; the last letter's unused bits are 0.
std::string base64url(std::string_view bytes) {
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += digits[bits >> (count - 6) & 63];
  }
  if (count > 0) text += digits[bits << (6 - count) & 63];
  return text;
}

std::string from_base64url(std::string_view text, const std::string& legal, const std::string& where) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    if (std::string_view(" \t\r\n").find(letter) != std::string_view::npos) continue;
    const auto digit = digits.find(letter);
    if (digit == std::string_view::npos)
      throw Error("an illegal character", std::string(1, letter), legal, where);
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  if (count == 6 || (bits & ((1u << count) - 1)) != 0) throw Error("cut short", "", legal, where);
  return bytes;
}

}  // namespace ergo
