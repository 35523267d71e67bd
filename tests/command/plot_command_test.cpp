// `ergo plot`: figures of a run or of its metrics file, for paper.
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/base/atomic_file.h"
#include "core/diagnostics/quantities.h"
#include "core/unit/registry.h"
#include "tests/command/command_fixture.h"
#include "tests/shell.h"

namespace ergo::plot_command_test {
namespace {

/// A word of a PDF's page and the box around it, in points.
struct PlacedWord {
  std::string text;
  double left, top, right, bottom;
};

class PlotCommand : public CommandTest {
 protected:
  std::string call(const std::string& command) { return shell(folder_.string(), command).output; }
  std::string text(const std::string& name) { return read_file(file(name), 1 << 26); }
  std::vector<PlacedWord> words_of(const std::string& pdf) {
    const std::string page = call("pdftotext -bbox " + pdf + " -");
    const std::regex word(R"re(<word xMin="(.*)" yMin="(.*)" xMax="(.*)" yMax="(.*)">(.*)</word>)re");
    std::vector<PlacedWord> words;
    for (std::sregex_iterator i(page.begin(), page.end(), word), end; i != end; ++i)
      words.push_back({(*i)[5], std::stod((*i)[1]), std::stod((*i)[2]), std::stod((*i)[3]), std::stod((*i)[4])});
    return words;
  }
  /// No word leaves the page, and none lies on another. Boxes are as high as the face's tallest and deepest
  /// letters: a sixth at either side is empty in what is written here.
  void expect_apart(const std::vector<PlacedWord>& words, double width, double height) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const PlacedWord& a = words[i];
      EXPECT_TRUE(a.left > -0.5 && a.top > -2 && a.right < width + 0.5 && a.bottom < height + 2)
          << a.text << " leaves the page";
      for (std::size_t k = i + 1; k < words.size(); ++k) {
        const PlacedWord& b = words[k];
        const double across = std::min(a.right, b.right) - std::max(a.left, b.left),
                     down = std::min(a.bottom, b.bottom) - std::max(a.top, b.top),
                     least = std::min(std::min(a.bottom - a.top, b.bottom - b.top),
                                      std::min(a.right - a.left, b.right - b.left));
        EXPECT_FALSE(across > least / 3 && down > least / 3) << a.text << " on " << b.text;
      }
    }
  }
};

const std::string two = "target=banana sessions.0.sampler=esh sessions.1.sampler=mala chains=200 backend=cpu ";
constexpr double wide = 85 * 72 / 25.4, high = 60 * 72 / 25.4;  // points

TEST_F(PlotCommand, ARunAndItsMetricsFileGiveTheSameFigure) {
  for (const std::string& run : {two, std::string("chains=100 backend=cpu sampler=sgnht "),
                                 std::string("target=lattice8 sampler=acs chains=100 backend=cpu ")}) {
    ASSERT_EQ(ergo("run " + run + "--steps 40 --every 2 --quiet --metrics m.csv"), 0) << output_;
    for (const char* name : {"a.svg", "a.png"}) {
      ASSERT_EQ(ergo("plot --from m.csv --out " + std::string(name)), 0) << output_;
      const std::string from_file = text(name);
      ASSERT_EQ(ergo("plot " + run + "--steps 40 --every 2 --quiet --out " + name), 0) << output_;
      EXPECT_EQ(text(name), from_file) << name;
    }
  }
}

