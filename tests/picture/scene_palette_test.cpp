// Contrast of every theme, by the formula of WCAG 2.2: text at least 4.5:1, marks at least 3:1.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/config/assignment.h"
#include "core/config/run_names.h"
#include "core/unit/registry.h"
#include "core/view/colour_vision.h"
#include "core/view/palette.h"

namespace ergo::scene_palette_test {
namespace {

// The formula once more, in integers' own terms, so that an error in the palette's copy shows.
double relative_luminance(Colour colour) {
  const double weights[] = {0.0722, 0.7152, 0.2126};  // blue, green, red
  double sum = 0;
  for (const double weight : weights) {
    const double c = static_cast<double>(colour % 256) / 255;
    sum += weight * (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
    colour /= 256;
  }
  return sum;
}

double ratio(Colour a, Colour b) {
  const double one = relative_luminance(a) + 0.05, other = relative_luminance(b) + 0.05;
  return one > other ? one / other : other / one;
}

TEST(ScenePalette, ContrastMatchesTheStandard) {
  EXPECT_NEAR(contrast(0x000000, 0xFFFFFF), 21, 1e-9);
  EXPECT_NEAR(contrast(0xFFFFFF, 0x777777), 4.48, 0.005);  // the well-known near miss
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    EXPECT_NEAR(contrast(theme.text, theme.panel), ratio(theme.text, theme.panel), 1e-6) << id;
    EXPECT_NEAR(contrast(theme.accent, theme.picture), ratio(theme.accent, theme.picture), 1e-6) << id;
  }
}

TEST(ScenePalette, TextIsReadable) {
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    for (const Colour under : {theme.ground, theme.panel, theme.raised, theme.picture}) {
      EXPECT_GE(ratio(theme.text, under), 4.5) << id << ", text on " << std::hex << under;
      EXPECT_GE(ratio(theme.secondary, under), 4.5) << id << ", secondary text on " << std::hex << under;
    }
  }
}

TEST(ScenePalette, MarksContrastWithTheirBackground) {
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    for (const auto& unit : kernel_samplers())
      for (const Colour under : {theme.ground, theme.panel, theme.picture})
        EXPECT_GE(ratio(sampler_colour(unit.descriptor.id, theme), under), 3) << id << ", " << unit.descriptor.id;
    EXPECT_GE(ratio(sampler_colour("none of them", theme), theme.picture), 3) << id;
    for (const Colour mark : {theme.emphasis, theme.excess, theme.lack})
      EXPECT_GE(ratio(mark, theme.picture), 3) << id << std::hex << mark;
    for (const Colour under : {theme.ground, theme.panel, theme.picture})
      EXPECT_GE(ratio(theme.accent, under), 3) << id << ", accent on " << std::hex << under;
    for (const Colour tone : theme.ramp) EXPECT_GE(ratio(tone, theme.picture), 3) << id << std::hex << tone;
  }
}

struct Lab {
  double lightness, a, b;
};

/// CIELAB (CIE 15) of an sRGB colour under D65.
Lab cielab(Colour colour) {
  const auto channel = [&](int shift) { return relative_luminance((colour >> shift & 0xFF) * 0x10101); };
  const double red = channel(16), green = channel(8), blue = channel(0);
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
  const double y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const double z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Difference of two colours in noticeable differences: along each axis of CIELAB the one that half of the
/// observers see in marks of 1/3 of a degree, the smallest measured and about a legend's dot (Stone, Szafir &
/// Setlur 2014, An engineering model for color difference as a function of size): 7.3 in L*, 10.0 in a*, 14.0
/// in b*, where large fields need about 2.3.
double noticeable_differences(Colour one, Colour other) {
  const double degrees = 1.0 / 3, observers = 0.5;
  const Lab p = cielab(one), q = cielab(other);
  return std::hypot((p.lightness - q.lightness) / (observers * (10.16 + 1.50 / degrees)),
                    (p.a - q.a) / (observers * (10.68 + 3.08 / degrees)),
                    (p.b - q.b) / (observers * (10.70 + 5.74 / degrees)));
}

TEST(ScenePalette, CielabMatchesTheStandard) {
  // sRGB's red, by its published primaries: L* 53.24, a* 80.09, b* 67.20.
  const Lab red = cielab(0xFF0000), white = cielab(0xFFFFFF);
  EXPECT_NEAR(red.lightness, 53.24, 0.02);
  EXPECT_NEAR(red.a, 80.09, 0.05);
  EXPECT_NEAR(red.b, 67.20, 0.05);
  EXPECT_NEAR(white.lightness, 100, 0.01);
  EXPECT_NEAR(white.a, 0, 0.05);
  EXPECT_NEAR(white.b, 0, 0.05);
}

// What is accepted or kept, rejected, under way or over, and the two ends of a difference: whoever looks,
// twice the noticeable difference apart, as told_apart() wants of samplers.
TEST(ScenePalette, StatesAreToldApartByEveryone) {
  for (const std::string& id : palette_ids()) {
    const Palette& p = palette(id);
    const std::pair<Colour, Colour> states[] = {
        {p.emphasis, p.text},  {p.emphasis, p.accent}, {p.emphasis, p.secondary}, {p.accent, p.secondary},
        {p.text, p.secondary}, {p.excess, p.lack},     {p.excess, p.density_low}, {p.lack, p.density_low}};
    for (const auto& [one, other] : states)
      for (const Vision vision : {Vision::normal, Vision::protanopia, Vision::deuteranopia})
        EXPECT_GE(colour_difference(one, other, vision), 2)
            << id << std::hex << ", " << one << ", " << other << ", " << static_cast<int>(vision);
  }
}

TEST(ScenePalette, ClassesAreToldApartByEveryoneAndFromTheGround) {
  for (const std::string& id : palette_ids()) {
    const auto& classes = palette(id).classes;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      EXPECT_GE(contrast(classes[i], palette(id).picture), 3) << id << ", " << i;
      for (std::size_t j = 0; j < i; ++j) EXPECT_TRUE(told_apart(classes[i], classes[j])) << id << ", " << i << ", " << j;
    }
  }
}

