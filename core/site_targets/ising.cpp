// Ising models: log p = J sum_pairs s s' + h sum_i s_i + const on a square grid (Ising 1925) or on a random
// graph of Barabasi & Albert 1999 with four pairs for each new site (Sun et al. 2023, appendix B.2, 400
// sites).
#include "core/site_targets/common_parameters.h"
#include "core/site_targets/pair_target.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

Parameter coupling() {
  return {.id = "coupling",
          .title = "Coupling",
          .symbol = "J",
          .doc = "J of `log p = J Σ s s′ + h Σ s − log Z`: a pair of equal spins adds J, one of unequal spins −J.",
          .initial = 0.2,
          .hard = {-10, 10},
          .slider = {-1, 1}};
}

Parameter field() {
  return {.id = "field",
          .title = "Field",
          .symbol = "h",
          .doc = "h of `log p = J Σ s s′ + h Σ s − log Z`: a spin of 1 adds h, one of −1 adds −h.",
          .initial = 0,
          .hard = {-10, 10},
          .slider = {-1, 1}};
}

}  // namespace

SiteTargetUnit ising_unit() {
  return {
      .id = "ising",
      .title = "Ising grid",
      .doc = "Spins −1 and 1 on a square grid: `log p = J Σ s s′ + h Σ s − log Z`, the first sum over pairs of "
             "neighbours. Neighbours attract where J > 0.",
      .source = "Ising 1925; 5 × 5 torus with J = h = 0.2 in Zhang, Liu & Liu 2022, section 7.1 (a = J/2)",
      .parameters = {grid_side(5), grid_boundary(), coupling(), field()},
      .make = [](const Parameters& p) {
        const int side = p.integer("side");
        return ising_target(grid_graph(side, side, is_torus(p)), p["coupling"], p["field"]);
      },
          .small = {{{"side", 2}, {"coupling", 0.2}, {"field", 0.2}},
                    {{"side", 3}, {"coupling", 0.4}, {"field", 0.1}},
                    {{"side", 3}, {"boundary", "open"}, {"coupling", -0.3}, {"field", -0.2}}}};
}

SiteTargetUnit ising_graph_unit() {
  return {.id = "ising_graph",
          .title = "Ising model on a random graph",
          .doc = "Spins −1 and 1 on a random graph of Barabási & Albert, where few sites have many neighbours: "
                 "`log p = J Σ s s′ + h Σ s − log Z`, the first sum over edges. The graph begins with five sites, one "
                 "joined to the other four. Each further site is joined to four of those before it, drawn in "
                 "proportion to their edges so far.",
          .source = "Sun et al. 2023, appendix B.2",
          .parameters = {{.id = "sites",
                          .title = "Sites",
                          .symbol = "n",
                          .doc = "Sites of the graph.",
                          .initial = 400,
                          .hard = {5, 4096},
                          .slider = {5, 1000},
                          .scale = Scale::log,
                          .kind = Kind::integer},
                         drawn_seed("Graph"),
                         coupling(),
                         field()},
          .make = [](const Parameters& p) {
            constexpr int attached = 4;
            return ising_target(barabasi_albert_graph(p.integer("sites"), attached, seed_of(p)),
                                p["coupling"], p["field"]);
          },
          .small = {{{"sites", 6}, {"coupling", 0.3}, {"field", 0.1}}}};
}

}  // namespace ergo
