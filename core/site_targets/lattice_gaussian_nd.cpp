// Gaussians on {0 .. S-1}^d, E = (x - b)'W(x - b)/2, W sparse around a cycle or rotated (Sun et al. 2023,
// section 5.2: S = 21, d = 100; appendix B.3: b = 0, spreads 2, 10 and 50). The variances along the axes are
// read as 1 .. spread in even steps: the appendix's formula for them is not legible in the text at hand.
#include "core/site_targets/common_parameters.h"
#include "core/site_targets/quadratic_target.h"
#include "core/sites/site_units.h"

namespace ergo {

SiteTargetUnit lattice_gaussian_nd_unit() {
  return {.id = "lattice_gaussian_nd",
          .title = "Lattice Gaussian",
          .doc = "A Gaussian on the whole numbers 0 to S − 1 in d dimensions: `p(x) ∝ exp(−(x − b)ᵀW (x − b)/2)`. With "
                 "variances v_i from 1 to L in even steps, the sparse W has `1/v_i` in its diagonal and "
                 "`z_i/√(v_i v_j)`, `z_i ~ N(0, 0.2²)`, for neighbours i and j around a cycle. The rotated one is "
                 "`W = Pᵀ diag(1/v) P`, P a random orthogonal matrix.",
          .source = "Sun et al. 2023, section 5.2 and appendix B.3",
          .parameters = {{.id = "dimensions",
                          .title = "Dimensions",
                          .symbol = "d",
                          .doc = "Sites.",
                          .initial = 100,
                          .hard = {1, 400},
                          .slider = {1, 200},
                          .kind = Kind::integer},
                         lattice_side(),
                         {.id = "precision",
                          .title = "Precision matrix",
                          .symbol = "W",
                          .doc = "sparse: neighbours around a cycle interact. rotated: all sites do.",
                          .initial = 0,
                          .hard = {0, 1},
                          .slider = {0, 1},
                          .kind = Kind::choice,
                          .choices = {"sparse", "rotated"}},
                         {.id = "spread",
                          .title = "Spread",
                          .symbol = "L",
                          .doc = "Largest variance, the smallest is 1. Sparse: of a coordinate given all others.",
                          .initial = 10,
                          .hard = {1, 1e4},
                          .slider = {1, 100},
                          .scale = Scale::log},
                         {.id = "mean",
                          .title = "Centre",
                          .symbol = "b",
                          .doc = "Centre along each axis; the paper's is 0, a corner.",
                          .initial = 0,
                          .hard = {-1000, 1000},
                          .slider = {0, 20}},
                         drawn_seed("Matrix")},
          .make = [](const Parameters& p) {
            const auto precision = p.integer("precision") == 0 ? cyclic_precision : rotated_precision;
            return lattice_gaussian_target(p.integer("side"), p["mean"],
                                           precision(p.integer("dimensions"), p["spread"], seed_of(p)));
          },
          .small = {{{"dimensions", 3}, {"side", 5}, {"spread", 4}, {"mean", 1.5}},
                    {{"dimensions", 2}, {"side", 9}, {"precision", "rotated"}, {"spread", 6}, {"mean", 3}}}};
}

}  // namespace ergo
