// Lists of Gaussians as text: what is read, what is refused and how, and the ways between text, modes, axes and terms.
#include "core/mixture/mode_list.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/error.h"
#include "core/config/assignment.h"
#include "core/settings/preset.h"
#include "core/settings/share_string.h"
#include "core/unit/registry.h"

namespace ergo::mode_list_test {
namespace {

std::vector<GaussianMode> parsed(const std::string& text) { return parse_modes(text, "target.gaussians"); }

/// Any legal modes; all digits of a double count.
std::vector<GaussianMode> any_modes(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  std::vector<GaussianMode> modes;
  for (std::size_t k = 0; k < count; ++k)
    modes.push_back({std::exp(uniform(-3, 3)),
                     {uniform(-5, 5), uniform(-5, 5)},
                     std::exp(uniform(-3, 1)),
                     std::exp(uniform(-3, 1)),
                     uniform(-90, 90)});
  return modes;
}

TEST(ModeList, ReadsEveryField) {
  EXPECT_EQ(parsed("1 at -2 0 sd 1 0.5 angle 30; 0.5 at 2 1 sd 0.6"),
            (std::vector<GaussianMode>{{1, {-2, 0}, 1, 0.5, 30}, {0.5, {2, 1}, 0.6, 0.6, 0}}));
  EXPECT_EQ(parsed("at 0 0"), std::vector<GaussianMode>{{}});
  EXPECT_EQ(parsed("3 sd 2 4 angle -1e1 at .5 -0.25"), (std::vector<GaussianMode>{{3, {0.5, -0.25}, 2, 4, -10}}));
  EXPECT_EQ(parsed(" at 0 0;\r\n\n\tat  1 1 ;; "), (std::vector<GaussianMode>{{}, {1, {1, 1}}}));
}

TEST(ModeList, WritesWhatItReads) {
  EXPECT_EQ(modes_text(parsed("1.0 at -2 -0 sd 0.60 angle 0;at 1e0 2 angle 30;0.5 at 0 0 sd 2 1 ")),
            "at -2 0 sd 0.6; at 1 2 angle 30; 0.5 at 0 0 sd 2 1");
  for (const std::size_t count : {1u, 3u, 32u}) {
    const auto modes = any_modes(count, 1);
    EXPECT_EQ(parsed(modes_text(modes)), modes);
  }
  const std::vector<GaussianMode> limits = {{1e-6, {-1e4, 1e4}, 1e-3, 1e3, -360}, {1e6, {1e4, -1e4}, 1e3, 1e-3, 360}};
  EXPECT_EQ(parsed(modes_text(limits)), limits);
}

TEST(ModeList, RefusesBadTextNamingModeAndField) {
  const auto expect = [](const std::string& text, const std::string& message) {
    try {
      parsed(text);
      ADD_FAILURE() << "took " << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, message.size() + 18), "target.gaussians: " + message);
      EXPECT_EQ(error.where, "target.gaussians");
      EXPECT_FALSE(error.legal.empty());
    }
  };
  for (const char* blank : {"", " \n\t", ";;", " ; "})
    expect(blank, "the list of modes is empty; legal: 1 to 32 modes");
  std::string many = "at 0 0";
  for (int k = 1; k < 33; ++k) many += ";at 0 0";
  expect(many, "too many modes: '33'; legal: 1 to 32 modes");
  expect("at 0 0; 0.5", "mode 2 has no centre; legal: at x y");
  expect("sd 1", "mode 1 has no centre");

  for (const char* bad : {"0", "-1", "1e-7", "1e7"})
    expect("at 0 0; " + std::string(bad) + " at 1 1",
           "mode 2: weight is out of range: '" + std::string(bad) + "'; legal: one number, 1e-06 to 1e+06");
  for (const char* bad : {"-1", "0", "0.0009", "1001"}) {
    const std::string refusal =
        "mode 2: sd is out of range: '" + std::string(bad) + "'; legal: one or two numbers, 0.001 to 1000";
    expect("at 0 0; at 1 1 sd " + std::string(bad), refusal);
    expect("at 0 0; at 1 1 sd 1 " + std::string(bad), refusal);
  }
  for (const char* bad : {"-10001", "2e4"}) {
    expect("at " + std::string(bad) + " 0", "mode 1: centre is out of range: '" + std::string(bad) + "'");
    expect("at 0 " + std::string(bad), "mode 1: centre is out of range: '" + std::string(bad) + "'");
  }
  for (const char* bad : {"-361", "360.1"})
    expect("at 0 0 angle " + std::string(bad), "mode 1: angle is out of range: '" + std::string(bad) + "'");

