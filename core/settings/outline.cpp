#include "core/settings/outline.h"

#include <nlohmann/json.hpp>

#include "core/settings/json_reader.h"
#include "core/settings/lecture.h"
#include "core/settings/preset.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;

Json built_in(const std::string& file) { return parse_json(embedded_presets().at(file), file); }

Outline heading_of(const Json& document) {
  return {.title = document.value("title", ""), .story = document.value("story", ""),
          .group = document.value("group", "")};
}

void add_units(const Json& of, std::vector<std::string>& units) {
  const Json run = of.value("run", Json::object());
  for (const char* path : {"target", "sampler"})
    if (run.contains(path)) units.push_back(run[path]);
}

}  // namespace

Outline preset_outline(const std::string& name) {
  const Json document = built_in(name + ".json");
  Outline outline = heading_of(document);
  add_units(document, outline.units);
  for (const Json& session : document.value("sessions", Json::array())) add_units(session, outline.units);
  return outline;
}

Outline lecture_outline(const std::string& name) {
  const Json document = built_in("lectures/" + name + ".json");
  Outline outline = heading_of(document);
  for (const Json& cue : document.at("cues")) outline.cues.push_back(cue.at("title"));
  return outline;
}

}  // namespace ergo
