// Sets of small pictures, and the target that draws them.
#include "core/site_targets/picture_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/npz/npz.h"
#include "core/settings/share_string.h"
#include "core/site_plane/site_plane.h"
#include "core/sites/site_draws.h"
#include "core/sites/site_units.h"
#include "tests/assigned_config.h"
#include "tests/scratch_folder.h"

namespace ergo::pictures_test {
namespace {

TEST(PictureSetTest, PicturesAreDifferentAndOfTheirSize) {
  const std::size_t counts[] = {6, 14, 30, 90};
  std::size_t at = 0;
  for (const std::string& name : picture_set_names()) {
    const PictureSet set = picture_set(name);
    EXPECT_EQ(set.pictures.size(), counts[at++]) << name;
    for (std::size_t i = 0; i < set.pictures.size(); ++i) {
      EXPECT_EQ(set.pictures[i].size(), static_cast<std::size_t>(set.pixels()));
      for (std::size_t k = 0; k < i; ++k)
        EXPECT_NE(set.pictures[i], set.pictures[k]) << name << ' ' << k << ' ' << i;
    }
  }
  EXPECT_THROW(picture_set("bars5"), Error);
}

// The share of wrong pixels, of 20 000 draws of 16, has the standard deviation 2.4e-4.
TEST(PicturesTest, DrawsAreNoisyPictures) {
  const auto target = make_site_target("pictures", {{"beta", 4}});
  const PictureSet set = picture_set("bars4");
  const double wrong = 1 / (1 + std::exp(4));
  double sum = 0;
  std::vector<int> counts(set.pictures.size());
  constexpr int draws = 20'000;
  for (std::uint32_t k = 0; k < draws; ++k) {
    const Configuration x = target->exact()->draw(SiteDraws(3, Purpose::exact, k, 0));
    std::size_t nearest = 0;
    int least = 17;
    for (std::size_t i = 0; i < set.pictures.size(); ++i) {
      int distance = 0;
      for (std::size_t pixel = 0; pixel < x.size(); ++pixel) distance += x[pixel] != set.pictures[i][pixel];
      if (distance < least) least = distance, nearest = i;
    }
    sum += least;
    ++counts[nearest];
  }
  // Few draws are nearer to another picture: with two or more wrong pixels.
  EXPECT_NEAR(sum / draws / 16, wrong, 6 * 2.4e-4);
  for (const int count : counts) EXPECT_NEAR(count, draws / 30.0, 6 * std::sqrt(draws / 30.0));
}

/// Two pictures of 2 rows and 3 columns.
const std::vector<std::int64_t> two = {1, 0, 0, 1, 1, 0, /**/ 0, 1, 1, 0, 0, 1};

class GivenPictures : public ScratchFolder {
 protected:
  std::string written(const std::map<std::string, NpyArray>& arrays) const {
    Npz file;
    file.arrays = arrays;
    write_npz(path("own.npz"), file);
    return path("own.npz");
  }
  std::string text(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::string npy(const NpyArray& array) const {
    return text("own.npy", npy_header(array.type, array.shape) +
                               std::string(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size()));
  }
  static RunConfig run_of(const std::string& file) {
    return config_of({{"target", "pictures"}, {"target.file", file}, {"target.beta", "3"}});
  }
  static double energy(const RunConfig& config, const Configuration& x) {
    return make_target(config.target)->sites()->model()->energy(x);
  }
};

// E = -log sum_k e^(-beta d_k): (1 0 0 1 1 0) differs from the first picture in no pixel, from the second in 6.
TEST_F(GivenPictures, MakeTheTarget) {
  for (const std::string& file :
       {written({{"x", npy_array({2, 2, 3}, two)}, {"y", npy_array({1}, std::vector<std::int64_t>{7})}}),
        npy(npy_array({2, 2, 3}, two)), npy(npy_array({2, 6}, two)),
        text("own.csv", "a,b,c,d,e,f\n1,0,0,1,1,0\n0,1,1,0,0,1\n"), text("own.txt", "1 0 0 1 1 0\n0 1 1 0 0 1\n")}) {
    const RunConfig config = run_of(file);
    EXPECT_NEAR(energy(config, {1, 0, 0, 1, 1, 0}), -std::log(1 + std::exp(-18)), 1e-12) << file;
    EXPECT_NEAR(energy(config, {1, 0, 0, 1, 1, 1}), -std::log(std::exp(-3) + std::exp(-15)), 1e-12) << file;
    const auto target = make_target(config.target);
    EXPECT_NEAR(target->sites()->masses().log_z.value(), std::log(2) + 6 * std::log1p(std::exp(-3)), 1e-12) << file;
  }
  EXPECT_EQ(make_target(run_of(npy(npy_array({2, 2, 3}, two))).target)->sites()->model()->columns(), 3);
  EXPECT_EQ(make_target(run_of(npy(npy_array({2, 6}, two))).target)->sites()->model()->columns(), 0);
  EXPECT_EQ(make_target(run_of(npy(npy_array({3, 4}, two))).target)->sites()->model()->columns(), 2);
}

TEST_F(GivenPictures, GoWithTheirRun) {
  const RunConfig config = run_of(npy(npy_array({2, 2, 3}, two)));
  std::filesystem::remove(path("own.npy"));
  Preset preset;
  preset.config = config;
  const RunConfig again = parse_share_string(share_string(preset)).config;
  EXPECT_EQ(again, config);
  EXPECT_EQ(energy(again, {1, 1, 1, 1, 1, 1}), energy(config, {1, 1, 1, 1, 1, 1}));
  RunConfig without = config;
  EXPECT_THROW(apply(without, {"target.set", "bars2"}), Error);
  apply(without, {"target.file", ""});
  EXPECT_EQ(without, config_of({{"target", "pictures"}, {"target.beta", "3"}}));
}

// What is kept for a target is not taken for that of other pictures, or of another sharpness.
TEST_F(GivenPictures, AreNotTakenForOthers) {
  RunConfig config = run_of(npy(npy_array({2, 2, 3}, two)));
  const auto log_z = [&] { return make_target(config.target)->sites()->masses().log_z.value(); };
  const double first = log_z();
  apply(config, {"target.beta", "2"});
  EXPECT_NE(log_z(), first);
  apply(config, {"target.beta", "3"});
  EXPECT_EQ(log_z(), first);
  apply(config, {"target.file", npy(npy_array({4, 3}, two))});
  EXPECT_NE(log_z(), first);
}

TEST_F(GivenPictures, ErrorNamesTheInvalidPart) {
  const auto expect = [&](const std::string& file, std::initializer_list<std::string> words) {
    RunConfig config = config_of({{"target", "pictures"}});
    const RunConfig before = config;
    try {
      apply(config, {"target.file", file});
      ADD_FAILURE() << file;
    } catch (const Error& error) {
      const std::string message = error.what();
      for (const std::string& word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
      EXPECT_NE(message.find("target.file"), std::string::npos) << message;
      EXPECT_NE(message.find(std::filesystem::path(file).filename().string()), std::string::npos) << message;
    }
    EXPECT_EQ(config, before);
  };
  std::vector<double> values(12);
  for (const double bad : {2.0, -1.0, 0.5, double{NAN}}) {
    values[10] = bad;
    expect(npy(npy_array({2, 2, 3}, values)), {"pixel 5 of picture 2", std::isnan(bad) ? "NaN" : "'", "0, 1"});
    expect(npy(npy_array({2, 6}, values)), {"pixel 5 of picture 2"});
  }
  expect(text("own.csv", "1,0\n1,3\n"), {"pixel 2 of picture 2", "'3'"});
  expect(text("own.csv", "1,0\n1,x\n"), {"pixel 2 of picture 2"});
  expect(text("own.csv", "1,0\n1\n"), {"own.csv"});
  expect(npy(npy_array({12}, two)), {"illegal shape of pictures", "[12]", "[pictures, rows, columns]"});
  expect(npy(npy_array({0, 12}, std::vector<double>())), {"[0, 12]"});
  expect(npy(npy_array({1, 1025}, std::vector<double>(1025))), {"[1, 1025]", "up to 1024"});
  expect(npy(npy_array({1001, 1}, std::vector<double>(1001))), {"[1001, 1]", "up to 1000"});
  expect(written({{"a", npy_array({2, 6}, two)}, {"b", npy_array({2, 6}, two)}}), {"missing array", "x"});
  expect(text("own.npz", "PK and no more"), {"own.npz"});
  expect(path("none.npy"), {"no such file"});
}

}  // namespace
}  // namespace ergo::pictures_test