  for (const char* bad : {"abc", "nan", "-nan", "inf", "-inf", "1e999", "0,5", "1x", "+1", "--1", "−1", "(1", "0x1"}) {
    const std::string quoted = "must be a number, not '" + std::string(bad) + "'; legal: ";
    expect("at " + std::string(bad) + " 0", "mode 1: centre " + quoted + "two numbers, -10000 to 10000");
    expect("at 0 0 sd " + std::string(bad), "mode 1: sd " + quoted);
    expect("at 0 0 angle " + std::string(bad), "mode 1: angle " + quoted + "one number, -360 to 360");
  }
  for (const char* bad : {"-nan", "1e999", "0,5", "1x", "+1", "−1"})
    expect(std::string(bad) + " at 0 0", "mode 1: weight must be a number, not '" + std::string(bad) + "'");

  expect("0.5 0.5 at 0 0", "mode 1: weight has one number too many: '0.5'");
  expect("at 0 0 1", "mode 1: centre has one number too many: '1'");
  expect("at 0 0 sd 1 2 3", "mode 1: sd has one number too many: '3'");
  expect("at 0 0 angle 1 2", "mode 1: angle has one number too many: '2'");
  expect("at 0", "mode 1: centre lacks a number; legal: two numbers");
  expect("at 0 sd 1", "mode 1: centre lacks a number");
  expect("at 0 0 sd", "mode 1: sd lacks a number");
  expect("at 0 0 angle sd 1", "mode 1: angle lacks a number");
  expect("at 0 0 at 1 1", "mode 1: centre is given twice 'at'");
  expect("at 0 0 sd 1 angle 2 sd 1", "mode 1: sd is given twice 'sd'");
  expect("at 0 0; weight 3 at 1 1", "mode 2: unknown word 'weight'; legal: at, sd, angle");
  expect("at 0 0 angel 30", "mode 1: unknown word 'angel'; did you mean 'angle'?");
  expect("at 0 0 sd 1 two", "mode 1: unknown word 'two'");
}

TEST(ModeList, RoundingLeavesLegalModesWithFewDigits) {
  EXPECT_EQ(rounded({0.123456, {-1.2345, 9.9996}, 0.0123456, 999.96, 33.333}, 3),
            (GaussianMode{0.123, {-1.23, 10}, 0.0123, 1000, 33}));
  EXPECT_EQ(rounded({1e9, {-2e4, 2e4}, 1e-9, 1e9, 0}, 3), (GaussianMode{1e6, {-1e4, 1e4}, 1e-3, 1e3, 0}));
  // An axis has no direction.
  for (const auto& [angle, same] : {std::pair{180.0, 0.0}, {-90, 90}, {89.99, 90}, {-89.99, 90}, {270, 90}, {300, -60}})
    EXPECT_EQ(rounded({.angle = angle}, 3).angle, same) << angle;
}

TEST(ModeList, AnAxisCanBeDraggedAndIsThenThere) {
  const GaussianMode mode{2, {1, -1}, 3, 0.5, 20};
  EXPECT_NEAR(norm(first_axis({.sd1 = 2, .angle = 90}) - Position{0, 2}), 0, 1e-15);
  EXPECT_NEAR(norm(second_axis({.sd2 = 2, .angle = 90}) - Position{-2, 0}), 0, 1e-15);
  for (const Position to : {Position{1, 2}, {-0.3, 0.1}, {0, -4}, {-2, 0}}) {
    const GaussianMode first = with_first_axis(mode, to), second = with_second_axis(mode, to);
    EXPECT_NEAR(norm(first_axis(first) - to), 0, 1e-14);
    EXPECT_NEAR(norm(second_axis(second) - to), 0, 1e-14);
    EXPECT_EQ(first.sd2, mode.sd2);
    EXPECT_EQ(second.sd1, mode.sd1);
    EXPECT_EQ(first.centre, mode.centre);
  }
  EXPECT_EQ(with_first_axis(mode, {}), (GaussianMode{2, {1, -1}, 1e-3, 0.5, 20}));
  EXPECT_EQ(with_second_axis(mode, {0, 1e9}).sd2, 1e3);
}