/// Distance in Oklab by the matrices as published (Ottosson 2020): from XYZ.
double oklab_distance(Colour one, Colour other) {
  const auto coordinates = [](Colour colour) {
    const auto channel = [&](int shift) { return relative_luminance((colour >> shift & 0xFF) * 0x10101); };
    const double red = channel(16), green = channel(8), blue = channel(0);
    const double x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
                 y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
                 z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue;
    const double l = std::cbrt(0.8189330101 * x + 0.3618667424 * y - 0.1288597137 * z),
                 m = std::cbrt(0.0329845436 * x + 0.9293118715 * y + 0.0361456387 * z),
                 s = std::cbrt(0.0482003018 * x + 0.2643662691 * y + 0.6338517070 * z);
    return Lab{0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
               1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
               0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
  };
  const Lab p = coordinates(one), q = coordinates(other);
  return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b);
}

// Twice the noticeable difference, for the swarm's dots and the curves are smaller than a legend's dot; and seven times
// what is just noticeable in Oklab, so that no two are shades of one colour.
TEST(ScenePalette, SamplersOfOneSpaceAreToldApart) {
  int compared = 0;
  for (const std::string& id : palette_ids())
    for (const Space space : {Space::plane, Space::lattice}) {
      const auto units = samplers(space);
      ASSERT_GT(units.size(), 1u);
      for (const auto& unit : units) EXPECT_TRUE(unit.descriptor.tint) << unit.descriptor.id;
      for (std::size_t i = 0; i < units.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          const std::string &one = units[i].descriptor.id, &other = units[j].descriptor.id;
          const Colour first = sampler_colour(one, palette(id)), second = sampler_colour(other, palette(id));
          ++compared;
          EXPECT_GE(noticeable_differences(first, second), 2) << id << ": " << one << ", " << other;
          EXPECT_GE(oklab_distance(first, second), least_colour_distance) << id << ": " << one << ", " << other;
          EXPECT_NEAR(oklab_distance(first, second), colour_distance(first, second), 1e-3);
        }
    }
  EXPECT_GT(compared, 0);
}

// Samplers to come: whatever their id, marks on every ground, always the same, and not all alike.
TEST(ScenePalette, AnIdGivesAColour) {
  std::set<Colour> different;
  for (const std::string& id : palette_ids())
    for (int k = 0; k < 200; ++k) {
      const std::string sampler = "newcomer_" + std::to_string(k);
      const Colour colour = sampler_colour(sampler, palette(id));
      EXPECT_EQ(colour, sampler_colour(sampler, palette(id)));
      EXPECT_GE(ratio(colour, palette(id).picture), 3) << id << ", " << sampler;
      EXPECT_GT(ratio(colour, palette(id).picture), ratio(palette(id).density_high, palette(id).picture));
      different.insert(colour);
    }
  EXPECT_GT(different.size(), 300u);  // of 400, on dark and on light grounds
}

/// How dichromats see a colour, by the matrices of Machado, Oliveira & Fernandes 2009, in their own terms.
Colour seen_by(const double (&matrix)[3][3], Colour colour) {
  const auto encode = [](double c) {
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  };
  Colour seen = 0;
  for (const auto& row : matrix) {
    double value = 0;
    for (int k = 0; k < 3; ++k)
      value += row[k] * relative_luminance((colour >> (16 - 8 * k) & 0xFF) * 0x10101);
    seen = seen << 8 | static_cast<Colour>(std::lround(255 * encode(std::clamp(value, 0.0, 1.0))));
  }
  return seen;
}
constexpr double protanopia[3][3] = {
    {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}};
