#include <algorithm>
#include <cstdio>
#include <optional>

#include "app/command/ergo_manual.h"
#include "core/base/error.h"
#include "core/config/run_paths.h"
#include "core/settings/lecture.h"
#include "core/settings/preset_edit.h"
#include "core/settings/view_json.h"
#include "core/unit/registry.h"

namespace ergo {

namespace {

using Strings = std::vector<std::string>;

constexpr std::string_view sessions_prefix = "sessions.";

bool is_assignment(const std::string& word) {
  return !word.starts_with('-') && word.find('=') != std::string::npos;
}

/// The preset that `typed` begins with, if any, with the assignments among them. Strings that are wrong, or
/// that are another option's value, count for nothing.
Preset preset_of(const Strings& typed, bool& named) {
  Preset preset;
  named = false;
  for (const std::string& word : typed) try {
      if (is_assignment(word)) {
        assign(preset, {parse_assignment(word)});
      } else if (!named && !word.empty() && !word.starts_with('-')) {
        preset = load_preset(word);
        named = true;
      }
    } catch (const Error&) {
    }
  return preset;
}

/// The path sessions.N.<path> split at <path>; the other paths are whole.
std::pair<std::string, std::string> split_path(const std::string& path) {
  if (!path.starts_with(sessions_prefix)) return {"", path};
  const std::size_t dot = path.find('.', sessions_prefix.size());
  if (dot == std::string::npos) return {"", path};
  return {path.substr(0, dot + 1), path.substr(dot + 1)};
}

/// The run N of sessions.N., or the first where there is no such run.
RunConfig run_at(const Preset& preset, const std::string& prefix) {
  const std::vector<PresetSession> runs = runs_of(preset);
  std::size_t n = 0;
  if (!prefix.empty()) n = static_cast<std::size_t>(prefix[sessions_prefix.size()] - '0');
  return runs[n < runs.size() ? n : 0].config;
}

/// An assignment's path up to "=", or where that is typed its values.
Strings next_of_run(const Strings& typed, const std::string& current) {
  bool named = false;
  const Preset preset = preset_of(typed, named);
  const std::size_t equals = current.find('=');
  const auto [prefix, path] = split_path(current.substr(0, equals));
  const RunConfig config = run_at(preset, prefix);
  Strings words;
  if (equals != std::string::npos) {
    Strings values = values_of(config, path);
    if (values.empty()) values = view_values(path);
    for (const std::string& value : values) words.push_back(prefix + path + "=" + value);
    return words;
  }
  if (!named && std::ranges::none_of(typed, is_assignment)) words = preset_names();
  Strings paths = paths_of(config);
  if (prefix.empty())
    std::ranges::copy(view_paths(), std::back_inserter(paths));
  else
    std::erase_if(paths, [](const std::string& each) { return !may_differ(each); });
  for (const std::string& each : paths) words.push_back(prefix + each + "=");
  if (const std::size_t runs = runs_of(preset).size(); prefix.empty() && runs > 1)
    for (std::size_t n = 0; n < runs; ++n)
      words.push_back(own_path(n, "sampler="));
  return words;
}

void add_units(Strings& words) {
  for (const auto& unit : samplers()) words.push_back(unit.descriptor.id);
  for (const auto& unit : targets()) words.push_back(unit.descriptor.id);
}

Strings next_words(const std::string& kind, const Strings& typed, const std::string& current) {
  Strings words;
  if (kind == manual::name_of(manual::Offer::run)) {
    words = next_of_run(typed, current);
  } else if (kind == manual::name_of(manual::Offer::unit)) {
    add_units(words);
  } else if (kind == manual::name_of(manual::Offer::lecture)) {
    words = lecture_names();
  } else if (kind == manual::name_of(manual::Offer::subject)) {
    add_units(words);
    for (const auto& unit : starts()) words.push_back(unit.descriptor.id);
    for (const char* property : {"gradient_noise", "learn"}) words.push_back(property);
    for (const std::string& name : lecture_names()) words.push_back("lectures/" + name);
    std::ranges::copy(preset_names(), std::back_inserter(words));
  } else {
    throw Error("unknown kind of words", kind, "run, unit, subject, lecture", "ergo words");
  }
  return words;
}

}  // namespace

int words_command(const std::string& kind, const std::vector<std::string>& words) {
  Strings typed = words;
  const std::string current = typed.empty() ? "" : typed.back();
  if (!typed.empty()) typed.pop_back();
  for (const std::string& word : next_words(kind, typed, current))
    if (word.starts_with(current)) std::printf("%s\n", word.c_str());
  return 0;
}

}  // namespace ergo
