#include "core/base/packed_text.h"

#include <zlib.h>

#include <array>
#include <new>
#include <stdexcept>

#include "core/base/base64.h"
#include "core/base/error.h"

namespace ergo {
namespace {

struct Refusal {
  const std::string &legal, &where;
  Error operator()(const std::string& what, const std::string& value = {}) const { return {what, value, legal, where}; }
};

std::string deflated(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::logic_error("deflate");
  bytes.resize(size);
  return bytes;
}

std::string inflated(const std::string& bytes, std::size_t most, const Refusal& refusal) {
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  std::string text;
  std::array<char, 1 << 14> portion;
  int status = Z_OK;
  while (status == Z_OK && text.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(portion.data());
    stream.avail_out = portion.size();
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(portion.data(), portion.size() - stream.avail_out);
  }
  const bool more = stream.avail_in > 0;
  inflateEnd(&stream);
  if (text.size() > most) throw refusal("too long", "more than " + std::to_string(most) + " bytes");
  if (status == Z_BUF_ERROR) throw refusal("cut short");
  if (status != Z_STREAM_END || more) throw refusal("damaged");
  return text;
}

}  // namespace

std::string packed(const std::string& bytes) { return base64url(deflated(bytes)); }

std::string unpacked(std::string_view word, std::size_t most, const std::string& legal, const std::string& where) {
  return inflated(from_base64url(word, legal, where), most, {legal, where});
}

}  // namespace ergo
