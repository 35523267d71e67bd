// Paintings as text and as density: what is read, what is refused and how, what strokes draw, and pictures of other
// targets.
#include "core/painting/painting.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "core/base/error.h"
#include "core/config/assignment.h"
#include "core/settings/preset.h"
#include "core/settings/share_string.h"
#include "core/unit/registry.h"
#include "tests/fuzz/mutation.h"

namespace ergo::painting_test {
namespace {

Painting parsed(const std::string& text) { return parse_painting(text, "target.strokes"); }

const std::string& initial_text() { return target_unit("painted").descriptor.parameters[0].text.initial; }

TEST(Painting, ReadsEveryField) {
  const Painting all = parsed(
      "window -4 -3 4 5; brush 0.6 strength 2 hardness 0.25: 0 0, 1 0.5 ,2 1;\n\teraser .3 : -1e0 1\n;; "
      "brush 1 hardness 1 strength 0.5: 0 0");
  EXPECT_EQ(all.window.low, (Position{-4, -3}));
  EXPECT_EQ(all.window.high, (Position{4, 5}));
  EXPECT_EQ(all.strokes, (std::vector<Stroke>{{false, 0.6, 2, 0.25, {{0, 0}, {1, 0.5}, {2, 1}}},
                                              {true, 0.3, 1, 0.5, {{-1, 1}}},
                                              {false, 1, 0.5, 1, {{0, 0}}}}));
  EXPECT_FALSE(all.base);
  const Painting canvas = parsed("window 0 0 1 2");
  EXPECT_TRUE(canvas.strokes.empty());
  EXPECT_EQ(parsed("brush 1: 0 0").window.high, (Position{4, 4})) << "the default window";
}

TEST(Painting, WritesWhatItReads) {
  EXPECT_EQ(
      painting_text(parsed("brush 0.60 strength 1.0 hardness 0.5: -0 0.0,1.00 0.500;eraser 1e-1 hardness .2: 2 3")),
      "window -4 -4 4 4; brush 0.6: 0 0, 1 0.5; eraser 0.1 hardness 0.2: 2 3");
  EXPECT_EQ(painting_text(parsed(initial_text())), initial_text());
}

TEST(Painting, TextsAreRoundedByAFewHundredthsOfACell) {
  // A grid's cell of the default window is 8/127 = 0.063 wide: half of 0.01 is a thirteenth of it.
  EXPECT_EQ(painting_text(parsed("brush 0.123456 strength 12.3456 hardness 0.98765: 0.123456 -1.98765")),
            "window -4 -4 4 4; brush 0.123 strength 12.3 hardness 0.988: 0.12 -1.99");
  EXPECT_EQ(painting_text(parsed("window 0 0 4000 2000; brush 100: 1234.567 9.6")),
            "window 0 0 4000 2000; brush 100: 1235 10");
  EXPECT_EQ(painting_text(parsed("window 0 0 0.01 0.01; brush 0.002: 0.00123456 0")),
            "window 0 0 0.01 0.01; brush 0.002: 0.00123 0");
}

TEST(Painting, RefusesBadTextNamingStrokeAndPoint) {
  const auto expect = [](const std::string& text, const std::string& message) {
    try {
      parsed(text);
      ADD_FAILURE() << "took " << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, message.size() + 16), "target.strokes: " + message);
      EXPECT_FALSE(error.legal.empty());
    }
  };
  for (const char* blank : {"", " \n\t", ";;", " ; "}) expect(blank, "the painting is empty; legal: strokes such as");
  expect("bruch 1: 0 0", "unknown word 'bruch'; did you mean 'brush'?");
  expect(": 0 0", "unknown word ':'");
  expect("brush", "stroke 1 has no size");
  expect("brush: 0 0", "stroke 1 has no size");
  expect("brush 1", "stroke 1 has no colon before its points");
  expect("brush 1:", "stroke 1 has no points; legal: two numbers");
  expect("brush 1: 0 0; eraser 1:,", "stroke 2 has no points");
  expect("brush 1: 0 0, 1", "stroke 1: point 2 is not two numbers: ' 1'");
  expect("brush 1: 0 0 0", "stroke 1: point 1 is not two numbers");
  expect("brush 1: 0 0, 1 x", "stroke 1: point 2 must be a number, not 'x'");
  expect("brush 1: 0 2e5", "stroke 1: point 1 is out of range: '2e5'; legal: -1e+05 to 1e+05");
  for (const char* bad : {"abc", "nan", "inf", "1e999", "0,5", "+1", "0x1"})
    expect("brush " + std::string(bad) + ": 0 0", "stroke 1: size must be a number, not '" + std::string(bad) + "'");
  for (const char* bad : {"0", "-1", "2e4"})
    expect("eraser " + std::string(bad) + ": 0 0", "stroke 1: size is out of range: '" + std::string(bad) + "'");
  expect("brush 1 strenght 2: 0 0", "stroke 1: unknown word 'strenght'; did you mean 'strength'?");
  expect("brush 1 strength: 0 0", "stroke 1: strength lacks a number; legal: 0.001 to 1000");
  expect("brush 1 hardness 2: 0 0", "stroke 1: hardness is out of range: '2'; legal: 0 to 1");
  expect("brush 1 hardness 1 hardness 1: 0 0", "stroke 1: hardness is given twice");
  expect("window 0 0 1", "window: wrong count of numbers: '3'");
  expect("window 0 0 1 1: 2", "window: wrong count of numbers");
  expect("window 0 0 1 x", "window must be a number, not 'x'");
  expect("window 0 0 1 2e4", "window is out of range: '2e4'");
  expect("window 1 0 0 1", "window: a side is too short: '-1'");
  expect("window 1000 0 1000.5 1", "window: a side is too short: '0.5'");
  expect("window 0 0 1 1; window 0 0 1 1", "a second window: 'window'");
  expect("base 64", "base: it needs a side, a colon and a word");
  expect("base 64: abc", "damaged");
  expect("base 64: abcde", "cut short");
  expect("base 64: (", "an illegal character '('");
  expect("base 1: AA", "illegal value of base: side '1'");
  const BasePicture small{2, {0, 1, 2, 3}};
  expect("base 3: " + base_word(small), "base: a picture of another size: '4 levels'");
  expect("base 2: " + base_word(small) + "; base 2: " + base_word(small), "a second base");
  std::string word = base_word(small);
  word[word.size() / 2] = word[word.size() / 2] == 'A' ? 'B' : 'A';
  expect("base 2: " + word, "damaged");
}

