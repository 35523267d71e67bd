#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/base/packed_text.h"
#include "core/painting/painting.h"

namespace ergo {
namespace {

/// What a level is likely to be, from its neighbours to the left and below: their sum less the one between them.
int foreseen(const BasePicture& base, int column, int row) {
  const auto level = [&](int i, int j) {
    return i < 0 || j < 0 ? 0 : base.levels[static_cast<std::size_t>(j * base.side + i)];
  };
  return level(column - 1, row) + level(column, row - 1) - level(column - 1, row - 1);
}

std::size_t count(int side) { return static_cast<std::size_t>(side) * static_cast<std::size_t>(side); }

}  // namespace

std::string base_word(const BasePicture& base) {
  std::string bytes;
  for (int j = 0; j < base.side; ++j)
    for (int i = 0; i < base.side; ++i) bytes += static_cast<char>(base.levels[bytes.size()] - foreseen(base, i, j));
  return packed(bytes);
}

BasePicture parse_base(int side, const std::string& word, const std::string& where) {
  const std::string legal = "the whole word as it was made";
  const std::string bytes = unpacked(word, count(side), "base: " + legal, where);
  if (bytes.size() != count(side))
    throw Error("base: a picture of another size:", std::to_string(bytes.size()) + " levels",
                std::to_string(count(side)), where);
  BasePicture base{side, std::vector<std::uint8_t>(count(side))};
  std::size_t at = 0;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i, ++at) base.levels[at] = static_cast<std::uint8_t>(bytes[at] + foreseen(base, i, j));
  return base;
}

void check_canvas(const Window& window, const std::string& where) {
  const auto [low, high] = canvas_coordinates;
  double farthest = 1;
  for (const double coordinate : {window.low.x, window.low.y, window.high.x, window.high.y}) {
    if (!(coordinate >= low && coordinate <= high))
      throw Error("window: a corner is out of range:", number_text(coordinate), range_words(low, high), where);
    farthest = std::max(farthest, std::abs(coordinate));
  }
  for (const double side : {window.high.x - window.low.x, window.high.y - window.low.y})
    if (!(side >= 1e-3 * farthest))
      throw Error("window: a side is too short:", number_text(side),
                  "the lower left corner, then the upper right one, at least " + number_text(1e-3 * farthest) + " away",
                  where);
}

Painting painting_of(const Target& target, int side) {
  if (target.lattice() || target.dim != 2)
    throw Error("no picture can be made of a target", target.lattice() ? "on a lattice" : "on a line",
                "a target in the plane", "painting");
  const Window window = target.window();
  check_canvas(window, "painting");
  const EnergyGrid nodes{window, side, side, {}};
  std::vector<double> x, y, energy(count(side));
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) x.push_back(nodes.node(i, j).x), y.push_back(nodes.node(i, j).y);
  target.energies(x, y, energy);
  for (double& e : energy)
    if (!(e < largest_energy)) e = largest_energy;
  const double lowest = std::ranges::min(energy);
  BasePicture base{side, {}};
  for (const double e : energy)
    base.levels.push_back(
        static_cast<std::uint8_t>(std::lround(255 * std::sqrt(std::min(1.0, (e - lowest) / most_base_energy)))));
  return {.window = window, .base = base, .strokes = {}};
}

}  // namespace ergo
