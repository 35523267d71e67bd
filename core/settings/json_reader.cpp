#include "core/settings/json_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/base/error.h"

namespace ergo {

namespace {

using Json = nlohmann::ordered_json;

constexpr int depth_limit = 16;
constexpr std::size_t keys_limit = 1000;  // of one object: the library's ordered map searches them one by one

std::string place(std::string_view text, std::size_t byte, const std::string& source) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto newline = before.rfind('\n');
  const auto column = newline == std::string_view::npos ? before.size() : before.size() - newline - 1;
  return source + ", line " + std::to_string(line) + ", column " +
         std::to_string(std::max<std::size_t>(column, 1));
}

/// What remains of the library's message once its name, number and position are taken off.
std::string reason(std::string message) {
  if (const auto bracket = message.find("] "); bracket != std::string::npos) message.erase(0, bracket + 2);
  if (message.starts_with("parse error"))
    if (const auto colon = message.find(": "); colon != std::string::npos) message.erase(0, colon + 2);
  return message;
}

/// Rejects what the library accepts: repeated keys, and nesting and numbers of keys without limit.
class Guard {
 public:
  explicit Guard(const std::string& source) : source_(source) {}
  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > depth_limit)
      throw Error("JSON nested too deep", "", "at most " + std::to_string(depth_limit) + " levels", source_);
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event != Json::parse_event_t::key) return true;
    if (!keys_.back().insert(parsed.get<std::string>()).second)
      throw Error("a key that stands twice", parsed.get<std::string>(), "each key once", source_);
    if (keys_.back().size() > keys_limit)
      throw Error("an object with too many keys", "", "at most " + std::to_string(keys_limit), source_);
    return true;
  }

 private:
  const std::string& source_;
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text, const std::string& source) {
  Guard guard(source);
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t event, Json& parsed) {
      return guard(depth, event, parsed);
    });
  } catch (const Json::parse_error& error) {
    throw Error("not JSON: " + reason(error.what()), "", "", place(text, error.byte, source));
  } catch (const Json::exception& error) {
    throw Error("not JSON: " + reason(error.what()), "", "", source);
  }
}

}  // namespace ergo
