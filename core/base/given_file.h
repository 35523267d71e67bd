#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ergo {

/// A file that is the value of a parameter. It is read once, so that a run does not depend on what becomes of
/// it.
struct GivenFile {
  std::string source;  ///< for messages: its absolute path, or the name that an embedded file had
  /// What reads the same bytes again: up to embedded_most bytes are in the text themselves,
  /// "embedded:NAME:BASE64"; of a larger file it is "PATH#HASH".
  std::string value;
  std::shared_ptr<const std::string> bytes;
};

inline constexpr std::size_t embedded_most = 32 << 10;

/// Reads the file that `value` names: a path, relative to `folder`, or what GivenFile::value says. A file
/// with a hash that this process has read before is taken from memory. Throws Error with `legal` and `where`
/// if there is no such file, it is empty, longer than `most` bytes, cannot be read, or is not the file of
/// that hash.
GivenFile read_given_file(const std::string& value, const std::filesystem::path& folder, std::size_t most,
                          const std::string& legal, const std::string& where);

/// A file's bytes as a value: that of a file called `name`.
std::string embedded_file(const std::string& name, std::string_view bytes);

/// What a user is shown of a value: the path, or the name of an embedded file.
std::string shown_file(std::string_view value);

}  // namespace ergo
