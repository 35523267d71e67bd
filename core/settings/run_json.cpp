#include "core/settings/run_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/text_words.h"
#include "core/config/apply_list.h"
#include "core/config/noise_settings.h"

namespace ergo {

namespace {

using Json = nlohmann::ordered_json;

template <class Number>
bool whole_text(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, problem] = read_number(text.data(), end, number);
  return problem == std::errc() && stopped == end;
}

Json value_json(const std::string& text) {
  std::uint64_t count = 0;
  std::int64_t whole = 0;
  double real = 0;
  if (whole_text(text, count)) return count;
  if (whole_text(text, whole)) return whole;
  if (whole_text(text, real) && std::isfinite(real)) return real;
  return text;
}

std::string value_text(const Json& value, const std::string& where) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_number_unsigned()) return number_text(value.get<std::uint64_t>());
  if (value.is_number_integer()) return number_text(value.get<std::int64_t>());
  if (value.is_number()) return number_text(value.get<double>());
  throw Error("not a value:", value.dump().substr(0, 60), "a number, a text, true or false", where);
}

/// Whether it changes the values of other paths: a unit's id resets its parameters, a content those that it declares, the
/// kind of defaults those still at theirs, and the noise's settings change one another.
bool reaches_further(const Assignment& a) {
  return a.path == "target" || a.path == "sampler" || a.path == "start" || a.path == "defaults" ||
         a.path.starts_with("gradient_noise.") || a.path == "learn.model" || sets_content(a.path);
}

}  // namespace

Json run_json(std::span<const Assignment> assignments) {
  Json object = Json::object();
  for (const auto& [path, value] : assignments) object[path] = value_json(value);
  return object;
}

Json journal_json(const Journal& journal) {
  Json list = Json::array();
  for (const auto& [step, assignment, goes_on] : journal) {
    const bool same_step =
        !list.empty() && list.back()["step"] == step && list.back().contains("goes_on") == goes_on;
    // Reading sorts a set: what changes other settings must not move before those that it followed.
    const bool separate =
        !same_step || list.back()["set"].contains(assignment.path) || reaches_further(assignment);
    if (separate) {
      list.push_back({{"step", step}, {"set", Json::object()}});
      if (goes_on) list.back()["goes_on"] = true;
    }
    list.back()["set"][assignment.path] = value_json(assignment.value);
  }
  return list;
}

std::vector<Assignment> assignments_of_json(const Json& object, const std::string& where) {
  if (!object.is_object())
    throw Error("not an object:", object.dump().substr(0, 60), "{\"path\": value, ...}", where);
  std::vector<Assignment> list;
  for (const auto& [path, value] : object.items())
    list.push_back({path, value_text(value, where + ", " + path)});
  check_given_once(list, where);
  sort_for_apply(list);
  return list;
}

Effect apply_at(RunConfig& config, const Assignment& assignment, const std::string& where,
                const std::filesystem::path& folder, decltype(apply)* with) try {
  return with(config, assignment, folder);
} catch (const Error& error) {
  throw error.at(where + ", " + assignment.path);
}

void check_beginning_at(const RunConfig& config, const std::string& where) try {
  check_beginning(config);
} catch (const Error& error) {
  throw error.at(where + ", " + error.where);
}

}  // namespace ergo
