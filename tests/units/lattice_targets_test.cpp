// What lattice_of promises beyond what every lattice does.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/unit/registry.h"

namespace ergo::lattice_targets_test {
namespace {

TEST(LatticeOf, OffersEveryTargetOfThePlaneInTwoDimensionsThatNumbersDescribe) {
  std::vector<std::string> ids;
  for (const auto& unit : targets(Space::plane))
    if (unit.descriptor.dim == 2 && std::ranges::none_of(unit.descriptor.parameters, is_content)) ids.push_back(unit.descriptor.id);
  EXPECT_EQ(target_unit("lattice_of").descriptor.parameters[0].choices, ids);
}

/// Sites lie h apart, the middle one in the middle of the window.
TEST(LatticeOf, HasTheTargetsEnergyAndGradientAtItsSites) {
  const auto& choices = target_unit("lattice_of").descriptor.parameters[0].choices;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    const auto plane = target_unit(choices[k]).make();
    const auto lattice = target_unit("lattice_of").make(std::vector<double>{static_cast<double>(k), 0.25});
    const Window window = plane->window();
    const Sides sides = lattice->lattice()->sides();
    const Position middle = 0.5 * (window.low + window.high);
    for (const Position site : {Position{0, 0}, Position{3, 1}, Position{sides.x - 1.0, sides.y - 1.0}}) {
      const Position place = middle + 0.25 * (site - Position{(sides.x - 1) / 2.0, (sides.y - 1) / 2.0});
      const Evaluation ours = lattice->evaluate(site), theirs = plane->evaluate(place);
      EXPECT_TRUE(place.x >= window.low.x && place.y <= window.high.y) << choices[k];
      EXPECT_NEAR(ours.energy, theirs.energy, 1e-9 * (1 + std::abs(theirs.energy))) << choices[k];
      EXPECT_NEAR(ours.gradient.x, 0.25 * theirs.gradient.x, 1e-9 * (1 + std::abs(theirs.gradient.x)));
      EXPECT_NEAR(ours.gradient.y, 0.25 * theirs.gradient.y, 1e-9 * (1 + std::abs(theirs.gradient.y)));
    }
  }
}

TEST(LatticeOf, RefusesMoreThan1024SitesASide) {
  const TargetUnit& unit = target_unit("lattice_of");
  const auto& choices = unit.descriptor.parameters[0].choices;
  const double donut = static_cast<double>(std::ranges::find(choices, "donut") - choices.begin());
  EXPECT_NO_THROW(unit.make(std::vector<double>{donut, 12.0 / 1023}));
  try {
    unit.make(std::vector<double>{donut, 0.0117});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("1024"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("0.0117"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace ergo::lattice_targets_test