TEST_F(PlotCommand, TheFigureIsForPaper) {
  for (const char* name : {"a.pdf", "a.svg", "a.png"})
    ASSERT_EQ(ergo("plot " + two + "--steps 100 --quiet --out " + name), 0) << output_;
  expect_words(call("pdfinfo a.pdf"), {"240.945 x 170.079 pts", "Creator:         ergoscope"});
  expect_words(call("pdftotext a.pdf -"), {"gradient evaluations", "MMD² to target", "exact draws, 5–95 %"});
  const std::string fonts = call("pdffonts a.pdf | tail -n +3");
  EXPECT_NE(fonts.find("Inter"), std::string::npos) << fonts;
  EXPECT_EQ(fonts.find(" no  "), std::string::npos) << "fonts that the file does not have: " << fonts;
  expect_apart(words_of("a.pdf"), wide, high);
  expect_words(text("a.svg"),
               {"gradient evaluations</text>", ">ESH leapfrog</text>", ">MALA", "MMD² to target</text>"});
  expect_words(call("identify -format '%wx%h' a.png"), {"1004x709"});
  EXPECT_EQ(png_resolution(text("a.png")), 11811u) << "300 per inch";
  expect_words(call("convert a.png -crop 1x1+2+2 +repage txt:-"), {"#FFFFFF"});
}

TEST_F(PlotCommand, OptionsSayHowItComesOut) {
  const std::string run = "plot " + two + "--steps 30 --quiet ";
  ASSERT_EQ(ergo(run + "--journal single --out j.pdf"), 0) << output_;
  expect_words(call("pdfinfo j.pdf"), {"252.283 x 178.583 pts"});
  ASSERT_EQ(ergo(run + "--size 4x3in --font 12pt --text outlines --out o.pdf"), 0) << output_;
  expect_words(call("pdfinfo o.pdf"), {"288 x 216 pts"});
  EXPECT_EQ(call("pdftotext o.pdf - | tr -d '\\f\\n'"), "");
  ASSERT_EQ(ergo(run + "--text outlines --out o.svg"), 0) << output_;
  EXPECT_EQ(text("o.svg").find("<text"), std::string::npos);
  ASSERT_EQ(ergo(run + "--ground transparent --out t.png"), 0) << output_;
  expect_words(call("convert t.png -crop 1x1+2+2 +repage -format '%[fx:a]' info:-"), {"0"});
  ASSERT_EQ(ergo(run + "--ground theme --theme dark --out d.png"), 0) << output_;
  expect_words(call("convert d.png -crop 1x1+2+2 +repage txt:-"), {"#141820"});
  ASSERT_EQ(ergo(run + "--over steps --x-axis log --y-axis linear --out s.pdf"), 0) << output_;
  expect_words(call("pdftotext s.pdf -"), {"steps"});
  ASSERT_EQ(ergo(run + "--quantity mmd2,energy,mean_x --out m.pdf"), 0) << output_;
  expect_words(call("pdftotext m.pdf -"), {"⟨x⟩", "MMD²"});
}

// Outlines and text are the same letters at the same places: they differ less than a quarter of what the letters make.
TEST_F(PlotCommand, TextAndOutlinesLookTheSame) {
  for (const char* form : {"text", "outlines"})
    ASSERT_EQ(ergo("plot " + two + "--steps 30 --quiet --text " + form + " --out " + form + ".svg"), 0) << output_;
  call("grep -v '<text' text.svg > none.svg; for f in text outlines none; do rsvg-convert -z 2 $f.svg | convert - "
       "-blur 0x2 $f.png; done");
  const auto apart = [&](const std::string& other) {
    const std::string told = call("compare -metric RMSE text.png " + other + " null:");
    return std::stod(told.substr(told.find('(') + 1));
  };
  EXPECT_LT(apart("outlines.png"), apart("none.png") / 4);
}

