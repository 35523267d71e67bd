// What `ergo render` writes besides PNG: figures with axes as SVG and PDF, clips as GIF and MP4; read back by
// the programs that others read them with.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "tests/scratch_folder.h"
#include "tests/shell.h"

namespace ergo::figure_test {
namespace {

namespace fs = std::filesystem;

class FigureTest : public ScratchFolder {
 protected:
  /// Runs a command in the folder; its output goes to `output_`.
  int call(const std::string& command) {
    const ShellResult result = shell(folder_.string(), command);
    output_ = result.output;
    return result.status;
  }
  int render(const std::string& arguments, const std::string& before = "") {
    return call(before + " " ERGO_BINARY_DIR "/ergo render default chains=300 --quiet " + arguments);
  }
  void expect_words(std::initializer_list<const char*> words) { ergo::expect_words(output_, words); }
  /// RGBA of a picture file, by ImageMagick.
  std::string pixels(const std::string& picture, const std::string& crop = "") {
    EXPECT_EQ(call("convert " + picture + " " + crop + " +repage -depth 8 rgba:pixels"), 0) << output_;
    return read_file(path("pixels"), 1 << 26);
  }
  std::string output_;
};

// In the plane of x and p a thermostat's friction, N(1, 1) here, has the colours: two sd to either side.
TEST_F(FigureTest, LegendNamesWhatColoursTell) {
  const std::string run = "target=double_well sampler=sgnht start=normal --steps 5 --size 600x400 ";
  ASSERT_EQ(render(run + "--axes phase --out a.pdf"), 0) << output_;
  ASSERT_EQ(call("pdftotext a.pdf -"), 0);
  std::erase(output_, ' ');  // which are told by distance
  expect_words({"ξ≤−1", "ξ≥3"});
  ASSERT_EQ(render(run + "--axes phase --colour-by sampler --out b.pdf"), 0) << output_;
  ASSERT_EQ(call("pdftotext b.pdf -"), 0);
  EXPECT_EQ(output_.find("ξ"), std::string::npos) << output_;
}

TEST_F(FigureTest, SvgHoldsThePictureItsAxesAndItsSettings) {
  ASSERT_EQ(render("--steps 20 --size 300x200 --out a.svg"), 0) << output_;
  ASSERT_EQ(render("--steps 20 --size 300x200 --figure --out a.png"), 0) << output_;
  const std::string svg = read_file(path("a.svg"), 1 << 24);
  EXPECT_NE(svg.find("<title>Ring of Gaussians, ESH leapfrog</title>"), std::string::npos);
  const auto begin = svg.find("<desc>") + 6;
  const auto settings = nlohmann::json::parse(svg.substr(begin, svg.find("</desc>") - begin));
  EXPECT_EQ(settings["run"]["chains"], 300);
  EXPECT_EQ(settings["steps"], 20);
  EXPECT_EQ(call("/usr/bin/python3 -c 'import xml.dom.minidom as m; m.parse(\"a.svg\")'"), 0) << output_;
  ASSERT_EQ(call("rsvg-convert a.svg -o drawn.png"), 0) << output_;
  const std::string within = "-crop 210x100+66+52", drawn = pixels("drawn.png", within);
  EXPECT_EQ(drawn.size(), 4u * 210 * 100);
  EXPECT_EQ(drawn, pixels("a.png", within)) << "the picture, pixel for pixel";
}

TEST_F(FigureTest, WordsOfAnSvgAreTextUnlessOutlinesAreWanted) {
  const std::string run = "view.marginals=on --steps 20 --size 600x400 --theme light ";
  ASSERT_EQ(render(run + "--out a.svg"), 0) << output_;
  output_ = read_file(path("a.svg"), 1 << 24);
  expect_words({">Ring of Gaussians, ESH leapfrog</text>", ">x</text>", ">\u22120.5</text>", "300 chains,  seed 1",
                "font-family=\"Inter, DejaVu Sans, sans-serif\"", "transform=\"rotate(-90 "});
  EXPECT_EQ(output_.find("<symbol"), std::string::npos) << "outlines of glyphs";
  for (const char* kind : {"svg", "pdf"}) {
    ASSERT_EQ(render(run + "--text outlines --out b." + kind), 0) << output_;
  }
  EXPECT_EQ(read_file(path("b.svg"), 1 << 24).find("<text"), std::string::npos);
  ASSERT_EQ(call("pdftotext b.pdf - | tr -d '\\f\\n'"), 0);
  EXPECT_EQ(output_, "");
}

TEST_F(FigureTest, ASizeOnPaperHoldsWhateverTheKindAndTheScale) {
  for (const char* scale : {"", "--scale 2 "}) {
    const std::string run = std::string("--steps 5 --size 100x80mm --font 9pt --ground white ") + scale;
    for (const char* name : {"a.pdf", "a.svg", "a.png"}) ASSERT_EQ(render(run + "--out " + name), 0) << output_;
    ASSERT_EQ(call("pdfinfo a.pdf"), 0);
    expect_words({"283.44 x 226.8 pts"});  // whole pixels of 1/300 inch
    ASSERT_EQ(call("identify -format '%wx%h' a.png"), 0);
    expect_words({"1181x945"});
    EXPECT_EQ(png_resolution(read_file(path("a.png"), 1 << 26)), 11811u) << "300 per inch";
    output_ = read_file(path("a.svg"), 1 << 24);
    expect_words({"font-size=\"9\""});
    for (const char* corner : {"1x1+2+2", "1x1+1178+942"})
      EXPECT_EQ(pixels("a.png", std::string("-crop ") + corner), "\xFF\xFF\xFF\xFF");
  }
}

TEST_F(FigureTest, AJournalsColumnIsWhiteAndItsGroundCanBeLeftOut) {
  ASSERT_EQ(render("--steps 5 --journal single --out a.png"), 0) << output_;
  ASSERT_EQ(call("identify -format %wx%h a.png"), 0);
  EXPECT_EQ(output_, "1051x744");
  EXPECT_EQ(pixels("a.png", "-crop 1x1+2+2"), "\xFF\xFF\xFF\xFF");
  ASSERT_EQ(render("--steps 5 --journal single --ground transparent --out b.png"), 0) << output_;
  EXPECT_EQ(pixels("b.png", "-crop 1x1+2+2").back(), '\0');
  const std::string within = pixels("b.png", "-crop 1x1+583+375");
  for (int k = 0; k < 3; ++k) EXPECT_GT(static_cast<unsigned char>(within[k]), 127) << "as light as paper";
  EXPECT_EQ(pixels("b.png", "-crop 1x1+583+375").back(), '\xFF') << "the picture";
}

TEST_F(FigureTest, OptionsOfAFigureAreNoneOfAClip) {
  for (const char* option : {"--size 85x60mm", "--font 8pt", "--lines 1pt", "--ground white", "--journal single",
                             "--text outlines"}) {
    EXPECT_EQ(render(std::string("--steps 2 --out a.gif ") + option), 2);
    expect_words({"not possible for a clip", std::string(option).substr(0, 6).c_str()});
  }
  EXPECT_EQ(render("--steps 2 --ground grey --out a.png"), 2);
  expect_words({"--ground", "grey", "white, transparent, theme"});
}

TEST_F(FigureTest, SizeIsThatOfTheWholeFileWhateverItsKind) {
  const std::string runs =
      "view.marginals=on sessions.0.sampler=esh sessions.1.sampler=ula --steps 20 --size 900x600 ";
  const auto size = [&](const std::string& picture) {
    EXPECT_EQ(call("identify -format %wx%h " + picture), 0) << output_;
    return output_;
  };
  const auto apart = [&](const std::string& picture, const std::string& other) {
    const std::string one = pixels(picture), two = pixels(other);
    double sum = 0;
    for (std::size_t i = 0; i < std::min(one.size(), two.size()); ++i)
      sum += std::abs(static_cast<unsigned char>(one[i]) - static_cast<unsigned char>(two[i]));
    return sum / static_cast<double>(one.size());
  };
  for (const char* scale : {"--scale 1 ", "--scale 2 "})
    for (const char* form : {"--figure ", "--no-figure "}) {
      for (const char* name : {"a.png", "a.svg", "a.pdf"})
        ASSERT_EQ(render(runs + scale + form + "--out " + name), 0) << output_;
      if (form == std::string("--figure ")) call("cp a.png figure.png");
      EXPECT_EQ(size("a.png"), "900x600");
      ASSERT_EQ(call("pdfinfo a.pdf"), 0);
      expect_words({"675 x 450 pts"});  // three quarters of a point are a pixel of 1/96 inch
      ASSERT_EQ(call("rsvg-convert a.svg -o svg.png"), 0);
      EXPECT_EQ(size("svg.png"), "900x600");
      ASSERT_EQ(call("pdftoppm -r 96 -png -singlefile a.pdf pdf"), 0);
      EXPECT_EQ(size("pdf.png"), "900x600");
      // The mean over all bytes: SVG and PNG differ in the edges of letters and lines (at most 0.4 of 255
      // here), a PDF's picture is drawn anew too (2).
      for (const char* other : {"svg.png", "pdf.png"})
        EXPECT_LT(apart("a.png", other), 4) << other << scale << form;
    }
  EXPECT_GT(apart("figure.png", "a.png"), 8) << "what another layout makes";
  EXPECT_EQ(render("--size 90x90 --out a.svg"), 2);
  expect_words({"90x90", "80x"});
}

TEST_F(FigureTest, SettingsSayHowThePictureShowsTheRun) {
  ASSERT_EQ(render("--steps 3 --size 300x200 --draws raw --colour-by energy --theme light view.trails=off "
                   "--out a.svg"),
            0)
      << output_;
  const std::string svg = read_file(path("a.svg"), 1 << 24);
  const auto begin = svg.find("<desc>") + 6;
  const auto settings = nlohmann::json::parse(svg.substr(begin, svg.find("</desc>") - begin));
  const auto view = nlohmann::json::parse(settings["view"].get<std::string>());
  EXPECT_EQ(view["draws"], "raw");
  EXPECT_EQ(view["colour_by"], "energy");
  EXPECT_EQ(view["trails"], false);
  EXPECT_EQ(settings["theme"], "light");
  EXPECT_EQ(settings["size"], "300x200");
}

TEST_F(FigureTest, ColoursOfChainsHaveALegend) {
  const std::pair<const char*, const char*> legends[] = {{"origin", ">mode at the start: 0<"},
                                                         {"accepted", ">last proposal: accepted<"},
                                                         {"divergence", ">divergent transitions: last step<"}};
  for (const auto& [colouring, words] : legends) {
    ASSERT_EQ(render("--steps 3 --size 900x400 sampler=hmc start=uniform --colour-by " + std::string(colouring) +
                     " --out a.svg"),
              0)
        << output_;
    EXPECT_NE(read_file(path("a.svg"), 1 << 24).find(words), std::string::npos) << words;
  }
}

TEST_F(FigureTest, PdfHoldsWordsAsWordsAndItsSettings) {
  ASSERT_EQ(render("--steps 20 --size 600x400 --theme light --out a.pdf"), 0) << output_;
  ASSERT_EQ(call("pdftotext a.pdf -"), 0) << output_;
  expect_words({"Ring of Gaussians, ESH leapfrog", "ε = 0.1", "300 chains", "step 20", "−0.5", "x", "y"});
  ASSERT_EQ(call("pdfinfo a.pdf"), 0) << output_;
  expect_words({"Creator:         ergoscope", "\"chains\": 300", "Pages:           1"});
}

TEST_F(FigureTest, ClipsHaveAFrameEverySoManySteps) {
  const std::string probe =
      "ffprobe -v error -count_frames -show_entries "
      "stream=width,height,nb_read_frames,avg_frame_rate:format_tags=comment "
      "-of default=nw=1 ";
  ASSERT_EQ(render("--steps 20 --steps-per-frame 6 --fps 20 --size 161x101 --out a.mp4"), 0) << output_;
  ASSERT_EQ(call(probe + "a.mp4"), 0) << output_;
  expect_words(
      {"width=160\n", "height=100\n", "nb_read_frames=5\n", "avg_frame_rate=20/1\n", "\"chains\": 300"});
  ASSERT_EQ(render("--steps 20 --steps-per-frame 6 --fps 20 --size 161x101 --out a.gif"), 0) << output_;
  ASSERT_EQ(call(probe + "a.gif"), 0) << output_;
  expect_words({"width=161\n", "height=101\n", "nb_read_frames=5\n", "avg_frame_rate=20/1\n"});
}

// A quarter of a step a frame: every fourth one is that of a clip at a step a frame, and those between show
// chains on their way.
TEST_F(FigureTest, SlowMotionShowsWhatIsWithinAStep) {
  const std::string clip = "sampler=hmc --steps 2 --steps-per-frame 1 --no-words --no-trails --size 160x100 ";
  for (const char* speed : {"--speed 1 --out one", "--speed 0.25 --out quarter"}) {
    ASSERT_EQ(render(clip + speed + ".gif"), 0) << output_;
    const std::string name = std::string(speed).substr(std::string(speed).rfind(' ') + 1);
    ASSERT_EQ(call("convert " + name + ".gif -coalesce " + name + "-%d.png"), 0) << output_;
  }
  EXPECT_FALSE(fs::exists(path("quarter-9.png")));
  std::vector<std::string> frames;
  for (int k = 0; k <= 8; ++k) frames.push_back(pixels("quarter-" + std::to_string(k) + ".png"));
  for (int k = 0; k <= 2; ++k)
    EXPECT_EQ(frames[static_cast<std::size_t>(4 * k)], pixels("one-" + std::to_string(k) + ".png")) << k;
  for (std::size_t k = 1; k < frames.size(); ++k) EXPECT_NE(frames[k], frames[k - 1]) << k;
  EXPECT_EQ(nlohmann::json::parse(read_file(path("quarter.gif.json"), 1 << 20))["speed"], "0.25");
  for (const char* speed : {"0", "0.001", "11", "slow"}) {
    EXPECT_EQ(render(clip + "--out bad.gif --speed " + speed), 2);
    expect_words({"--speed", speed, "0.01 to 10"});
  }
  EXPECT_FALSE(fs::exists(path("bad.gif")));
}

TEST_F(FigureTest, ClipDeclaresItsColourSpace) {
  ASSERT_EQ(render("--steps 8 --size 160x100 --no-words --out a.mp4"), 0) << output_;
  ASSERT_EQ(call("ffprobe -v error -show_entries stream=color_space -of default=nw=1 a.mp4"), 0) << output_;
  expect_words({"color_space=bt709"});
  ASSERT_EQ(call("ffmpeg -v error -sseof -0.04 -i a.mp4 -frames:v 1 a.png"), 0) << output_;
  ASSERT_EQ(render("--steps 8 --size 160x100 --out b.png"), 0) << output_;
  // The ground in a corner, which the codec need not blur: 8 bits of luma and chroma err by about 2.
  const std::string clip = pixels("a.png", "-crop 1x1+2+2"), still = pixels("b.png", "-crop 1x1+2+2");
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(static_cast<unsigned char>(clip[k]), static_cast<unsigned char>(still[k]), 3) << k;
}

TEST_F(FigureTest, AClipsFramesAreWrittenOnUnlessThatIsUnwanted) {
  for (const char* options : {"--out words.gif", "--no-words --out bare.gif"})
    ASSERT_EQ(render(std::string("--steps 4 --size 320x200 ") + options), 0) << output_;
  const std::string caption = " -crop 120x30+10+10";
  EXPECT_NE(pixels("'words.gif[1]'", caption), pixels("'bare.gif[1]'", caption));
}

// All chains at one place: one bar of the sampler's orange at the foot, one at the right edge; the picture
// alone is nearly grey there.
TEST_F(FigureTest, MarginalStripsAreDrawnWhereTheViewHasThem) {
  const std::string begin = "start=point start.x=0.3 start.y=0.2 --steps 0 --no-trails --no-words --size ",
                    run = begin + "320x200 ", figure = begin + "400x290 ";
  const auto orange = [&](const std::string& picture, const std::string& crop) {
    const std::string line = pixels(picture, "-crop " + crop);
    int count = 0;
    for (std::size_t i = 0; i < line.size(); i += 4)
      count += static_cast<unsigned char>(line[i]) - static_cast<unsigned char>(line[i + 2]) > 60;
    return count;
  };
  for (const bool shown : {false, true}) {
    const std::string set = shown ? "view.marginals=on " : "view.marginals=off ";
    ASSERT_EQ(render(set + run + "--out a.png"), 0) << output_;
    EXPECT_EQ(orange("a.png", "320x1+0+196") > 0, shown);
    EXPECT_EQ(orange("a.png", "1x200+316+0") > 0, shown);
    ASSERT_EQ(render(set + run + "--out a.gif"), 0) << output_;
    EXPECT_EQ(orange("'a.gif[0]'", "320x1+0+196") > 0, shown);
    ASSERT_EQ(render(set + figure + "--out a.svg"), 0) << output_;
    ASSERT_EQ(call("rsvg-convert a.svg -o drawn.png"), 0) << output_;
    EXPECT_EQ(orange("drawn.png", "320x1+62+242") > 0, shown);
  }
}

TEST_F(FigureTest, ReportsSettingsThatNeedTheWindow) {
  const std::string map = "view.map=on --steps 1 --size 80x60 --out a.png";
  ASSERT_EQ(call(ERGO_BINARY_DIR "/ergo render default chains=50 " + map), 0) << output_;
  expect_words({"parameter map", "ergoscope"});
  ASSERT_EQ(render(map), 0);
  EXPECT_EQ(output_, "");
}

TEST_F(FigureTest, SettingsFileIsWrittenBesideAGif) {
  write_file(path("a.gif.json"), "old");
  EXPECT_EQ(render("--steps 8 --size 80x60 --out a.gif", "PATH=/nonexistent"), 3);
  EXPECT_EQ(read_file(path("a.gif.json"), 100), "old");
  for (const char* name : {"a.gif", "a.mp4"})
    ASSERT_EQ(render(std::string("--steps 8 --steps-per-frame 2 --fps 10 --size 80x60 --out ") + name), 0)
        << output_;
  const auto settings = nlohmann::json::parse(read_file(path("a.gif.json"), 1 << 20));
  EXPECT_EQ(settings["run"]["chains"], 300);
  EXPECT_EQ(settings["steps"], 8);
  EXPECT_EQ(settings["steps_per_frame"], "2");
  EXPECT_EQ(settings["frames_per_second"], "10");
  ASSERT_EQ(call("ffprobe -v error -show_entries format_tags -of json a.mp4"), 0) << output_;
  const auto tags = nlohmann::json::parse(output_)["format"]["tags"];
  EXPECT_EQ(nlohmann::json::parse(tags["comment"].get<std::string>()), settings) << "the same as the mp4's";
}

TEST_F(FigureTest, TheSameClipHasTheSameBytes) {
  for (const char* name : {"a.gif", "b.gif", "a.mp4", "b.mp4"})
    ASSERT_EQ(render(std::string("--steps 4 --size 80x60 --out ") + name), 0) << output_;
  EXPECT_EQ(read_file(path("a.gif"), 1 << 24), read_file(path("b.gif"), 1 << 24));
  EXPECT_EQ(read_file(path("a.mp4"), 1 << 24), read_file(path("b.mp4"), 1 << 24));
}

// As on a disk that fills up with the last of a file: ffmpeg by itself calls that done.
TEST_F(FigureTest, AClipWhoseEndCannotBeWrittenLeavesTheOldOne) {
  const std::string clip = "--steps 20 --size 320x240 --out a.mp4";
  ASSERT_EQ(render(clip), 0) << output_;
  const std::string whole = read_file(path("a.mp4"), 1 << 24);
  constexpr std::size_t block = 1024;  // of bash's ulimit
  for (const std::size_t blocks : {(whole.size() - 1) / block, whole.size() / block * 3 / 4}) {
    write_file(path("a.mp4"), "old");
    const std::string limit = "trap '' XFSZ; ulimit -f " + std::to_string(blocks) + "; exec ";
    EXPECT_EQ(
        call("bash -c \"" + limit + ERGO_BINARY_DIR "/ergo render default chains=300 --quiet " + clip + "\""),
        3)
        << blocks << " of " << whole.size() / block << " blocks: " << output_;
    expect_words({"a.mp4"});
    EXPECT_EQ(read_file(path("a.mp4"), 1 << 24), "old");
  }
}

TEST_F(FigureTest, WithoutFfmpegTheMessageNamesThePackage) {
  write_file(path("a.gif"), "old");
  EXPECT_EQ(render("--steps 4 --size 80x60 --out a.gif", "PATH=/nonexistent"), 3);
  expect_words({"install the package ffmpeg", "a.gif"});
  EXPECT_EQ(read_file(path("a.gif"), 100), "old");
}

TEST_F(FigureTest, NoRoomLeavesTheOldFile) {
  for (const char* name : {"a.svg", "a.pdf", "a.gif", "a.mp4"}) {
    write_file(path(name), "old");
    EXPECT_EQ(render(std::string("--steps 40 --size 640x400 --out ") + name, "ulimit -f 20; "), 3)
        << name << output_;
    expect_words({name, "space left"});
    EXPECT_EQ(read_file(path(name), 100), "old");
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 4) << "no temporary is left";
}

}  // namespace
}  // namespace ergo::figure_test
