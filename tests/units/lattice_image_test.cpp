// A picture as density: what its pixels mean, and that every kind of bad file is refused by name with the run
// as it was.
#include <gtest/gtest.h>
#include <png.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/run/session.h"
#include "core/settings/preset.h"
#include "core/settings/share_string.h"
#include "core/unit/lettering.h"

namespace ergo::lattice_image_test {
namespace {

namespace fs = std::filesystem;

struct Pixels {
  int width, height, depth, colour_type;
  std::vector<std::uint8_t>
      bytes;  ///< as the file has them, rows from the top; none: the first is black and ends the file
};

void write(const std::string& path, const Pixels& p) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file);
  png_set_IHDR(png, info, static_cast<png_uint_32>(p.width), static_cast<png_uint_32>(p.height), p.depth,
               p.colour_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const png_color palette[] = {{0, 0, 0}, {255, 0, 0}, {255, 255, 255}};
  if (p.colour_type == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette, 3);
  png_set_compression_level(png, 0);
  png_set_gAMA(png, info, 0.45455);  // what is stored counts, not what it looks like
  png_write_info(png, info);
  const std::size_t row = png_get_rowbytes(png, info);
  if (p.bytes.empty()) {  // more than the library holds back
    png_write_row(png, std::vector<std::uint8_t>(row).data());
  } else {
    for (int y = 0; y < p.height; ++y) png_write_row(png, p.bytes.data() + row * static_cast<std::size_t>(y));
    png_write_end(png, info);
  }
  png_destroy_write_struct(&png, &info);
  std::fclose(file);
}

RunConfig image_run(const std::vector<Assignment>& assignments) {
  RunConfig config;
  apply(config, {"target", "lattice_image"});
  apply(config, {"chains", "50"});
  apply(config, {"backend", "cpu"});
  for (const Assignment& a : assignments) apply(config, a);
  return config;
}

class LatticeImage : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ergo_image_" + std::to_string(getpid()));
    fs::create_directories(folder_ / "deeper");
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  /// The target of a picture just written.
  std::unique_ptr<Target> target_of(const Pixels& pixels, std::vector<Assignment> more = {}) const {
    write(file("of.png"), pixels);
    more.push_back({"target.file", file("of.png")});
    return make_target(image_run(more));
  }
  fs::path folder_;
};

double density(const Target& target, double i, double j) {
  return std::exp(-target.evaluate(Position{i, j}).energy);
}

TEST_F(LatticeImage, IsTheStoredGreyWithTheTopRowAtTheLargestY) {
  const auto grey8 = target_of({3, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 51, 102, 0, 153, 204}});
  EXPECT_EQ(grey8->lattice()->sides(), (Sides{3, 2}));
  EXPECT_NEAR(density(*grey8, 0, 1), 1, 1e-6);
  EXPECT_NEAR(density(*grey8, 1, 1), 0.2, 1e-6);
  EXPECT_NEAR(density(*grey8, 2, 0), 0.8, 1e-6);
  EXPECT_NEAR(density(*grey8, 0, 0), 1e-3, 1e-9) << "the floor";
  const auto grey16 = target_of({2, 2, 16, PNG_COLOR_TYPE_GRAY, {0xff, 0xff, 0x12, 0x34, 0, 66, 0x80, 0}});
  EXPECT_NEAR(density(*grey16, 1, 1), 0x1234 / 65535.0, 1e-6);
  EXPECT_NEAR(density(*grey16, 0, 0), 66 / 65535.0, 1e-7);
  EXPECT_NEAR(density(*grey16, 1, 0), 0x8000 / 65535.0, 1e-6);
  const auto bits = target_of({2, 2, 1, PNG_COLOR_TYPE_GRAY, {0x80, 0x40}});
  EXPECT_NEAR(density(*bits, 0, 1), 1, 1e-6);
  EXPECT_NEAR(density(*bits, 1, 1), 1e-3, 1e-9);
}

