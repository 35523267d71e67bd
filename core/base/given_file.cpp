#include "core/base/given_file.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <mutex>
#include <optional>

#include "core/base/base64.h"
#include "core/base/error.h"

namespace ergo {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view embedded = "embedded:";
constexpr std::size_t hash_digits = 16;

/// FNV-1a of 64 bits, in hexadecimal digits: tells files apart that nobody made to be alike.
std::string hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  char text[hash_digits + 1];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

/// The large files that were read last, by their hash.
class KeptFiles {
 public:
  void keep(const std::string& hash, std::shared_ptr<const std::string> bytes) {
    const std::lock_guard lock(mutex_);
    if (found(hash)) return;
    kept_.push_front({hash, std::move(bytes)});
    std::size_t total = 0;
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if ((total += kept_[i].bytes->size()) > most_bytes && i > 0) kept_.resize(i);
  }
  std::shared_ptr<const std::string> find(const std::string& hash) const {
    const std::lock_guard lock(mutex_);
    return found(hash);
  }

 private:
  struct Kept {
    std::string hash;
    std::shared_ptr<const std::string> bytes;
  };
  static constexpr std::size_t most_bytes = std::size_t{512} << 20;

  std::shared_ptr<const std::string> found(const std::string& hash) const {
    const auto kept = std::ranges::find(kept_, hash, &Kept::hash);
    return kept == kept_.end() ? nullptr : kept->bytes;
  }

  mutable std::mutex mutex_;
  std::deque<Kept> kept_;
};

KeptFiles& kept_files() {
  static KeptFiles files;
  return files;
}

/// Whether a text can stand in a preset. Unicode 15, table 3-7.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) {
      return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0;
    };
    const int first = byte(0), more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4) return false;
    const int low = first == 0xe0   ? 0xa0
                    : first == 0xf0 ? 0x90
                                    : 0x80,
              high = first == 0xed   ? 0x9f
                     : first == 0xf4 ? 0x8f
                                     : 0xbf;
    if (more > 0 && (byte(1) < low || byte(1) > high)) return false;
    for (int k = 2; k <= more; ++k)
      if ((byte(static_cast<std::size_t>(k)) & 0xc0) != 0x80) return false;
    i += static_cast<std::size_t>(more) + 1;
  }
  return true;
}

/// A file's name without what cannot stand in a value: a colon would end it.
std::string plain_name(const fs::path& path) {
  std::string name = path.filename().string();
  const bool letters = is_utf8(name);
  std::ranges::replace_if(
      name,
      [letters](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return c == ':' || byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !letters);
      },
      '_');
  return name;
}

/// Place of the # before a hash that ends a value.
std::optional<std::size_t> hash_place(std::string_view value) {
  if (value.size() <= hash_digits + 1 || value[value.size() - hash_digits - 1] != '#') return {};
  const std::string_view digits = value.substr(value.size() - hash_digits);
  if (digits.find_first_not_of("0123456789abcdef") != std::string_view::npos) return {};
  return value.size() - hash_digits - 1;
}

Error too_long(std::uintmax_t size, std::size_t most, const std::string& name, const std::string& legal,
               const std::string& where) {
  return Error("a file of " + std::to_string(size) + " bytes, more than " + std::to_string(most) + ":", name,
               legal, where);
}

std::string bytes_of(const std::string& path, std::size_t most, const std::string& legal,
                     const std::string& where) {
  const auto refuse = [&](const std::string& what) { return Error(what, path, legal, where); };
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status)) throw refuse("no such file:");
  if (!fs::is_regular_file(status)) throw refuse("not a file:");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw refuse("a file that cannot be read:");
  const auto size = fs::file_size(path, problem);
  if (problem) throw refuse("a file that cannot be read:");
  if (size == 0) throw refuse("an empty file:");
  if (size > most) throw too_long(size, most, path, legal, where);
  std::string bytes(size, '\0');
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size)))
    throw refuse("a file that cannot be read:");
  return bytes;
}

GivenFile from_text(const std::string& value, std::size_t most, const std::string& legal,
                    const std::string& where) {
  constexpr std::size_t longest_name = 255, shown = 40;
  const std::size_t end = value.find(':', embedded.size());
  if (end == std::string::npos || end > embedded.size() + longest_name)
    throw Error("an embedded file without a name of up to 255 bytes, a colon and its bytes:",
                value.substr(0, shown), legal, where);
  const std::string name = shown_file(value);
  std::string bytes;
  try {
    bytes =
        from_base64url(std::string_view(value).substr(end + 1), "the whole value as it was written", where);
  } catch (const Error& error) {
    throw Error("the text of the embedded file " + name + ": " + error.thing, error.value, error.legal,
                where);
  }
  if (bytes.empty()) throw Error("an empty file:", name, legal, where);
  if (bytes.size() > most) throw too_long(bytes.size(), most, name, legal, where);
  std::string again = embedded_file(name, bytes);
  return {name, std::move(again), std::make_shared<const std::string>(std::move(bytes))};
}

}  // namespace

std::string embedded_file(const std::string& name, std::string_view bytes) {
  return std::string(embedded) + name + ":" + base64url(bytes);
}

std::string shown_file(std::string_view value) {
  if (value.starts_with(embedded)) {
    const std::string_view rest = value.substr(embedded.size());
    return std::string(rest.substr(0, rest.find(':')));
  }
  return std::string(value.substr(0, hash_place(value).value_or(value.size())));
}

GivenFile read_given_file(const std::string& value, const fs::path& folder, std::size_t most,
                          const std::string& legal, const std::string& where) {
  if (value.starts_with(embedded)) return from_text(value, most, legal, where);
  const auto place = hash_place(value);
  const std::string hash = place ? value.substr(*place + 1) : "";
  const fs::path given = folder / value.substr(0, place.value_or(value.size()));
  std::error_code no_folder;  // as where the working directory has been removed
  const fs::path absolute = fs::absolute(given, no_folder);
  const std::string path = (no_folder ? given : absolute).lexically_normal().string();
  if (auto kept = place ? kept_files().find(hash) : nullptr; kept && kept->size() <= most)
    return {path, path + "#" + hash, std::move(kept)};
  auto bytes = [&] {
    try {
      return std::make_shared<const std::string>(bytes_of(path, most, legal, where));
    } catch (const Error& error) {
      if (!place) throw;
      throw Error(error.thing, path, "the file with hash " + hash, where);
    }
  }();
  std::string found = hash_of(*bytes);
  if (place && found != hash)
    throw Error("a file that has changed since, its hash is " + found + ":", path,
                "the file with hash " + hash, where);
  if (bytes->size() <= embedded_most)
    return {path, embedded_file(plain_name(path), *bytes), std::move(bytes)};
  if (!is_utf8(path) || path.find('\0') != std::string::npos)
    throw Error("the path of a file of more than 32 KiB, which is no text:", path, "a path in UTF-8", where);
  kept_files().keep(found, bytes);
  return {path, path + "#" + found, std::move(bytes)};
}

}  // namespace ergo
