// The options of a figure: what they mean, and what is told of others.
#include "core/figures/figure_style.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace ergo::figure_style_test {
namespace {

TEST(FigureStyle, ReadsLengths) {
  EXPECT_EQ(figure_style({}).width, 85);
  EXPECT_EQ(figure_style({}).height, 60);
  const FigureStyle inches = figure_style({.size = "3.5x2in"});
  EXPECT_NEAR(inches.width, 88.9, 1e-9);
  EXPECT_NEAR(inches.height, 50.8, 1e-9);
  EXPECT_TRUE(inches.tall);
  const FigureStyle wide = figure_style({.size = "170mm"});
  EXPECT_EQ(wide.width, 170);
  EXPECT_NEAR(wide.height, 120, 1e-9);
  EXPECT_FALSE(wide.tall);
  EXPECT_EQ(figure_style({.font = "9"}).font, 9);
  EXPECT_EQ(figure_style({.lines = "0.25pt"}).lines, 0.25);
  EXPECT_EQ(figure_style({.ground = "theme"}).ground, Ground::theme);
  EXPECT_EQ(figure_style({.text = "outlines"}).text, TextForm::outlines);
}

TEST(FigureStyle, AJournalIsTheDefaultOfWhatIsNotGiven) {
  EXPECT_EQ(figure_style({.journal = "single"}).width, 89);
  EXPECT_EQ(figure_style({.journal = "double"}).width, 183);
  const FigureStyle mixed = figure_style({.size = "100x50mm", .font = "10pt", .journal = "double"});
  EXPECT_EQ(mixed.width, 100);
  EXPECT_EQ(mixed.font, 10);
}

TEST(FigureStyle, SaysWhatIsLegal) {
  struct Case {
    FigureWords words;
    const char *option, *value, *legal;
  };
  const Case cases[] = {{{.size = "85x60"}, "--size", "85x60", "WxHmm"},
                        {{.size = "85x60cm"}, "--size", "85x60cm", "WxHin"},
                        {{.size = "x60mm"}, "--size", "x60mm", "mm"},
                        {{.size = "85xmm"}, "--size", "85xmm", "mm"},
                        {{.size = "-85x60mm"}, "--size", "-85x60mm", "20 to 1000 mm"},
                        {{.size = "nanmm"}, "--size", "nanmm", "20 to 1000 mm"},
                        {{.size = "1x1mm"}, "--size", "1x1mm", "20 to 1000 mm"},
                        {{.font = "0pt"}, "--font", "0pt", "4 to 72"},
                        {{.font = "8px"}, "--font", "8px", "4 to 72"},
                        {{.lines = "thin"}, "--lines", "thin", "0.1 to 10"},
                        {{.ground = "black"}, "--ground", "black", "white, transparent, theme"},
                        {{.journal = "triple"}, "--journal", "triple", "single, double"},
                        {{.text = "glyphs"}, "--text", "glyphs", "text, outlines"}};
  for (const auto& [words, option, value, legal] : cases) try {
      figure_style(words);
      ADD_FAILURE() << option << " " << value;
    } catch (const Error& error) {
      const std::string message = error.what();
      for (const char* part : {option, value, legal})
        EXPECT_NE(message.find(part), std::string::npos) << part << " not in: " << message;
    }
}

TEST(FigureStyle, WhiteIsWhiteInEveryThemeAndKeepsWordsLegible) {
  for (const std::string& id : palette_ids()) {
    const Palette white = palette_on(Ground::white, palette(id));
    for (const Colour ground : {white.ground, white.panel, white.picture}) EXPECT_EQ(ground, 0xFFFFFFu) << id;
    EXPECT_GT(contrast(white.text, 0xFFFFFF), 7) << id;
    EXPECT_EQ(palette_on(Ground::theme, palette(id)).panel, palette(id).panel);
  }
}

}  // namespace
}  // namespace ergo::figure_style_test
