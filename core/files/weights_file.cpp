#include "core/files/weights_file.h"

#include <algorithm>
#include <iterator>

#include "core/base/error.h"
#include "core/npz/weight_arrays.h"

namespace ergo {
namespace {


std::string words_of(std::span<const WeightArray> arrays, const std::string& ending) {
  std::string text;
  for (const auto& [name, shape] : arrays)
    text.append(text.empty() ? "" : ", ").append(name + ending).append(" ").append(shape_words(shape));
  return text;
}

std::vector<double> numbers(const NpzReader& archive, const WeightArray& wanted, const std::string& ending,
                            const std::string& path) {
  const std::string name = wanted.name + ending;
  const auto shape = archive.header(name).shape;
  if (shape != wanted.shape)
    throw Error(
        "illegal shape of " + name + ":", shape_words(shape),
        shape_words(wanted.shape) + ", as target, learn.model, learn.hidden and learn.second have it",
        path);
  return finite_numbers(archive, name, path);
}

std::vector<std::string> names_of(std::span<const WeightArray> arrays) {
  std::vector<std::string> names;
  for (const WeightArray& array : arrays) names.push_back(array.name);
  return names;
}

}  // namespace

std::vector<double> read_weights(const std::string& path, const RunLearning& model) {
  const NpzReader archive(path);
  const std::vector<WeightArray> wanted = model.weight_arrays(), frame = model.coordinate_arrays();
  const std::vector<std::string> names = names_of(wanted), frame_names = names_of(frame);
  const std::string ending = weights_ending(archive, names);
  require_arrays(archive, names, ending, words_of(wanted, ending), path);
  std::vector<double> row;
  for (const WeightArray& array : wanted)
    std::ranges::copy(numbers(archive, array, ending, path), std::back_inserter(row));
  const bool framed = std::ranges::any_of(
      frame_names, [&](const std::string& name) { return archive.arrays().contains(name); });
  if (!framed) return row;
  require_arrays(archive, frame_names, "", words_of(frame, ""), path);
  std::map<std::string, std::vector<double>> coordinates;
  for (const WeightArray& array : frame) coordinates[array.name] = numbers(archive, array, "", path);
  try {
    return model.in_own_coordinates(std::move(row), coordinates);
  } catch (const Error& error) {
    throw error.at(path);
  }
}

}  // namespace ergo