TEST_F(LatticeImage, ColoursCountByTheirLuminanceAndNothingIsWhitePaper) {
  const auto colours = target_of(
      {2, 2, 8, PNG_COLOR_TYPE_RGB_ALPHA, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 51}});
  EXPECT_NEAR(density(*colours, 0, 1), 0.2126, 1e-6);
  EXPECT_NEAR(density(*colours, 1, 1), 0.7152, 1e-6);
  EXPECT_NEAR(density(*colours, 0, 0), 0.0722, 1e-6);
  EXPECT_NEAR(density(*colours, 1, 0), 0.8, 1e-6) << "black of opacity 1/5";
  const auto indexed = target_of({2, 2, 8, PNG_COLOR_TYPE_PALETTE, {0, 1, 2, 2}});
  EXPECT_NEAR(density(*indexed, 1, 1), 0.2126, 1e-6);
  EXPECT_NEAR(density(*indexed, 0, 0), 1, 1e-6);
}

TEST_F(LatticeImage, FloorAndInversion) {
  const Pixels picture = {2, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 51, 102, 0}};
  const auto negative = target_of(picture, {{"target.invert", "on"}, {"target.floor", "0.01"}});
  EXPECT_NEAR(density(*negative, 1, 0), 1, 1e-6);
  EXPECT_NEAR(density(*negative, 1, 1), 0.8, 1e-6);
  EXPECT_NEAR(density(*negative, 0, 1), 0.01, 1e-9);
}

/// The slope at the middle of the parabola through three points is (e(1) - e(-1))/2; beside an edge the slope
/// of the line is left.
TEST_F(LatticeImage, GradientIsTheSlopeBetweenTheNeighbours) {
  const auto target = make_target(image_run({}));
  const Sides sides = target->lattice()->sides();
  ASSERT_NE(sides.x, sides.y);
  const auto energy = [&](double i, double j) { return target->evaluate(Position{i, j}).energy; };
  int sloping = 0;
  for (std::size_t k = 0; k < sides.count(); ++k) {
    const Position x = sides.site(k);
    const double right = std::min(x.x + 1, sides.x - 1.0), left = std::max(x.x - 1, 0.0);
    const double above = std::min(x.y + 1, sides.y - 1.0), below = std::max(x.y - 1, 0.0);
    const Position gradient = target->evaluate(x).gradient;
    EXPECT_NEAR(gradient.x * (right - left), energy(right, x.y) - energy(left, x.y), 1e-12);
    EXPECT_NEAR(gradient.y * (above - below), energy(x.x, above) - energy(x.x, below), 1e-12);
    sloping += gradient.x != 0 && gradient.y != 0;
  }
  EXPECT_GT(sloping, 100);
}

double brightness(const GreyPicture& picture) {
  return std::accumulate(picture.pixels->begin(), picture.pixels->end(), 0.0);
}

TEST(Lettering, EveryLetterIsAnotherPicture) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+=.:!?/";
  for (const char a : letters) {
    const GreyPicture one = lettering(std::string(1, a), "text");
    EXPECT_EQ(*std::ranges::max_element(*one.pixels), 1) << a;
    for (const char b : letters)
      EXPECT_EQ(*one.pixels == *lettering(std::string(1, b), "text").pixels, a == b) << a << b;
  }
  EXPECT_EQ(*lettering("mcmc", "text").pixels, *lettering("MCMC", "text").pixels);
}

/// A letter and its margins, side by side with the next one.
TEST(Lettering, LettersStandInARow) {
  const GreyPicture i = lettering("I", "text"), two = lettering("I I", "text");
  EXPECT_EQ(i.width, 33);
  EXPECT_EQ(i.height, 41);
  EXPECT_EQ(two.width, 33 + 48);
  EXPECT_NEAR(brightness(two), 2 * brightness(i), 1e-3);
  for (int row = 0; row < i.height; ++row)
    for (int column = 0; column < i.width; ++column)
      EXPECT_NEAR(two.grey(column + 48, row), i.grey(column, row), 1e-3);
}

TEST(Lettering, RefusesWhatItCannotDraw) {
  const auto refusal = [](const std::string& text) {
    try {
      lettering(text, "target.text");
      return std::string();
    } catch (const Error& error) {
      EXPECT_EQ(error.where, "target.text");
      EXPECT_EQ(error.legal, legal_letters());
      return error.value;
    }
  };
  EXPECT_EQ(refusal("naïve"), "ï");
  EXPECT_EQ(refusal("A\tB"), "\t");
  EXPECT_EQ(refusal(" "), " ");
  EXPECT_EQ(refusal(std::string(most_letters + 1, 'M')), std::string(most_letters + 1, 'M'));
  EXPECT_EQ(refusal(std::string(most_letters, 'M')), "");
}

