#include <algorithm>
#include <charconv>
#include <cstdio>

#include "app/ergo_commands.h"
#include "core/io/preset.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

std::vector<std::string> unit_ids() {
  std::vector<std::string> ids;
  for (const auto& unit : samplers()) ids.push_back(unit.descriptor.id);
  for (const auto& unit : targets()) ids.push_back(unit.descriptor.id);
  return ids;
}

/// One run of a comparison, the first where `number` is empty; a run alone is its only one.
PresetSession session_of(const Preset& preset, const std::string& name, const std::string& number) {
  const std::size_t last = preset.beside.size();
  if (number.empty() && last > 0)
    std::fprintf(stderr,
                 "ergo: %s compares %zu runs; this is the first, %s (session=1 to %zu for the others)\n",
                 name.c_str(), last + 1, preset.config.sampler.id.c_str(), last);
  const std::uint64_t index = number.empty() ? 0 : parse_count("session", number, 0, last);
  return index == 0 ? PresetSession{preset.config, preset.journal} : preset.beside[index - 1];
}

}  // namespace

RunRequest parse_run(std::vector<std::string> words) {
  constexpr std::string_view chooser = "session=";
  const auto chosen =
      std::ranges::find_if(words, [&](const auto& word) { return word.starts_with(chooser); });
  const std::string session = chosen == words.end() ? "" : chosen->substr(chooser.size());
  if (chosen != words.end()) words.erase(chosen);
  RunRequest request;
  std::size_t first = 0;
  if (!words.empty() && words[0].find('=') == std::string::npos) {
    PresetSession run = session_of(load_preset(words[0]), words[0], session);
    request.config = std::move(run.config);
    request.journal = std::move(run.journal);
    first = 1;
  } else if (!session.empty()) {
    throw Error("no comparison to choose from:", std::string(chooser) + session, "PRESET session=N", "");
  }
  std::vector<Assignment> assignments;
  for (std::size_t i = first; i < words.size(); ++i) {
    if (i > 0 && words[i].find('=') == std::string::npos)
      throw Error("neither an assignment nor the first word:", words[i], "[PRESET] [path=value ...]", "");
    assignments.push_back(parse_assignment(words[i]));
  }
  check_given_once(assignments, "");
  sort_for_apply(assignments);
  for (const auto& assignment : assignments) {
    apply(request.config, assignment);
    request.chains_given |= assignment.path == "chains";
  }
  return request;
}

std::vector<BackendKind> backends_of(const std::string& name) {
  if (name == "cpu") return {BackendKind::cpu};
  if (name == "gpu") return {BackendKind::gpu};
  if (name == "all") return {BackendKind::cpu, BackendKind::gpu};
  throw Error("unknown backend", name, "cpu, gpu, all", "--backend");
}

void check_unit_ids(const std::vector<std::string>& ids, const std::string& where) {
  const auto known = unit_ids();
  for (const auto& id : ids)
    if (std::find(known.begin(), known.end(), id) == known.end())
      throw Error("unknown sampler or target", id, legal_words(id, known), where);
}

bool pair_wanted(const std::vector<std::string>& ids, const std::string& sampler, const std::string& target) {
  bool sampler_named = false, target_named = false, any_sampler = false, any_target = false;
  for (const auto& id : ids) {
    for (const auto& unit : samplers()) any_sampler |= unit.descriptor.id == id;
    for (const auto& unit : targets()) any_target |= unit.descriptor.id == id;
    sampler_named |= id == sampler;
    target_named |= id == target;
  }
  return (sampler_named || !any_sampler) && (target_named || !any_target);
}

std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t low,
                          std::uint64_t high) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end || value < low || value > high)
    throw Error("illegal value of " + option, text,
                "a whole number from " + std::to_string(low) + " to " + std::to_string(high), "");
  return value;
}

}  // namespace ergo