TEST(ModeList, TermsGiveTheirModesBack) {
  const auto modes = any_modes(32, 2);
  const auto terms = terms_of(modes);
  const auto back = modes_of(terms);
  ASSERT_EQ(back.size(), modes.size());
  const auto again = terms_of(back);
  double weights = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    weights += terms[k].weight;
    EXPECT_GE(back[k].sd1, back[k].sd2);
    EXPECT_EQ(again[k].mean, terms[k].mean);
    EXPECT_NEAR(again[k].weight, terms[k].weight, 1e-15);
    const double size = terms[k].xx + terms[k].yy;
    EXPECT_NEAR(again[k].xx, terms[k].xx, 1e-15 * size);
    EXPECT_NEAR(again[k].xy, terms[k].xy, 1e-15 * size);
    EXPECT_NEAR(again[k].yy, terms[k].yy, 1e-15 * size);
    // The short axis of an ellipse of ratio up to e^4 comes from a difference, which loses the ratio's square.
    EXPECT_NEAR(back[k].sd1 * back[k].sd2, modes[k].sd1 * modes[k].sd2, 1e-15 * size * std::exp(4));
  }
  EXPECT_NEAR(weights, 1, 1e-15);
}

TEST(ModeList, MixturesOfThePlaneCanBeEditedAsModes) {
  int edited = 0;
  for (const TargetUnit& unit : targets(Space::plane)) {
    const auto terms = unit.make()->mixture();
    const auto modes = modes_of(terms);
    const bool few = unit.descriptor.dim == 2 && terms.size() <= most_gaussian_modes;
    EXPECT_EQ(modes.size(), few ? terms.size() : 0) << unit.descriptor.id;
    if (modes.empty()) continue;
    EXPECT_EQ(parsed(modes_text(modes)), modes) << unit.descriptor.id;
    ++edited;
  }
  EXPECT_GE(edited, 4);
  EXPECT_EQ(modes_of(target_unit("ring8").make()->mixture())[0], (GaussianMode{1, {0.5, 0}, 0.075, 0.075, 0}));
  EXPECT_TRUE(modes_of({}).empty());
  EXPECT_TRUE(modes_of(std::vector<GaussianTerm>(33)).empty());
  EXPECT_TRUE(modes_of(std::vector<GaussianTerm>{{1, {0, 0}, 1e-7, 0, 1}}).empty()) << "narrower than the limit";
  EXPECT_TRUE(modes_of(std::vector<GaussianTerm>{{1, {2e4, 0}, 1, 0, 1}}).empty()) << "further out than the limit";
}

TEST(ModeList, ARunTakesTheListAsText) {
  RunConfig config;
  apply(config, {"target", "modes"});
  apply(config, {"target.gaussians", "at 1 2 sd 0.5"});
  EXPECT_EQ(make_target(config)->mixture()[0].mean, (Position{1, 2}));
  for (const char* bad : {"at 1", "", " "}) EXPECT_THROW(apply(config, {"target.gaussians", bad}), Error) << bad;
  EXPECT_EQ(make_target(config)->mixture()[0].mean, (Position{1, 2})) << "as before the refused text";
}

// Six numbers of three digits for each: links of 891 to 911 characters were seen.
TEST(ModeList, ThirtyTwoModesFitIntoALink) {
  for (std::uint32_t seed = 3; seed < 8; ++seed) {
    auto modes = any_modes(32, seed);
    for (GaussianMode& mode : modes) mode = rounded(mode, 3);
    Preset preset;
    apply(preset.config, {"target", "modes"});
    apply(preset.config, {"target.gaussians", modes_text(modes)});
    const std::string link = share_string(preset);
    std::printf("link of %zu characters for a text of %zu\n", link.size(), modes_text(modes).size());
    EXPECT_LT(link.size(), 930u);
    EXPECT_EQ(parse_share_string(link).config.target, preset.config.target);
  }
}

}  // namespace
}  // namespace ergo::mode_list_test
