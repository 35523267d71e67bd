#include "core/site_targets/given_pictures.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/data_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/npz/weight_arrays.h"

namespace ergo {
namespace {

/// Numbers, the last axis fastest.
struct Numbers {
  std::vector<std::size_t> shape;
  std::vector<double> values;
};

Numbers numbers_of(const NpyArray& array) { return {array.shape, array.to_double()}; }

Numbers of_archive(const GivenFile& file, const std::string& where) {
  const NpzReader archive(file, where);
  const bool one = archive.arrays().size() == 1;
  if (!one && !archive.arrays().contains("x"))
    throw Error("no pictures: a missing array", "x", "x [pictures, rows, columns], or only one array",
                where + ", " + file.source);
  return numbers_of(archive.array(one ? archive.arrays().begin()->first : "x", DataTable::most_bytes));
}

Numbers of_table(const GivenFile& file, const std::string& where) {
  const DataTable table = read_data_table(*file.bytes, file.source, where);
  Numbers numbers{{table.rows, table.columns.size()}, {}};
  for (std::size_t row = 0; row < table.rows; ++row)
    for (const DataTable::Column& column : table.columns) numbers.values.push_back(column.values[row]);
  return numbers;
}

Numbers read(const GivenFile& file, const std::string& where) {
  if (file.bytes->starts_with("\x93NUMPY"))
    return numbers_of(read_npy_array(std::as_bytes(std::span(*file.bytes)), where + ", " + file.source));
  return file.bytes->starts_with("PK") ? of_archive(file, where) : of_table(file, where);
}

}  // namespace

std::string legal_picture_files() {
  return "a .npy or .npz file of zeros and ones [pictures, rows, columns] or [pictures, pixels], or a CSV file with a "
         "picture in each line; up to " +
         std::to_string(most_given_pictures) + " pictures of up to " + std::to_string(most_given_pixels) + " pixels";
}

PictureSet given_pictures(const GivenFile& file, const std::string& where) {
  const Numbers numbers = read(file, where);
  const std::string place = where + ", " + file.source;
  const std::vector<std::size_t>& shape = numbers.shape;
  const std::size_t axes = shape.size(), count = axes > 0 ? shape[0] : 0;
  const std::size_t pixels = count > 0 ? numbers.values.size() / count : 0;
  if ((axes != 2 && axes != 3) || count > most_given_pictures || pixels < 1 || pixels > most_given_pixels)
    throw Error("illegal shape of pictures:", shape_words(shape), legal_picture_files(), place);
  for (std::size_t i = 0; i < numbers.values.size(); ++i)
    if (const double value = numbers.values[i]; value != 0 && value != 1)
      throw Error("neither 0 nor 1 is pixel " + std::to_string(i % pixels + 1) + " of picture " +
                      std::to_string(i / pixels + 1) + ":",
                  std::isnan(value) ? "NaN" : number_text(value), "0, 1", place);
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(pixels))));
  const std::size_t columns = axes == 3 ? shape[2] : side * side == pixels ? side : pixels;
  PictureSet set{.id = "given", .rows = static_cast<int>(pixels / columns), .columns = static_cast<int>(columns)};
  for (std::size_t k = 0; k < count; ++k)
    set.pictures.emplace_back(numbers.values.begin() + static_cast<std::ptrdiff_t>(k * pixels),
                              numbers.values.begin() + static_cast<std::ptrdiff_t>((k + 1) * pixels));
  return set;
}

}  // namespace ergo
