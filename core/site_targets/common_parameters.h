#pragma once

#include "core/unit/parameter.h"

// Parameters that several targets of sites have.
namespace ergo {

inline Parameter grid_side(double initial) {
  return {.id = "side",
          .title = "Side",
          .symbol = "L",
          .unit = "sites",
          .doc = "Sites along each side.",
          .initial = initial,
          .hard = {2, 64},
          .slider = {2, 32},
          .kind = Kind::integer};
}

/// Of lattices {0 .. S - 1}^d.
inline Parameter lattice_side() {
  return {.id = "side",
          .title = "Side",
          .symbol = "S",
          .doc = "Values of a site.",
          .initial = 21,
          .hard = {2, 256},
          .slider = {2, 64},
          .kind = Kind::integer};
}

inline Parameter grid_boundary() {
  return {.id = "boundary",
          .title = "Boundary",
          .symbol = "∂",
          .doc = "torus: opposite sides touch; a side of 2 has no double edges.",
          .initial = 0,
          .hard = {0, 1},
          .slider = {0, 1},
          .kind = Kind::choice,
          .choices = {"torus", "open"}};
}
inline bool is_torus(const Parameters& p) { return p.integer("boundary") == 0; }

/// The seed of what is drawn once, which `title` names.
inline Parameter drawn_seed(std::string title) {
  return {.id = "seed",
          .title = std::move(title),
          .symbol = "#",
          .doc = "What is drawn once, by this seed.",
          .initial = 1,
          .hard = {0, 1e9},
          .slider = {1, 100},
          .kind = Kind::integer};
}
inline std::uint64_t seed_of(const Parameters& p) { return static_cast<std::uint64_t>(p["seed"]); }

}  // namespace ergo