TEST(Painting, LimitsHold) {
  const auto strokes = [](std::size_t count) {
    std::string text;
    for (std::size_t k = 0; k < count; ++k) text += "brush 1: 0 0;";
    return text;
  };
  EXPECT_EQ(parsed(strokes(most_strokes)).strokes.size(), most_strokes);
  EXPECT_THROW(parsed(strokes(most_strokes + 1)), Error);
  const auto points = [](std::size_t count) {
    std::string text = "brush 1:";
    for (std::size_t k = 0; k < count; ++k) text += " 0 0,";
    return text;
  };
  EXPECT_EQ(parsed(points(most_stroke_points)).strokes[0].points.size(), most_stroke_points);
  EXPECT_THROW(parsed(points(most_stroke_points + 1)), Error);
  EXPECT_THROW(parsed("brush 1: 0 0;" + std::string(most_painting_bytes, ' ')), Error);
  // Many bytes packed into few: no more than the base needs are unpacked.
  BasePicture large{128, std::vector<std::uint8_t>(128 * 128)};
  EXPECT_LT(base_word(large).size(), 100u);
  EXPECT_THROW(parsed("base 8: " + base_word(large)), Error);
}

/// Whatever is read can be written and read again, and is a density.
TEST(Painting, MutatedTextsAreReadOrRefused) {
  Mutation mutation({initial_text(), "window 0 0 1 1; base 2: " + base_word({2, {0, 1, 2, 3}}) + "; eraser 2: 0 0"},
                    true, 1);
  int taken = 0;
  for (int k = 0; k < 3000; ++k) {
    const std::string text = mutation.next();
    try {
      const Painting painting = parsed(text);
      const std::string written = painting_text(painting);
      EXPECT_EQ(painting_text(parsed(written)), written) << text;
      ++taken;
      if (taken % 50 > 0) continue;
      for (const double energy : painted_grid(painting, 1e-3).energy) ASSERT_TRUE(std::isfinite(energy)) << text;
    } catch (const Error&) {
    }
  }
  EXPECT_GT(taken, 30);
  EXPECT_LT(taken, 2970);
}

/// Nodes of the window of these tests lie at whole numbers.
constexpr const char* whole = "window 0 0 127 127; ";

double density(const std::string& text, int column, int row, double floor = 1e-3) {
  const EnergyGrid grid = painted_grid(parsed(whole + text), floor);
  return std::exp(-grid.energy[static_cast<std::size_t>(row * painted_nodes + column)]);
}