TEST_F(LatticeImage, ATextAndAFileReplaceEachOther) {
  write(file("of.png"), {3, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 51, 102, 0, 153, 204}});
  RunConfig run = image_run({{"target.text", "MCMC"}});
  const auto sides = [&] { return make_target(run)->lattice()->sides(); };
  EXPECT_EQ(sides(), (Sides{105, 41}));
  EXPECT_EQ(apply(run, {"target.file", file("of.png")}), Effect::restart);
  EXPECT_EQ(sides(), (Sides{3, 2}));
  EXPECT_EQ(apply(run, {"target.text", "AB"}), Effect::restart);
  EXPECT_EQ(sides(), (Sides{57, 41}));
  RunConfig again;
  for (const Assignment& a : assignments_of(run)) apply(again, a);
  EXPECT_EQ(again, run);
  EXPECT_EQ(apply(run, {"target.text", ""}), Effect::restart);
  EXPECT_EQ(run.target, image_run({}).target);
}

TEST_F(LatticeImage, SidesGoFrom2To1024AndLongerOnesAreAveraged) {
  const Pixels widest = {1024, 2, 8, PNG_COLOR_TYPE_GRAY, std::vector<std::uint8_t>(2048, 9)};
  EXPECT_EQ(target_of(widest)->lattice()->sides(), (Sides{1024, 2}));
  Pixels longer = {2048, 4, 8, PNG_COLOR_TYPE_GRAY, std::vector<std::uint8_t>(8192, 0)};
  longer.bytes[0] = 255;  // the top left one of four
  const auto averaged = target_of(longer);
  EXPECT_EQ(averaged->lattice()->sides(), (Sides{1024, 2}));
  EXPECT_NEAR(density(*averaged, 0, 1), 0.25, 1e-6);
  EXPECT_NEAR(density(*averaged, 0, 0), 1e-3, 1e-9);
  EXPECT_NE(averaged->remark({}).find("2048 × 4 pixels are averaged over areas, to 1024 × 2"), std::string::npos);
  EXPECT_EQ(target_of(widest)->remark({}), "");
  const Pixels highest = {2, 1024, 8, PNG_COLOR_TYPE_GRAY, std::vector<std::uint8_t>(2048, 9)};
  EXPECT_EQ(target_of(highest)->lattice()->sides(), (Sides{2, 1024}));
}

/// Read when it is given: what becomes of the file later changes nothing.
TEST_F(LatticeImage, ARunOutlivesItsFile) {
  write(file("a.png"), {3, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 51, 102, 0, 153, 204}});
  Session session(image_run({{"target.file", file("a.png")}}),
                  [](BackendKind) { return std::make_unique<CpuBackend>(); });
  session.advance(15);
  const std::string before = session.state_hash();
  session.advance(5);
  fs::remove(file("a.png"));
  session.assign({"target.floor", "0.5"});
  session.advance(5);
  session.rewind(15);
  EXPECT_EQ(session.state_hash(), before);
  EXPECT_THROW(session.assign({"target.file", file("a.png")}), Error);
  session.restart();
  EXPECT_EQ(session.target().lattice()->sides(), (Sides{3, 2}));
}

TEST_F(LatticeImage, TheSamePathWithOtherPixelsIsAnEdit) {
  write(file("a.png"), {2, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 51, 102, 0}});
  RunConfig config = image_run({{"target.file", file("a.png")}});
  EXPECT_EQ(apply(config, {"target.file", file("a.png")}), Effect::none);
  write(file("a.png"), {2, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 51, 103, 0}});
  EXPECT_EQ(apply(config, {"target.file", file("a.png")}), Effect::restart);
  EXPECT_EQ(apply(config, {"target.file", ""}), Effect::restart);
  EXPECT_EQ(config, image_run({}));
}

TEST_F(LatticeImage, APresetNamesItByItsOwnFolderAndComesBack) {
  write(file("deeper/a.png"), {3, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 51, 102, 0, 153, 204}});
  std::ofstream(file("deeper/p.json"))
      << R"({"version": 1, "title": "t", "run": {"target": "lattice_image", "target.file": "a.png"}})";
  const Preset preset = load_preset(file("deeper/p.json"));
  EXPECT_EQ(make_target(preset.config)->lattice()->sides(), (Sides{3, 2}));
  EXPECT_EQ(parse_preset(preset_text(preset), "again").config, preset.config);
  EXPECT_EQ(parse_share_string(share_string(preset)).config, preset.config);
  const fs::path here = fs::current_path();
  fs::current_path(folder_);
  EXPECT_EQ(image_run({{"target.file", "deeper/a.png"}}).target, preset.config.target);
  fs::current_path(here);
}

