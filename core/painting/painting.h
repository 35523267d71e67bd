#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/spline/spline.h"
#include "core/unit/parameter.h"

namespace ergo {

/// A line drawn on a density. With d the distance from the line through its points, the stroke is 1 up to d = hardness
/// size and exp(-(d - hardness size)^2/(2 s^2)) beyond, s = (1 - hardness) size/2, but at least a node's spacing. A
/// brush adds strength times that to the density; an eraser divides the density by 1000 to the power of strength times
/// that.
struct Stroke {
  bool eraser = false;
  double size = 0.5, strength = 1, hardness = 0.5;
  std::vector<Position> points;  ///< one or more
  bool operator==(const Stroke&) const = default;
};

/// A density to paint on: side x side nodes over the window, rows from the lowest y upwards. A level l is an energy of
/// most_base_energy (l/255)^2 above the lowest.
struct BasePicture {
  int side = 64;
  std::vector<std::uint8_t> levels;
  bool operator==(const BasePicture&) const = default;
};

struct Painting {
  Window window{{-4, -4}, {4, 4}};
  std::optional<BasePicture> base;
  std::vector<Stroke> strokes;  ///< in the order in which they are drawn
};

/// The legal values, both ends included.
inline constexpr Range stroke_sizes{1e-3, 1e4}, stroke_strengths{1e-3, 1e3}, stroke_hardnesses{0, 1},
    painted_coordinates{-1e5, 1e5}, canvas_coordinates{-1e4, 1e4};
inline constexpr int least_base_side = 2, most_base_side = 128;
inline constexpr std::size_t most_painting_bytes = 65536, most_strokes = 256, most_stroke_points = 2048;
inline constexpr double most_base_energy = 12;

/// Reads "window -4 -4 4 4; brush 0.6 strength 1 hardness 0.5: 0 0, 1 0.5, 2 1; eraser 0.3: 1 1": the window's lower
/// left and upper right corners, and for each stroke its size, strength (1 if left out) and hardness (0.5 if left out),
/// a colon, and its points with commas between them. "base 64: ..." is a BasePicture of that side, packed: of each node
/// in turn the level less those of its left and lower neighbours plus that of the one between them. Window and base
/// stand once at most, in any place; semicolons or line breaks stand between statements. Throws Error that names
/// `where`, the stroke and the point counted from 1, the bad word and the legal ones.
Painting parse_painting(const std::string& text, const std::string& where);

/// The legal texts in words.
std::string legal_painting();

/// The text of a painting, its points rounded to a power of ten below a four hundredth of the window's longer side and
/// its other numbers to three digits, so that texts stay short.
std::string painting_text(const Painting& painting);

/// The base picture of a target in two dimensions, over its window: what an editor starts from. Throws Error for a
/// target on a line or a lattice, and for one whose window no painting may have.
Painting painting_of(const Target& target, int side = 64);

inline constexpr int painted_nodes = 128;

/// -log(density + floor) on painted_nodes x painted_nodes nodes.
EnergyGrid painted_grid(const Painting& painting, double floor);

/// How a base picture stands in a text; side is known. Throws Error naming `where` and what is wrong.
std::string base_word(const BasePicture& base);
BasePicture parse_base(int side, const std::string& word, const std::string& where);

/// Throws Error naming `where` if no painting may have the window.
void check_canvas(const Window& window, const std::string& where);

}  // namespace ergo
