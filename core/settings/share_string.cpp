#include "core/settings/share_string.h"

#include <zlib.h>

#include <array>
#include <stdexcept>

#include "core/base/base64.h"
#include "core/base/error.h"

namespace ergo {

namespace {

constexpr std::string_view scheme = "ergo:";
constexpr std::size_t inflated_limit = 16 << 20;

constexpr const char* whole_word = "the whole word as copied, from \"ergo:\" on";
constexpr const char* share_word = "share string";

Error damaged(const std::string& what, const std::string& value = {}) { return Error(what, value, whole_word, share_word); }

std::string deflated(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
                text.size(), Z_BEST_COMPRESSION) != Z_OK)
    throw std::logic_error("deflate");
  bytes.resize(size);
  return bytes;
}

std::string inflated(const std::string& bytes) {
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  std::string text;
  std::array<char, 1 << 14> portion;
  int status = Z_OK;
  while (status == Z_OK && text.size() <= inflated_limit) {
    stream.next_out = reinterpret_cast<Bytef*>(portion.data());
    stream.avail_out = portion.size();
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(portion.data(), portion.size() - stream.avail_out);
  }
  const bool more = stream.avail_in > 0;
  inflateEnd(&stream);
  if (text.size() > inflated_limit) throw damaged("too long a preset", "more than 16 MiB");
  if (status == Z_BUF_ERROR) throw damaged("cut short");
  if (status != Z_STREAM_END || more) throw damaged("damaged");
  return text;
}

}  // namespace

std::string share_string(const Preset& preset) {
  return std::string(scheme) + base64url(deflated(preset_text(preset, -1)));
}

bool is_share_string(std::string_view word) { return word.starts_with(scheme); }

Preset parse_share_string(std::string_view word) {
  if (!is_share_string(word)) throw damaged("not a share string", std::string(word.substr(0, 20)));
  if (word.size() > inflated_limit) throw damaged("too long", std::to_string(word.size()) + " characters");
  return parse_preset(inflated(from_base64url(word.substr(scheme.size()), whole_word, share_word)), "share string");
}

}  // namespace ergo