struct BadFile {
  const char* name;
  std::vector<std::string> words;  ///< what the message must hold besides path and legal sizes
};

class BadPicture : public LatticeImage, public testing::WithParamInterface<BadFile> {
 protected:
  void SetUp() override {
    LatticeImage::SetUp();
    std::ofstream(file("empty.png"));
    std::ofstream(file("text.png")) << "{\"not\": \"a picture\"}";
    write(file("one.png"), {1, 1, 8, PNG_COLOR_TYPE_GRAY, {255}});
    write(file("thin.png"), {1, 4, 8, PNG_COLOR_TYPE_GRAY, {255, 1, 2, 3}});
    write(file("huge.png"), {16384, 16384, 8, PNG_COLOR_TYPE_RGB_ALPHA, {}});
    write(file("wide.png"), {16385, 2, 8, PNG_COLOR_TYPE_GRAY, std::vector<std::uint8_t>(2 * 16385, 9)});
    write(file("black.png"), {4, 4, 8, PNG_COLOR_TYPE_GRAY, std::vector<std::uint8_t>(16, 0)});
    std::vector<std::uint8_t> noise(64 * 64);
    for (std::size_t k = 0; k < noise.size(); ++k) noise[k] = static_cast<std::uint8_t>(k * k % 251);
    write(file("cut.png"), {64, 64, 8, PNG_COLOR_TYPE_GRAY, noise});
    fs::resize_file(file("cut.png"), fs::file_size(file("cut.png")) / 2);
  }
  void expect_named(const std::string& message) const {
    for (const std::string& word : GetParam().words)
      EXPECT_NE(message.find(word), std::string::npos) << word << " not in: " << message;
    for (const std::string& word : {file(GetParam().name), std::string("target.file")})
      EXPECT_NE(message.find(word), std::string::npos) << word << " not in: " << message;
  }
};

TEST_P(BadPicture, IsRefusedByNameAndTheRunGoesOn) {
  Session session(image_run({}), [](BackendKind) { return std::make_unique<CpuBackend>(); });
  session.advance(10);
  const RunConfig config = session.config();
  const std::string before = session.state_hash();
  try {
    session.assign({"target.file", file(GetParam().name)});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.blame, Blame::user);
    expect_named(error.what());
  }
  EXPECT_EQ(session.step(), 10u);
  EXPECT_EQ(session.config(), config);
  EXPECT_EQ(session.state_hash(), before);
  session.advance(10);
}

TEST_P(BadPicture, EndsTheCommandLineWithExitCode2) {
  const std::string command = std::string(ERGO_BINARY_DIR "/ergo run target=lattice_image target.file=") +
                              file(GetParam().name) + " chains=10 backend=cpu --steps 2 --out " +
                              file("x.npz") + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  char buffer[4096];
  while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
  const int status = pclose(pipe);
  ASSERT_TRUE(WIFEXITED(status)) << output;
  EXPECT_EQ(WEXITSTATUS(status), 2) << output;
  expect_named(output);
  EXPECT_FALSE(fs::exists(file("x.npz")));
}

const std::string sizes = "2 to 16384 pixels a side";
INSTANTIATE_TEST_SUITE_P(
    All, BadPicture,
    testing::Values(BadFile{"missing.png", {"no such file", sizes}}, BadFile{"deeper", {"not a file", sizes}},
                    BadFile{"empty.png", {"an empty file", sizes}}, BadFile{"text.png", {"not a PNG or JPEG", sizes}},
                    BadFile{"one.png", {"1x1", sizes}}, BadFile{"thin.png", {"1x4", sizes}},
                    BadFile{"wide.png", {"16385x2", sizes}}, BadFile{"huge.png", {"16384x16384", "134217728"}},
                    BadFile{"cut.png", {"damaged", sizes}},
                    BadFile{"black.png", {"all black", "target.invert"}}),
    [](const auto& info) {
      const std::string name = info.param.name;
      return name.substr(0, name.find('.'));
    });

}  // namespace
}  // namespace ergo::lattice_image_test
