#include "core/pixels/area_average.h"

#include <algorithm>

namespace ergo {

AreaAverage::AreaAverage(int width, int height, int to_width, int to_height)
    : columns_(shares(width, to_width)),
      rows_(shares(height, to_height)),
      width_(static_cast<std::size_t>(to_width)),
      sums_(width_ * static_cast<std::size_t>(to_height)),
      row_sums_(width_) {}

std::vector<std::vector<AreaAverage::Share>> AreaAverage::shares(int from, int to) {
  // In units of 1/(from to) of the side an original pixel is `to` long and a new one `from`: all bounds are whole
  // numbers.
  std::vector<std::vector<Share>> all(static_cast<std::size_t>(from));
  const long long old_length = to, new_length = from;
  for (long long k = 0; k < from; ++k)
    for (long long at = k * old_length, end = at + old_length; at < end;) {
      const long long pixel = at / new_length, next = std::min(end, (pixel + 1) * new_length);
      all[static_cast<std::size_t>(k)].push_back(
          {static_cast<std::size_t>(pixel), static_cast<double>(next - at) / static_cast<double>(new_length)});
      at = next;
    }
  return all;
}

void AreaAverage::add_row(std::span<const float> row) {
  std::ranges::fill(row_sums_, 0);
  for (std::size_t k = 0; k < row.size(); ++k)
    for (const auto& [to, part] : columns_[k]) row_sums_[to] += part * static_cast<double>(row[k]);
  for (const auto& [to, part] : rows_[next_])
    for (std::size_t k = 0; k < width_; ++k) sums_[to * width_ + k] += part * row_sums_[k];
  ++next_;
}

std::vector<float> AreaAverage::pixels() const { return {sums_.begin(), sums_.end()}; }

}  // namespace ergo
