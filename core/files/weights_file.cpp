#include "core/files/weights_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/error.h"
#include "core/files/npz.h"

namespace ergo {
namespace {

std::string words_of_shape(std::span<const std::size_t> shape) {
  std::string text = "[";
  for (const std::size_t size : shape) text.append(text.size() > 1 ? ", " : "").append(std::to_string(size));
  return text.append("]");
}

std::string words_of(std::span<const WeightArray> arrays, const std::string& ending) {
  std::string text;
  for (const auto& [name, shape] : arrays)
    text.append(text.empty() ? "" : ", ").append(name + ending).append(" ").append(words_of_shape(shape));
  return text;
}

std::vector<double> numbers(const NpzReader& archive, const WeightArray& wanted, const std::string& ending,
                            const std::string& path) {
  const std::string name = wanted.name + ending;
  const auto shape = archive.header(name).shape;
  if (shape != wanted.shape)
    throw Error(
        "illegal shape of " + name + ":", words_of_shape(shape),
        words_of_shape(wanted.shape) + ", as target, learn.model, learn.hidden and learn.second have it",
        path);
  std::vector<double> values = archive.array(name).to_double();
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  if (bad != values.end())
    throw Error(name + " is not finite in element", std::to_string(bad - values.begin()), "finite numbers",
                path);
  return values;
}

bool has_any(const NpzReader& archive, std::span<const WeightArray> wanted, const std::string& ending) {
  return std::ranges::any_of(
      wanted, [&](const WeightArray& array) { return archive.arrays().contains(array.name + ending); });
}

void require_all(const NpzReader& archive, std::span<const WeightArray> wanted, const std::string& ending,
                 const std::string& path) {
  for (const WeightArray& array : wanted)
    if (const std::string name = array.name + ending; !archive.arrays().contains(name))
      throw Error("no weights of this model: a missing array", name, words_of(wanted, ending), path);
}

}  // namespace

std::vector<double> read_weights(const std::string& path, const RunLearning& model) {
  const NpzReader archive(path);
  const std::vector<WeightArray> wanted = model.weight_arrays(), frame = model.coordinate_arrays();
  const std::string ending = has_any(archive, wanted, mean_ending) ? mean_ending : "";
  require_all(archive, wanted, ending, path);
  std::vector<double> row;
  for (const WeightArray& array : wanted)
    std::ranges::copy(numbers(archive, array, ending, path), std::back_inserter(row));
  if (!has_any(archive, frame, "")) return row;
  require_all(archive, frame, "", path);
  std::map<std::string, std::vector<double>> coordinates;
  for (const WeightArray& array : frame) coordinates[array.name] = numbers(archive, array, "", path);
  try {
    return model.in_own_coordinates(std::move(row), coordinates);
  } catch (const Error& error) {
    throw error.at(path);
  }
}

}  // namespace ergo