// Every quantity of every sampler, one below the other: all words are legible, and none lies on another.
TEST_F(PlotCommand, EveryQuantityOfEverySamplerHasWordsThatAreApart) {
  for (const SamplerUnit& unit : kernel_samplers()) {
    const Descriptor& sampler = unit.descriptor;
    SCOPED_TRACE(sampler.id);
    const std::string run = (sampler.space == Space::lattice ? "target=lattice8 " : "target=ring8 ") +
                            ("sampler=" + sampler.id + " chains=40 backend=cpu --steps 12 --quiet ");
    ASSERT_EQ(ergo("run " + run + "--metrics m.csv"), 0) << output_;
    std::vector<std::string> ids;
    for (const Quantity& quantity : plotted_quantities(sampler)) ids.push_back(quantity.id);
    const auto plot = [&] {
      std::string list;
      for (const std::string& id : ids) list += (list.empty() ? "" : ",") + id;
      return ergo("plot --from m.csv --quantity " + list + " --out all.pdf");
    };
    while (plot() != 0) {  // some have no values, as of a target without modes
      const auto named = [&](const std::string& id) { return output_.find("'" + id + "'") != std::string::npos; };
      ASSERT_NE(output_.find("no values"), std::string::npos) << output_;
      ASSERT_EQ(std::erase_if(ids, named), 1u) << output_;
    }
    ASSERT_GT(ids.size(), 5u);
    expect_apart(words_of("all.pdf"), wide, high * (1 + 0.8 * static_cast<double>(ids.size() - 1)));
  }
}

// A change of a parameter stays visible as a mark, with the sampler's step of it.
TEST_F(PlotCommand, ChangesAreMarked) {
  write_file(file("edited.json"), R"({"version": 1, "title": "t",
    "run": {"target": "banana", "sampler": "mala", "chains": 40, "backend": "cpu"},
    "journal": [{"step": 10, "set": {"sampler.step_size": 0.03}}]})");
  write_file(file("plain.json"), R"({"version": 1, "title": "t",
    "run": {"target": "banana", "sampler": "mala", "chains": 40, "backend": "cpu"}, "journal": []})");
  const auto dotted = [&](const std::string& preset) {
    EXPECT_EQ(ergo("plot " + preset + " --steps 20 --quiet --out a.svg"), 0) << output_;
    const std::string svg = text("a.svg");
    std::size_t count = 0;
    for (std::size_t at = 0; (at = svg.find("stroke-dasharray:0.5,1", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(dotted("plain.json"), 0u);
  EXPECT_EQ(dotted("edited.json"), 1u);
}

TEST_F(PlotCommand, MistakesAreNamed) {
  write_file(file("other.csv"), "a,b\n1,2\n");
  write_file(file("short.csv"), "step,grad_evals,mmd2,mmd2_error\n1,2,3\n");
  const std::string run = "chains=5 backend=cpu --steps 2 --quiet ";
  const std::pair<std::string, std::vector<std::string>> cases[] = {
      {run + "--out a.gif", {"a.gif", "FILE.pdf"}},
      {run + "--out a.pdf --quantity mdm2", {"--quantity", "mdm2", "mmd2"}},
      {run + "--out a.pdf --over time", {"--over", "time", "gradients, steps"}},
      {run + "--out a.pdf --x-axis square", {"--x-axis", "square", "linear, log"}},
      {run + "--out a.pdf --y-axis square", {"--y-axis", "square", "auto, linear, log"}},
      {run + "--out a.pdf --size 85x60", {"--size", "85x60", "WxHmm"}},
      {run + "--out a.pdf --theme bright", {"bright", "light"}},
      {"--from other.csv --out a.pdf", {"other.csv", "a,b", "ergo run --metrics"}},
      {"--from short.csv --out a.pdf", {"short.csv", "1,2,3"}},
      {"--from none.csv --out a.pdf", {"none.csv"}},
      {"--from other.csv --steps 3 --out a.pdf", {"other.csv", "--from"}},
      {"--from other.csv target=banana --out a.pdf", {"other.csv", "--from"}}};
  for (const auto& [arguments, words] : cases) {
    const int code = ergo("plot " + arguments);
    EXPECT_TRUE(code == 2 || code == 3) << arguments << output_;
    for (const std::string& word : words)
      EXPECT_NE(output_.find(word), std::string::npos) << word << " not in: " << output_;
    EXPECT_FALSE(std::filesystem::exists(file("a.pdf"))) << arguments;
  }
}

}  // namespace
}  // namespace ergo::plot_command_test
