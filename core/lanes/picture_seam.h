#pragma once

#include <cstddef>
#include <cstdint>

#include "core/lanes/seam.h"

/// What passes between the software renderer and its loops over pixels, of any instruction set: plain data. Rows of
/// pixels count from the lowest, 0; words are 0xAARRGGBB. Rows are `stride` numbers apart, a multiple of 16: the loops
/// fill rows up to a multiple of their lanes.
namespace ergo::lanes {

struct PassColour {
  float red = 0, green = 0, blue = 0;  ///< 0 to 1
};

/// The plane in pixels.
struct PassPlane {
  int width = 0, height = 0, stride = 0;
  float centre_x = 0, centre_y = 0;  ///< of the picture
  float zoom = 1, scale = 1;         ///< pixels per unit, and per logical pixel
  float baseline = 0, peak_height = 1;
};

/// The ground of a target of the plane; twin of shaders/draw/density.frag.
struct DensityPass {
  PassPlane plane;
  std::uint32_t* words = nullptr;  ///< of the picture, from the top row
  int low = 0, high = 0;           ///< rows that are drawn
  bool line = false;
  float stretch = 1;
  int ground = 0;
  float mean_x = 0, mean_y = 0, sd_x = 1, sd_y = 1;
  float peak = 0, transfer = 1, contour_energies[4] = {}, contour_width = 0, curve_width = 1;
  PassColour dark, bright, lines;
  TargetView target;
};

/// The ground of a lattice; twin of shaders/draw/sites.frag, but for the mean over a pixel's square.
struct SitesPass {
  PassPlane plane;
  std::uint32_t* words = nullptr;  ///< of one row
  int row = 0;
  const float* masses = nullptr;  ///< of one row: the mean over each pixel's square
  int side_x = 1, side_y = 1, block = 1;
  float peak = 1, transfer = 1;
  bool contours = false;
  float border_masses[4] = {}, contour_width = 0, distribution_width = 0;
  bool framed = false;
  const float* distribution = nullptr;  ///< [y][x], side_x * side_y
  PassColour dark, bright, under, lines;
};

/// A chain in the picture.
struct SplatPoint {
  float x = 0, y = 0, radius = 0;  ///< pixels; radius 0: it is not drawn
  float tone = 0;
  std::uint32_t owner = 0;  ///< hash and class of a chain that has a class
  bool hollow = false;
};

/// Adds the discs of chains without a class to rows of pixels; twin of add_point() in shaders/draw/splat.comp.
struct SplatPass {
  const SplatPoint* points = nullptr;
  std::size_t count = 0;
  int width = 0, stride = 0, low = 0, high = 0;  ///< of the rows; 15 more words follow the last one
  int tile_bits = 0;
  bool* touched = nullptr;                       ///< of tiles of 2^tile_bits columns: whether a point lies on one
  std::uint32_t *coverage = nullptr, *tones = nullptr;  ///< as in ResolvePass; tones null: none
};

/// Puts ground, trails, chains and marks together in rows of the picture; twin of shaders/draw/resolve.frag.
struct ResolvePass {
  PassPlane plane;
  std::uint32_t* words = nullptr;         ///< of the picture, from the top row; null: the trails only fade
  const std::uint32_t* ground = nullptr;  ///< likewise
  float *trail = nullptr, *ink = nullptr;  ///< of the picture, from the lowest row; null: no trails
  int low = 0, high = 0, left = 0, right = 0;  ///< of the pixels; left and right are multiples of 16
  /// Of rows from `low` on, 256 for a pixel that one chain covers; the same times the chain's tone, or classes; 255
  /// where a mark is opaque.
  const std::uint32_t *coverage = nullptr, *tones = nullptr, *marks = nullptr;
  float decay = 0, extinction = 0, trail_opacity = 0;
  bool opaque = true;
  enum Colours { plain, ramp, classes } colours = plain;
  PassColour swarm, trails, highlight, emphasis, ramp_colours[5], class_colours[8];
  /// A histogram's bars, of each column: the height of its bin, of the one beyond the nearest side of a bin, and the
  /// pixels to that side. Null: none.
  const float *top = nullptr, *other_top = nullptr, *to_side = nullptr;
};

struct PictureKernels {
  void (*density)(const DensityPass&);
  void (*sites)(const SitesPass&);
  void (*splat)(const SplatPass&);
  void (*resolve)(const ResolvePass&);
};

}  // namespace ergo::lanes
