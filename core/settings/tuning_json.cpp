#include "core/settings/tuning_json.h"

#include <nlohmann/json.hpp>

#include "core/settings/object_reader.h"

namespace ergo {

using Json = nlohmann::ordered_json;

TuningOptions read_tuning(const Json& object, const std::string& where) {
  TuningOptions options;
  std::vector<std::string> keys;
  for_each_setting(options, [&](const char* key, const auto&...) { keys.push_back(key); });
  const ObjectReader reader(object, keys, where);
  for_each_setting(options, [&](const char* key, auto& member, auto low, auto high) {
    std::optional given = member;
    reader.read(key, low, high, given);
    member = *given;
  });
  return options;
}

Json tuning_json(const TuningOptions& options) {
  const Json usual = [] {
    Json all = Json::object();
    const TuningOptions defaults;
    for_each_setting(defaults, [&](const char* key, const auto& member, auto, auto) { all[key] = member; });
    return all;
  }();
  Json object = Json::object();
  for_each_setting(options, [&](const char* key, const auto& member, auto, auto) {
    if (usual[key] != member) object[key] = member;
  });
  return object;
}

}  // namespace ergo
