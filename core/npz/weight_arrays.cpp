#include "core/npz/weight_arrays.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace ergo {

std::string weights_ending(const NpzReader& archive, std::span<const std::string> names) {
  const bool averaged = std::ranges::any_of(
      names, [&](const std::string& name) { return archive.arrays().contains(name + averaged_ending); });
  return averaged ? averaged_ending : "";
}

void require_arrays(const NpzReader& archive, std::span<const std::string> names, const std::string& ending,
                    const std::string& legal, const std::string& where) {
  for (const std::string& name : names)
    if (!archive.arrays().contains(name + ending))
      throw Error("no weights of this model: a missing array", name + ending, legal, where);
}

std::vector<double> finite_numbers(const NpzReader& archive, const std::string& name,
                                   const std::string& where) {
  std::vector<double> values = archive.array(name).to_double();
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  if (bad != values.end())
    throw Error(name + " is not finite in element", std::to_string(bad - values.begin()), "finite numbers",
                where);
  return values;
}

std::string shape_words(std::span<const std::size_t> shape) {
  std::string text = "[";
  for (const std::size_t size : shape) text.append(text.size() > 1 ? ", " : "").append(std::to_string(size));
  return text.append("]");
}

}  // namespace ergo