constexpr double deuteranopia[3][3] = {
    {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}};

// Rounding to 8 bits moves a channel by half a step, of dark colours less than 0.6 in L*, a* or b*: 0.1 of
// the differences below.
TEST(ScenePalette, ColourBlindnessIsSimulated) {
  for (const auto& [one, other] :
       {std::pair<Colour, Colour>{0xF0A92B, 0x56B4E9}, {0xD55E00, 0x009E73}, {0x4A2E08, 0x9A8F00}}) {
    EXPECT_NEAR(colour_difference(one, other, Vision::normal), noticeable_differences(one, other), 1e-6);
    EXPECT_NEAR(colour_difference(one, other, Vision::protanopia),
                noticeable_differences(seen_by(protanopia, one), seen_by(protanopia, other)), 0.1);
    EXPECT_NEAR(colour_difference(one, other, Vision::deuteranopia),
                noticeable_differences(seen_by(deuteranopia, one), seen_by(deuteranopia, other)), 0.1);
  }
  EXPECT_NEAR(colour_difference(0xFFFFFF, 0x808080, Vision::protanopia),
              colour_difference(0xFFFFFF, 0x808080, Vision::normal), 0.01)
      << "greys stay as they are";
}

// Two curves are never told apart by a colour that some cannot see: then one of them is dashed.
TEST(ScenePalette, CurvesOfAllSamplersAreToldApartByEveryone) {
  int dashed = 0;
  for (const std::string& id : palette_ids())
    for (const Space space : {Space::plane, Space::lattice})
      for (const auto& one : samplers(space))
        for (const auto& other : samplers(space)) {
          const std::string pair[] = {one.descriptor.id, other.descriptor.id};
          const Colour a = sampler_colour(pair[0], palette(id)), b = sampler_colour(pair[1], palette(id));
          const std::vector<int> dashes = curve_dashes(std::array{a, b});
          const double least =
              std::min({noticeable_differences(a, b),
                        noticeable_differences(seen_by(protanopia, a), seen_by(protanopia, b)),
                        noticeable_differences(seen_by(deuteranopia, a), seen_by(deuteranopia, b))});
          EXPECT_EQ(dashes[0], 0);
          EXPECT_TRUE(dashes[1] != 0 || least >= 2 - 0.1)
              << id << ": " << pair[0] << ", " << pair[1] << " " << least;
          dashed += dashes[1] != 0;
        }
  EXPECT_GT(dashed, 0);
}

// Up to six runs: neighbours are three times the noticeable difference of large patches apart.
TEST(ScenePalette, RunsOfOneSamplerHaveColoursOfASequence) {
  for (const std::string& id : palette_ids())
    for (int runs = 2; runs <= 6; ++runs) {
      SCOPED_TRACE(id + ", " + std::to_string(runs));
      std::vector<Colour> colours;
      for (int run = 0; run < runs; ++run) colours.push_back(run_colour("hmc", run / (runs - 1.0), palette(id)));
      const double direction = luminance(colours.back()) - luminance(colours.front());
      for (const Colour colour : colours) EXPECT_GE(contrast(colour, palette(id).picture), 3);
      for (std::size_t i = 1; i < colours.size(); ++i) {
        EXPECT_GT((luminance(colours[i]) - luminance(colours[i - 1])) * direction, 0);
        EXPECT_GE(colour_distance(colours[i], colours[i - 1]), 0.06);
      }
    }
}

TEST(ScenePalette, PlacesFollowTheNumberThatDiffers) {
  RunConfig config;
  apply(config, {"sampler", "hmc"});
  std::vector<RunConfig> runs(3, config);
  apply(runs[0], {"sampler.leapfrog_steps", "20"});
  apply(runs[1], {"sampler.leapfrog_steps", "5"});
  apply(runs[2], {"sampler.leapfrog_steps", "10"});
  apply(config, {"sampler", "nuts"});
  runs.push_back(config);
  const std::vector<std::optional<double>> places = {1, 0, 0.5, std::nullopt};
  EXPECT_EQ(run_places(runs), places);
}

TEST(ScenePalette, LightnessIsMonotone) {
  for (const std::string& id : palette_ids()) {
    const Palette& theme = palette(id);
    for (std::size_t k = 0; k + 2 < theme.ramp.size(); ++k)
      EXPECT_GT((luminance(theme.ramp[k + 1]) - luminance(theme.ramp[k])) *
                    (luminance(theme.ramp[k + 2]) - luminance(theme.ramp[k + 1])),
                0)
          << id << ", " << k;
    // Chains stand out more from the ground than the density's peak does.
    for (const auto& unit : kernel_samplers())
      EXPECT_GT(ratio(sampler_colour(unit.descriptor.id, theme), theme.picture),
                ratio(theme.density_high, theme.picture))
          << id << ", " << unit.descriptor.id;
  }
}

}  // namespace
}  // namespace ergo::scene_palette_test
