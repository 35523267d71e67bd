#include "core/io/tuning_json.h"

#include <nlohmann/json.hpp>

#include "core/io/object_reader.h"

namespace ergo {

using Json = nlohmann::ordered_json;

TuningOptions read_tuning(const Json& object, const std::string& where) {
  const ObjectReader reader(
      object, {"alpha_ceil", "alpha_floor", "beta_max", "beta_min", "acceptance", "cycle_length"}, where);
  TuningOptions options;
  const auto number = [&](const char* key, double low, double high, double& to) {
    std::optional<double> given;
    reader.read(key, low, high, given);
    to = given.value_or(to);
  };
  number("alpha_ceil", 1e-3, 1e6, options.alpha_ceil);
  number("alpha_floor", 1e-3, 1e6, options.alpha_floor);
  number("beta_max", 0, 2, options.beta_max);
  number("beta_min", 0, 2, options.beta_min);
  number("acceptance", 0, 1, options.acceptance);
  std::optional<int> cycle_length;
  reader.read("cycle_length", 2, 65535, cycle_length);
  options.cycle_length = cycle_length.value_or(options.cycle_length);
  return options;
}

Json tuning_json(const TuningOptions& o) {
  const TuningOptions usual;
  Json object = Json::object();
  const auto put = [&](const char* key, auto value, auto as_usual) {
    if (value != as_usual) object[key] = value;
  };
  put("alpha_ceil", o.alpha_ceil, usual.alpha_ceil);
  put("alpha_floor", o.alpha_floor, usual.alpha_floor);
  put("beta_max", o.beta_max, usual.beta_max);
  put("beta_min", o.beta_min, usual.beta_min);
  put("acceptance", o.acceptance, usual.acceptance);
  put("cycle_length", o.cycle_length, usual.cycle_length);
  return object;
}

}  // namespace ergo
