#pragma once

#include <string>
#include <string_view>

#include "core/base/stop.h"
#include "core/survey/window_search.h"

namespace ergo {

/// What is wrong with a density, as far as its energy shows.
struct Properness {
  enum class Finding {
    not_shown_improper,
    unfinished,      ///< it was told to stop
    not_a_number,    ///< E is none at `place`
    minus_infinity,  ///< E is minus infinity about `place`
    nowhere_finite,  ///< no place with a finite energy was found
    falls_for_ever,  ///< E falls for ever in `direction`
    heavy_tail,      ///< in `direction` the mass between distances r and r + dr goes like r^exponent dr, exponent >= -1
    heavy_point,     ///< about `place` it goes so with the distance from there, exponent <= -1
    heavy_line       ///< so with the distance across a line through `place`
  };
  Finding finding = Finding::not_shown_improper;
  Position place;
  Position direction;  ///< of length 1
  double exponent = 0;

  bool improper() const { return finding != Finding::not_shown_improper && finding != Finding::unfinished; }
};

/// Looks for reasons why exp(-E) has no finite integral:
/// - E at a grid over the window and half its width about it, where it may be no number or minus infinity;
/// - rings far out, to 1e64 times as far as the window: as E needs, their mass per unit of log r must fall in the end,
///   and where it falls ever more slowly, faster than 1/log r;
/// - rings about points and, across them, about lines towards which E falls: their mass must vanish at the middle.
/// A density that passes is not shown to be proper: a spike or a horn may hide between nodes, and tails with
/// exponents within 0.003 of the limit count as improper. Where rounding hides a horn, no claim is made beyond.
/// `found` is what find_window said. At most 6e5 evaluations; 1e5 for a plain density.
Properness check_density(const Landscape& landscape, const FoundWindow& found, StopToken stop = {});

/// How sentence() begins where the integral is infinite.
inline constexpr std::string_view no_density = "This is no density: ";
/// One or two sentences for whoever wrote the density.
std::string sentence(const Properness& properness, int dim = 2);

}  // namespace ergo
