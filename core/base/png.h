#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>

namespace ergo {

/// The PNG file of RGBA pixels (rows from top to bottom, 4 * width * height bytes), with UTF-8 texts by
/// keyword (1 to 79 Latin letters). Throws Error where the size is not legal. `progress` gets the share of
/// the rows that is encoded; it may throw to stop. `resolution`: pixels per inch that the file says it has, 0 if it
/// says nothing.
std::string encode_png(int width, int height, std::span<const std::uint8_t> rgba,
                       const std::map<std::string, std::string>& texts = {},
                       const std::function<void(double share)>& progress = {}, double resolution = 0);

/// Writes that file, atomically. Throws Error as AtomicFile does, too.
void write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> rgba,
               const std::map<std::string, std::string>& texts = {},
               const std::function<void(double share)>& progress = {}, double resolution = 0);

}  // namespace ergo
