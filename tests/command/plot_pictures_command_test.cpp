// `ergo plot --pictures`: pictures of all runs above their curves, as a figure or a clip.
#include <nlohmann/json.hpp>
#include <regex>

#include "core/base/atomic_file.h"
#include "tests/command/command_fixture.h"
#include "tests/shell.h"

namespace ergo::plot_pictures_command_test {
namespace {

const std::string three =
    "target=banana sessions.0.sampler=esh sessions.1.sampler=mala sessions.2.sampler=mala "
    "sessions.2.sampler.step_size=0.02 chains=200 backend=cpu ";

class PlotPictures : public CommandTest {
 protected:
  std::string call(const std::string& command) { return shell(folder_.string(), command).output; }
  std::string text(const std::string& name) { return read_file(file(name), 1 << 28); }
  static std::size_t count(const std::string& text, const std::string& words) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++found;
    return found;
  }
};

TEST_F(PlotPictures, AnSvgHasAPictureOfEachRunAndItsWordsAsText) {
  ASSERT_EQ(ergo("plot " + three + "--pictures --quantity mmd2,acceptance_rate --steps 20 --quiet --out a.svg"), 0)
      << output_;
  const std::string svg = text("a.svg");
  EXPECT_EQ(count(svg, "data:image/png;base64,"), 3u);
  expect_words(svg, {">ESH leapfrog</text>", ">MALA", "gradient evaluations</text>", ">x</text>", ">y</text>",
                     "MMD² to target</text>", "font-size=\"8\""});
  EXPECT_EQ(count(svg, ">ESH leapfrog</text>"), 1u) << "in the title, and in no legend";
  const auto begin = svg.find("<desc>") + 6;
  EXPECT_EQ(nlohmann::json::parse(svg.substr(begin, svg.find("</desc>") - begin))["sessions"].size(), 3u);
  EXPECT_EQ(call("/usr/bin/python3 -c 'import xml.dom.minidom as m; m.parse(\"a.svg\")'"), "");
}

TEST_F(PlotPictures, AFigureHasTheStatedSize) {
  const std::regex size(R"(Page size: +([0-9.]+) x ([0-9.]+) pts)");
  for (const auto& [options, width] : {std::pair(std::string("--journal single"), 89.0), {"--journal double", 183.0},
                                       {"--size 120mm", 120.0}}) {
    ASSERT_EQ(ergo("plot " + three + "--pictures --steps 10 --quiet --out a.pdf " + options), 0) << output_;
    const std::string told = call("pdfinfo a.pdf");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(told, found, size)) << told;
    EXPECT_NEAR(std::stod(found[1]), width * 72 / 25.4, 0.01);
    EXPECT_LT(std::stod(found[2]), 247 * 72 / 25.4) << "a page's height";
    const std::string fonts = call("pdffonts a.pdf | tail -n +3");
    EXPECT_NE(fonts.find("Inter"), std::string::npos) << fonts;
    const std::string images = call("pdfimages -list a.pdf");
    EXPECT_EQ(count(images, " 600   600 "), 3u) << images;
  }
  ASSERT_EQ(ergo("plot " + three + "--pictures --steps 10 --quiet --size 120x160mm --out b.pdf"), 0) << output_;
  expect_words(call("pdfinfo b.pdf"), {"340.157 x 453.543 pts"});
  ASSERT_EQ(ergo("plot " + three + "--pictures --steps 10 --quiet --size 120x160mm --out b.png"), 0) << output_;
  expect_words(call("identify -format '%wx%h' b.png"), {"2835x3780"});
  EXPECT_EQ(png_resolution(text("b.png")), 23622u) << "600 per inch";
}

TEST_F(PlotPictures, AClipShowsTheSameFromTheBeginningToTheEnd) {
  const std::string run = "plot " + three + "--pictures --steps 20 --steps-per-frame 5 --quiet ";
  ASSERT_EQ(ergo(run + "--out a.mp4"), 0) << output_;
  const std::string told = call(
      "ffprobe -v error -count_frames -show_entries stream=width,nb_read_frames,avg_frame_rate -of default=nw=1 a.mp4");
  expect_words(told, {"width=850", "nb_read_frames=5", "avg_frame_rate=25/1"});
  ASSERT_EQ(ergo(run + "--fps 10 --out a.gif"), 0) << output_;
  EXPECT_TRUE(fs::exists(file("a.gif.json")));
}

TEST_F(PlotPictures, MistakesAreNamed) {
  ASSERT_EQ(ergo("run " + three + "--steps 4 --quiet --metrics m.csv"), 0) << output_;
  const std::string run = "chains=5 backend=cpu --steps 2 --quiet ";
  const std::pair<std::string, std::vector<std::string>> cases[] = {
      {"--from m.csv --pictures --out a.pdf", {"m.csv", "no pictures", "--pictures"}},
      {run + "--out a.mp4", {"a.mp4", "--pictures"}},
      {run + "--pictures --out a.avi", {"a.avi", "FILE.pdf", "FILE.mp4"}},
      {run + "--pictures --ground transparent --out a.mp4", {"transparent", "a.mp4"}},
      {run + "--pictures --fps 60 --out a.gif", {"60", "1 to 50"}},
      {run + "--pictures --size 85x30mm --out a.pdf", {"85x30 mm", "--size"}},
      {run + "--pictures --quantity mdm2 --out a.pdf", {"--quantity", "mdm2", "mmd2"}}};
  for (const auto& [arguments, words] : cases) {
    EXPECT_EQ(ergo("plot " + arguments), 2) << arguments << output_;
    for (const std::string& word : words)
      EXPECT_NE(output_.find(word), std::string::npos) << word << " not in: " << output_;
    for (const char* name : {"a.pdf", "a.mp4", "a.gif", "a.avi"})
      EXPECT_FALSE(std::filesystem::exists(file(name))) << arguments;
  }
}

}  // namespace
}  // namespace ergo::plot_pictures_command_test
