#pragma once

#include <zlib.h>

#include <string>

namespace ergo {

/// The word whose JSON this text is, whatever it says.
inline std::string word_of(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  compress(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
           text.size());
  std::string word = "ergo:";
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  for (std::size_t bit = 0; bit < 8 * size; bit += 6) {
    int value = 0;
    for (std::size_t k = bit; k < bit + 6; ++k)
      value = 2 * value + (k < 8 * size ? bytes[k / 8] >> (7 - k % 8) & 1 : 0);
    word += digits[value];
  }
  return word;
}

}  // namespace ergo
