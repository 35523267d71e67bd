// Colours: contrast by WCAG 2.2, and lightness that rises or falls without turning.
#include "core/picture/palette.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/unit/error.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class Themes : public testing::TestWithParam<std::string> {
 protected:
  const Palette& theme = palette(GetParam());
};

TEST_P(Themes, TextIsLegible) {
  for (const Colour ground : {theme.ground, theme.panel, theme.raised, theme.picture}) {
    EXPECT_GE(contrast(theme.text, ground), 4.5);
    EXPECT_GE(contrast(theme.secondary, ground), 4.5);
  }
}

TEST_P(Themes, MarksStandOut) {
  EXPECT_GE(contrast(theme.emphasis, theme.picture), 3);
  EXPECT_GE(contrast(theme.accent, theme.panel), 3);
  for (const Colour stop : theme.ramp) EXPECT_GE(contrast(stop, theme.picture), 3);
  for (const auto& unit : samplers())
    EXPECT_GE(contrast(sampler_colour(unit.descriptor.id, theme), theme.picture), 3) << unit.descriptor.id;
  for (const char* family : {"hmc", "nose_hoover", "sgnht", "lattice_gibbs", "dmala", "ab", "acs", "unknown"})
    EXPECT_GE(contrast(sampler_colour(family, theme), theme.picture), 3) << family;
}

TEST_P(Themes, ChainsStandOutMoreThanTheDensity) {
  const double map = contrast(theme.density_high, theme.picture);
  for (const Colour stop : theme.ramp) EXPECT_GT(contrast(stop, theme.picture), map);
  for (const auto& unit : samplers())
    EXPECT_GT(contrast(sampler_colour(unit.descriptor.id, theme), theme.picture), map) << unit.descriptor.id;
}

TEST_P(Themes, RampIsMonotone) {
  std::vector<double> values;
  for (const Colour stop : theme.ramp) values.push_back(luminance(stop));
  EXPECT_TRUE(std::ranges::is_sorted(values) || std::ranges::is_sorted(values, std::greater()));
}

INSTANTIATE_TEST_SUITE_P(All, Themes, testing::ValuesIn(palette_ids()),
                         [](const auto& info) { return info.param; });

TEST(Palette, RelativesShareAColourAndStrangersAreNeutral) {
  const Palette& dark = palette("dark");
  EXPECT_EQ(sampler_colour("ula", dark), sampler_colour("mala", dark));
  EXPECT_NE(sampler_colour("ula", dark), sampler_colour("esh", dark));
  EXPECT_EQ(sampler_colour("no such sampler", dark), dark.secondary);
}

TEST(Palette, UnknownThemeNamesTheLegalOnes) {
  try {
    palette("drak");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.value, "drak");
    for (const std::string& id : palette_ids()) EXPECT_NE(error.legal.find(id), std::string::npos);
  }
}

}  // namespace
}  // namespace ergo