TEST(Painting, StrokesDrawTheirProfile) {
  const std::string line = "brush 20 strength 3 hardness 0.5: 20 60, 100 60";  // full up to 10, s = 5
  EXPECT_NEAR(density(line, 60, 60), 3.001, 1e-12);
  EXPECT_NEAR(density(line, 60, 70), 3.001, 1e-12);
  EXPECT_NEAR(density(line, 60, 75), 3 * std::exp(-0.5) + 1e-3, 1e-12);
  EXPECT_NEAR(density(line, 60, 80), 3 * std::exp(-2) + 1e-3, 1e-12) << "at its size";
  EXPECT_NEAR(density(line, 112, 69), 3 * std::exp(-0.5) + 1e-3, 1e-12) << "15 from its end";
  EXPECT_NEAR(density(line, 60, 127), 1e-3, 1e-9);
  EXPECT_NEAR(density("brush 1 hardness 1: 60 60", 60, 62), std::exp(-0.5) + 1e-3, 1e-12) << "s is a node's spacing";
  EXPECT_NEAR(density(line + "; brush 20: 60 60", 60, 60), 4.001, 1e-12) << "brushes add";
  EXPECT_NEAR(density(line + "; eraser 20: 60 60", 60, 60), 0.003 + 1e-3, 1e-9) << "an eraser leaves a thousandth";
  EXPECT_NEAR(density(line + "; eraser 20 strength 0.5: 60 60", 60, 60), 3 * std::pow(1000, -0.5) + 1e-3, 1e-8);
  EXPECT_NEAR(density("eraser 20: 60 60; " + line, 60, 60), 3.001, 1e-12) << "what is drawn later stays";
  EXPECT_NEAR(density("brush 5: 0 0", 100, 100, 1e-12), 1e-12, 1e-18) << "the floor";
}

// The most that a text can ask for: each of 2047 segments reaches every node.
TEST(Painting, TheWorstTextIsDrawnInTime) {
  std::string text = "window -1 -1 1 1; brush 100:";
  for (std::size_t k = 0; k < most_stroke_points; ++k) text += k % 2 ? " 1 1," : " -1 -1,";
  const Painting painting = parsed(text);
  const auto begin = std::chrono::steady_clock::now();
  painted_grid(painting, 1e-3);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("the worst painting took %.3f s\n", seconds);
  EXPECT_LT(seconds, 10);
}

// Levels lie 24 l/255^2 apart: the energy of a node below 4, whose neighbours are below 6, is off by half of 0.066. A
// cubic spline's values are at most 1.55^2 times those of its grid (Lebesgue's constant along each axis), and there are
// two.
TEST(Painting, ATargetsPictureIsItsDensity) {
  int made = 0;
  for (const TargetUnit& unit : targets(Space::plane)) {
    const auto target = unit.make();
    if (target->dim != 2) {
      EXPECT_THROW(painting_of(*target), Error) << unit.descriptor.id;
      continue;
    }
    const Painting painting = painting_of(*target);
    const std::string text = painting_text(painting);
    EXPECT_EQ(parsed(text).base, painting.base) << unit.descriptor.id;
    Preset preset;
    apply(preset.config, {"target", "painted"});
    apply(preset.config, {"target.strokes", text});
    const std::string link = share_string(preset);
    std::printf("%-20s text of %zu, link of %zu characters\n", unit.descriptor.id.c_str(), text.size(), link.size());
    EXPECT_EQ(parse_share_string(link).config.target, preset.config.target);
    EXPECT_LT(link.size(), 6000u) << unit.descriptor.id;
    ++made;
  }
  EXPECT_GE(made, 10);

  const auto gaussian = target_unit("gaussian").make();
  const EnergyGrid grid = painted_grid(painting_of(*gaussian), 1e-12);
  const double least = gaussian->evaluate({0, 0}).energy;
  double worst = 0;
  for (int j = 0; j < grid.rows; ++j)
    for (int i = 0; i < grid.columns; ++i) {
      const double exact = gaussian->evaluate(grid.node(i, j)).energy - least;
      if (exact < 4)
        worst = std::max(worst, std::abs(grid.energy[static_cast<std::size_t>(j * grid.columns + i)] - exact));
    }
  std::printf("energies of the Gaussian's picture are off by %.3f at most\n", worst);
  EXPECT_LT(worst, 0.033 * std::pow(1.55, 4));
}

TEST(Painting, NoPictureOfALattice) { EXPECT_THROW(painting_of(*target_unit("lattice8").make()), Error); }

TEST(Painting, ARunTakesItAsText) {
  RunConfig config;
  apply(config, {"target", "painted"});
  apply(config, {"target.strokes", "brush 1 hardness 1: 0 0"});
  const double energy = make_target(config)->evaluate({0, 0}).energy;
  EXPECT_NEAR(energy, -std::log(1.001), 0.02);
  for (const char* bad : {"brush 1", "", " "}) EXPECT_THROW(apply(config, {"target.strokes", bad}), Error) << bad;
  EXPECT_EQ(make_target(config)->evaluate({0, 0}).energy, energy) << "as before the refused text";
}

}  // namespace
}  // namespace ergo::painting_test
