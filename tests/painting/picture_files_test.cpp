// Pictures from files: averages over areas, and what the decoders make of JPEG and of large or damaged files. PNG is
// read in tests/units/lattice_image_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

// After <cstdio>, which it needs.
#include <jpeglib.h>

#include "core/base/error.h"
#include "core/base/grey_picture.h"
#include "core/pixels/area_average.h"

namespace ergo::picture_files_test {
namespace {

std::vector<float> averaged(const std::vector<float>& pixels, int width, int height, int to_width, int to_height) {
  AreaAverage average(width, height, to_width, to_height);
  const auto row = static_cast<std::size_t>(width);
  for (std::size_t at = 0; at < pixels.size(); at += row) average.add_row(std::span(pixels).subspan(at, row));
  return average.pixels();
}

TEST(AreaAverage, IsTheMeanOverWhatAPixelCovers) {
  EXPECT_EQ(averaged({1, 2, 3, 4, 5, 6, 7, 8}, 4, 2, 2, 1), (std::vector<float>{3.5f, 5.5f}));
  // Three pixels to two: each new one covers one and a half.
  const auto two = averaged({0, 3, 6}, 3, 1, 2, 1);
  EXPECT_FLOAT_EQ(two[0], 1);
  EXPECT_FLOAT_EQ(two[1], 5);
  std::mt19937 random(1);
  std::vector<float> any;
  for (int k = 0; k < 31 * 17; ++k) any.push_back(static_cast<float>(random() % 256) / 255);
  EXPECT_EQ(averaged(any, 31, 17, 31, 17), any) << "no smaller, no change";
  const auto mean = [](const std::vector<float>& pixels) {
    double sum = 0;
    for (const float p : pixels) sum += static_cast<double>(p);
    return sum / static_cast<double>(pixels.size());
  };
  for (const auto& [width, height] : {std::pair{30, 16}, {13, 17}, {7, 5}, {1, 1}})
    EXPECT_NEAR(mean(averaged(any, 31, 17, width, height)), mean(any), 1e-7) << width << " x " << height;
}

/// A JPEG of best quality; colours as red, green, blue.
std::string jpeg(int width, int height, int components, const std::vector<std::uint8_t>& pixels,
                 bool progressive = false) {
  jpeg_compress_struct jpeg = {};
  jpeg_error_mgr errors = {};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = static_cast<JDIMENSION>(width);
  jpeg.image_height = static_cast<JDIMENSION>(height);
  jpeg.input_components = components;
  jpeg.in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 100, TRUE);
  if (progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  for (int row = 0; row < height; ++row) {
    JSAMPROW line = const_cast<JSAMPROW>(pixels.data() +
                                         static_cast<std::size_t>(row) * static_cast<std::size_t>(width * components));
    jpeg_write_scanlines(&jpeg, &line, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::string text(reinterpret_cast<char*>(bytes), size);
  std::free(bytes);
  return text;
}

GreyPicture read(const std::string& bytes) { return read_grey_picture(bytes, "x.jpg", "target.file"); }

std::string refusal(const std::string& bytes) {
  try {
    read(bytes);
    return "taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.where, "target.file");
    EXPECT_EQ(error.value, "x.jpg");
    return error.what();
  }
}

// At best quality a plain area is off by a unit or two of 255 in each colour.
TEST(Jpeg, IsReadAsAPngIs) {
  std::vector<std::uint8_t> grey, colour;
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 32; ++column) {
      grey.push_back(static_cast<std::uint8_t>(column < 16 ? 51 : 204));
      for (const int c : {0, 1, 2})
        colour.push_back(static_cast<std::uint8_t>(column < 16 ? (c == 0 ? 255 : 0) : (c == 1 ? 255 : 0)));
    }
  for (const bool progressive : {false, true}) {
    const GreyPicture plain = read(jpeg(32, 16, 1, grey, progressive));
    EXPECT_EQ(plain.width, 32);
    EXPECT_EQ(plain.height, 16);
    EXPECT_NEAR(plain.grey(4, 8), 0.2, 2.0 / 255);
    EXPECT_NEAR(plain.grey(28, 8), 0.8, 2.0 / 255);
    const GreyPicture coloured = read(jpeg(32, 16, 3, colour, progressive));
    EXPECT_NEAR(coloured.grey(4, 8), 0.2126, 2.0 / 255);
    EXPECT_NEAR(coloured.grey(28, 8), 0.7152, 2.0 / 255);
  }
}

TEST(Jpeg, LongSidesAreAveraged) {
  const GreyPicture picture = read(jpeg(3000, 40, 1, std::vector<std::uint8_t>(3000 * 40, 102)));
  EXPECT_EQ(picture.width, 1024);
  EXPECT_EQ(picture.height, 14);
  EXPECT_EQ(picture.file_width, 3000);
  EXPECT_EQ(picture.file_height, 40);
  for (const float pixel : *picture.pixels) EXPECT_NEAR(pixel, 0.4, 1.0 / 255);
}

TEST(Jpeg, BadFilesAreRefused) {
  const std::string good = jpeg(64, 64, 1, [] {
    std::vector<std::uint8_t> noise;
    for (int k = 0; k < 64 * 64; ++k) noise.push_back(static_cast<std::uint8_t>(k * k % 251));
    return noise;
  }());
  EXPECT_EQ(refusal(good), "taken");
  EXPECT_NE(refusal(good.substr(0, good.size() / 2)).find("a damaged JPEG"), std::string::npos);
  EXPECT_NE(refusal(good.substr(0, 10)).find("a damaged JPEG"), std::string::npos);
  EXPECT_NE(refusal("GIF89a").find("not a PNG or JPEG"), std::string::npos);
  EXPECT_NE(refusal("").find("not a PNG or JPEG"), std::string::npos);
  EXPECT_NE(refusal(jpeg(1, 5, 1, std::vector<std::uint8_t>(5))).find("1x5"), std::string::npos);
  // The header may claim any size: height and width stand after the marker of the frame.
  std::string claimed = good;
  const auto frame = claimed.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  for (const std::size_t at : {5u, 7u}) claimed[frame + at] = '\x40', claimed[frame + at + 1] = '\0';  // 16384
  EXPECT_NE(refusal(claimed).find("16384x16384"), std::string::npos);
  for (const std::size_t at : {5u, 7u}) claimed[frame + at] = '\x40', claimed[frame + at + 1] = '\1';
  EXPECT_NE(refusal(claimed).find("16385x16385"), std::string::npos);
}

/// Whatever the bytes, an Error or a picture.
TEST(Jpeg, ChangedBytesDoNoHarm) {
  std::vector<std::uint8_t> pixels;
  for (int k = 0; k < 40 * 30 * 3; ++k) pixels.push_back(static_cast<std::uint8_t>(k * 7 % 256));
  std::mt19937 random(2);
  int refused = 0;
  for (const bool progressive : {false, true}) {
    const std::string good = jpeg(40, 30, 3, pixels, progressive);
    for (int k = 0; k < 300; ++k) {
      std::string bytes = good;
      for (int change = 0; change < 3; ++change) bytes[3 + random() % (bytes.size() - 3)] = static_cast<char>(random());
      if (refusal(bytes) != "taken") ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace ergo::picture_files_test
