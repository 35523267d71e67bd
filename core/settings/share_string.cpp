#include "core/settings/share_string.h"

#include "core/base/error.h"
#include "core/base/packed_text.h"

namespace ergo {

namespace {

constexpr std::string_view scheme = "ergo:";
constexpr std::size_t inflated_limit = 16 << 20;
constexpr const char* whole_word = "the whole word as copied, from \"ergo:\" on";
constexpr const char* share_word = "share string";

}  // namespace

std::string share_string(const Preset& preset) { return std::string(scheme) + packed(preset_text(preset, -1)); }

bool is_share_string(std::string_view word) { return word.starts_with(scheme); }

Preset parse_share_string(std::string_view word) {
  const auto refuse = [](const std::string& what, const std::string& value) {
    return Error(what, value, whole_word, share_word);
  };
  if (!is_share_string(word)) throw refuse("not a share string", std::string(word.substr(0, 20)));
  if (word.size() > inflated_limit) throw refuse("too long", std::to_string(word.size()) + " characters");
  return parse_preset(unpacked(word.substr(scheme.size()), inflated_limit, whole_word, share_word), share_word);
}

}  // namespace ergo
