#include "core/settings/camera_json.h"

#include <nlohmann/json.hpp>

#include "core/settings/object_reader.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;

constexpr double height_min = 1e-9, height_max = 1e9;  // plane units
constexpr const char* all_of_it = "fit";

}  // namespace

PresetCamera read_camera(const Json& value, const std::string& where) {
  if (value == all_of_it) return {};
  if (!value.is_object())
    throw Error("not a camera:", shown(value), R"("fit" or {"centre": [x, y], "height": h})", where);
  const ObjectReader reader(value, {"centre", "height"}, where);
  const Json& centre = reader.need("centre");
  if (!centre.is_array() || centre.size() != 2 || !centre[0].is_number() || !centre[1].is_number())
    throw reader.wrong("centre", "[x, y]");
  PresetCamera camera{centre[0].get<double>(), centre[1].get<double>(), {}};
  reader.need("height");
  reader.read("height", height_min, height_max, camera.height);
  return camera;
}

Json camera_json(const PresetCamera& camera) {
  if (!camera.height) return all_of_it;
  return {{"centre", {camera.centre_x, camera.centre_y}}, {"height", *camera.height}};
}

}  // namespace ergo
