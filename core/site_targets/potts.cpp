// Potts model: log p = J sum_edges [x_i = x_j] + const, classes 0 .. q - 1 on a square grid (Potts 1952). On
// the infinite grid it orders at J = log(1 + sqrt q). For q = 2 it is the Ising model with half this J, in
// the other coding.
#include "core/site_targets/common_parameters.h"
#include "core/site_targets/pair_target.h"
#include "core/sites/site_units.h"

namespace ergo {

SiteTargetUnit potts_unit() {
  return {.id = "potts",
          .title = "Potts grid",
          .doc = "Classes on a square grid: `log p = J Σ [x = x′] − log Z`, the sum over pairs of neighbours. Equal "
                 "neighbours are favoured where J > 0.",
          .source = "Potts 1952",
          .parameters = {grid_side(8),
                         grid_boundary(),
                         {.id = "classes",
                          .title = "Classes",
                          .symbol = "q",
                          .doc = "Values of a site.",
                          .initial = 3,
                          .hard = {2, 16},
                          .slider = {2, 8},
                          .kind = Kind::integer},
                         {.id = "coupling",
                          .title = "Coupling",
                          .symbol = "J",
                          .doc = "J of `log p = J Σ [x = x′] − log Z`: a pair of equal neighbours adds J.",
                          .initial = 0.5,
                          .hard = {-10, 10},
                          .slider = {-1, 2}}},
          .make = [](const Parameters& p) -> std::shared_ptr<const SiteTarget> {
            const int side = p.integer("side");
            return std::make_shared<PairTarget>(grid_graph(side, side, is_torus(p)), SiteCoding::classes,
                                                p["coupling"], std::vector<double>(p.integer("classes")), 0);
          },
          .small = {{{"side", 2}, {"classes", 3}, {"coupling", 0.7}},
                    {{"side", 2}, {"boundary", "open"}, {"classes", 4}, {"coupling", -0.4}}}};
}

}  // namespace ergo
