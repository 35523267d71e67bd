// The words of the legend.
#include "widgets/picture/legend.h"

#include <gtest/gtest.h>

#include "core/config/run_config.h"
#include "core/unit/lattice.h"

namespace ergo {
namespace {

// A lattice has sites. Where configurations are made of sites, the places of the picture are cells.
TEST(Legend, CallsThePlacesOfThePictureByTheirNames) {
  std::size_t seen = 0;
  for (const TargetUnit& unit : targets()) {
    if (!on_lattice(unit.descriptor.space)) continue;
    const auto target = make_target(defaults(unit.descriptor));
    View view;
    for (const Show show : {Show::target, Show::histogram}) {
      view.show = show;
      const std::string title = legend_title(*target, view, {});
      const bool cells = title.find("per cell") != std::string::npos,
                 sites = title.find("per site") != std::string::npos;
      EXPECT_EQ(cells, unit.descriptor.space == Space::sites) << title;
      EXPECT_NE(cells, sites) << title;
      ++seen;
    }
  }
  EXPECT_GT(seen, 20u);
}

}  // namespace
}  // namespace ergo
