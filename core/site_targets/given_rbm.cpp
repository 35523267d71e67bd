#include "core/site_targets/given_rbm.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/base/number_text.h"
#include "core/npz/weight_arrays.h"

namespace ergo {
namespace {

using Shape = std::vector<std::size_t>;

/// The arrays of one machine in an archive.
class MachineArrays {
 public:
  MachineArrays(const NpzReader& archive, std::string place) : archive_(archive), place_(std::move(place)) {
    const std::vector<std::string> names = {"b", "c", "w"};
    ending_ = weights_ending(archive, names);
    const std::string legal =
        "b" + ending_ + " [visible], c" + ending_ + " [hidden], w" + ending_ + " [hidden, visible]";
    require_arrays(archive, names, ending_, legal, place_);
  }

  /// Of b or c, of which there are up to `most`.
  std::vector<double> fields(const std::string& name, std::size_t most) const {
    const Shape shape = shape_of(name);
    if (shape.size() != 1 || shape[0] < 1 || shape[0] > most)
      throw illegal_shape(name, shape, "[units], with " + range_words(std::size_t{1}, most) + " units");
    return numbers(name);
  }
  std::vector<double> weights(std::size_t hidden, std::size_t visible) const {
    const Shape shape = shape_of("w"), wanted = {hidden, visible};
    if (shape != wanted)
      throw illegal_shape("w", shape,
                          shape_words(wanted) + ", as c" + ending_ + " and b" + ending_ + " have it");
    return numbers("w");
  }

 private:
  Shape shape_of(const std::string& name) const { return archive_.header(name + ending_).shape; }
  Error illegal_shape(const std::string& name, const Shape& shape, const std::string& legal) const {
    return Error("illegal shape of " + name + ending_ + ":", shape_words(shape), legal, place_);
  }
  std::vector<double> numbers(const std::string& name) const {
    std::vector<double> values = finite_numbers(archive_, name + ending_, place_);
    const auto far =
        std::ranges::find_if(values, [](double value) { return std::abs(value) > largest_given_weight; });
    if (far != values.end())
      throw Error(
          name + ending_ + " is out of range in element " + std::to_string(far - values.begin()) + ":",
          number_text(*far), range_words(-largest_given_weight, largest_given_weight), place_);
    return values;
  }

  const NpzReader& archive_;
  std::string place_, ending_;
};

}  // namespace

RbmWeights given_rbm_weights(const GivenFile& file, const std::string& where) {
  const NpzReader archive(file, where);
  const MachineArrays arrays(archive, where + ", " + file.source);
  RbmWeights weights;
  weights.b = arrays.fields("b", most_visible);
  weights.c = arrays.fields("c", most_hidden);
  weights.w = arrays.weights(weights.c.size(), weights.b.size());
  return weights;
}

}  // namespace ergo
