// Contents allowed in an .npz file for --init, and the errors for others.
#include "core/files/init_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/config/assignment.h"
#include "core/files/recorded_columns.h"
#include "core/npz/npz.h"
#include "core/unit/lattice.h"
#include "tests/assigned_config.h"
#include "tests/scratch_folder.h"

namespace ergo::init_file_test {
namespace {

class InitFile : public ScratchFolder {};

/// The message of an --init file that must be refused.
std::string refusal(const std::string& path, const Npz& npz, const RunConfig& config) {
  write_npz(path, npz);
  try {
    read_init(path, config);
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST_F(InitFile, UnitVectorsInSinglePrecisionAreMadeExactAndExactOnesKept) {
  const RunConfig config = config_of({{"sampler", "esh"}});
  const double angle = 1,
               rounded[] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
  const double exact[] = {std::cos(2.0), std::sin(2.0)};
  Npz npz;
  npz.arrays["x"] = npy_array({2, 2}, std::vector<double>{0.1, 0.2, 0.3, 0.4});
  npz.arrays["u"] = npy_array({2, 2}, std::vector<double>{rounded[0], rounded[1], exact[0], exact[1]});
  write_npz(path("u.npz"), npz);
  const ChainData data = read_init(path("u.npz"), config);
  const auto u = [&](std::size_t chain) {
    return data.state_row(chain).subspan(
        static_cast<std::size_t>(state_offset(sampler_unit("esh").descriptor, "u")), 2);
  };
  EXPECT_NE(std::hypot(rounded[0], rounded[1]), 1);
  EXPECT_NEAR(std::hypot(u(0)[0], u(0)[1]), 1, 1e-15);
  EXPECT_NEAR(u(0)[0], std::cos(angle), 1e-7);
  EXPECT_EQ(u(1)[0], exact[0]);
  EXPECT_EQ(u(1)[1], exact[1]);
}

TEST_F(InitFile, ErrorNamesTheInvalidPart) {
  const RunConfig config = config_of({{"sampler", "esh"}});
  const std::string file = path("i.npz");
  const auto vectors = [](std::size_t chains, double value) {
    return npy_array({chains, 2}, std::vector<double>(2 * chains, value));
  };
  Npz good;
  good.arrays["x"] = vectors(3, 0.25);
  good.arrays["u"] = npy_array({3, 2}, std::vector<double>{1, 0, 0, 1, -1, 0});
  write_npz(file, good);
  const ChainData data = read_init(file, config);
  EXPECT_EQ(data.chains, 3u);
  EXPECT_EQ(data.x(1).y, 0.25);
  EXPECT_EQ(data.state_row(1)[2], make_target(config)->evaluate({0.25, 0.25}).energy);
  EXPECT_EQ(data.state_row(2)[state_offset(sampler_unit("esh").descriptor, "u")], -1);

  const auto expect = [&](const std::string& name, NpyArray array, const char* words) {
    Npz bad = good;
    bad.arrays[name] = std::move(array);
    const auto message = refusal(file, bad, config);
    EXPECT_NE(message.find(words), std::string::npos) << message;
    EXPECT_NE(message.find(name), std::string::npos) << message;
  };
  expect("x", npy_array({3, 3}, std::vector<double>(9)), "[3, 3]");
  expect("x", npy_array({6}, std::vector<double>(6)), "[6]");
  expect("x", npy_array({0, 2}, std::vector<double>()), "[0, 2]");
  expect("x", npy_array({3, 0, 2}, std::vector<double>()), "[3, 0, 2]");
  expect("x", vectors(3, NAN), "not finite");
  expect("x", vectors(3, INFINITY), "not finite");
  expect("u", vectors(4, 1), "[4, 2]");
  expect("u", vectors(3, 0.6), "not a unit vector in chain 0");
  expect("u", vectors(3, 0), "not a unit vector");
  expect("r", vectors(3, 1), "[3, 2]");
  expect("r", npy_array({3}, std::vector<double>{0, NAN, 0}), "chain '1'");
  expect("reservior", vectors(3, 1), "did you mean 'reservoir'");
  Npz none = good;
  none.arrays.erase("x");
  EXPECT_NE(refusal(file, none, config).find("missing array"), std::string::npos);
  Npz text = good;
  text.texts["notes.txt"] = "hello";
  EXPECT_NE(refusal(file, text, config).find("notes.txt"), std::string::npos);
}

// An export says which run it is of; arrays without that may be meant for this one.
TEST_F(InitFile, StateOfAnotherSamplerIsPassedOverInExportsAlone) {
  const std::string file = path("export.npz");
  Npz npz;
  npz.arrays["x"] = npy_array({3, 2}, std::vector<double>{1, 2, 3, 4, 5, 6});
  npz.arrays["p"] = npy_array({3, 2}, std::vector<double>{1, 0, 0, 1, -1, 0});
  const Descriptor& esh = sampler_unit("esh").descriptor;
  std::vector<std::string> names;
  for (const StateField& field : esh.state) {
    names.push_back(recorded_name(field, esh));
    npz.arrays[names.back()] =
        npy_array(field.components > 1 ? std::vector<std::size_t>{3, 2} : std::vector<std::size_t>{3},
                  std::vector<double>(field.components > 1 ? 6 : 3, 1));
  }
  std::ranges::sort(names);
  const RunConfig sgnht = config_of({{"sampler", "sgnht"}});
  EXPECT_NE(refusal(file, npz, sgnht).find("that sgnht does not start from"), std::string::npos);
  npz.texts["meta.json"] = "{}";
  write_npz(file, npz);
  const ChainData data = read_init(file, sgnht);
  EXPECT_EQ(data.x(2).y, 6);
  EXPECT_EQ(data.state_row(1)[state_offset(sampler_unit("sgnht").descriptor, "p") + 1], 1);
  EXPECT_EQ(passed_over(file, sampler_unit("sgnht").descriptor), names);
  names.push_back("p");
  std::ranges::sort(names);
  EXPECT_EQ(passed_over(file, sampler_unit("ula").descriptor), names);
  npz.arrays["velocity"] = npz.arrays["p"];
  EXPECT_NE(refusal(file, npz, sgnht).find("velocity"), std::string::npos);
}

TEST_F(InitFile, OnLatticesChainsBeginOnSites) {
  const std::string file = path("i.npz");
  for (const TargetUnit& target : targets(Space::lattice))
    for (const SamplerUnit& sampler : samplers(Space::lattice)) {
      const RunConfig config =
          config_of({{"target", target.descriptor.id}, {"sampler", sampler.descriptor.id}});
      const auto made = make_target(config);
      const Sides sides = made->lattice()->sides();
      const auto dim = static_cast<std::size_t>(made->dim);
      SCOPED_TRACE(target.descriptor.id + " " + sampler.descriptor.id);
      Npz npz;
      std::vector<double> corners(2 * dim);
      corners[dim] = sides.x - 1;
      if (dim == 2) corners[dim + 1] = sides.y - 1;
      npz.arrays["x"] = npy_array({2, dim}, corners);
      EXPECT_EQ(refusal(file, npz, config), "accepted");
      for (std::size_t axis = 0; axis < dim; ++axis)
        for (const double bad : {-1.0, 0.5, axis == 0 ? double(sides.x) : double(sides.y), 1e30}) {
          auto x = corners;
          x[dim + axis] = bad;
          npz.arrays["x"] = npy_array({2, dim}, x);
          const std::string message = refusal(file, npz, config);
          for (const std::string& word : {file, std::string("chain 1:"), number_text(bad),
                                          "0 to " + std::to_string((axis == 0 ? sides.x : sides.y) - 1)})
            EXPECT_NE(message.find(word), std::string::npos) << message;
        }
    }
}

/// Members that are a preamble and no data: whoever reads on calls them damaged.
TEST_F(InitFile, IsJudgedByNamesAndShapesBeforeItsDataAreRead) {
  const RunConfig config = config_of({{"sampler", "esh"}});
  const auto preamble = [](std::vector<std::size_t> shape) {
    return npy_header(ElementType::float64, shape);
  };
  Npz many;
  many.texts["x.npy"] = preamble({125'000'000, 2});
  const std::string message = refusal(path("i.npz"), many, config);
  for (const std::string& word :
       {path("i.npz"), std::string("shape of x: '[125000000, 2]'"), std::string("1 to 10000000 chains")})
    EXPECT_NE(message.find(word), std::string::npos) << message;
  Npz other;
  other.arrays["x"] = npy_array(ElementType::float64, {3, 2});
  other.texts["log_weight.npy"] = preamble({3});
  EXPECT_EQ(refusal(path("i.npz"), other, config), "accepted") << "a channel is passed over";
  other.texts["u.npy"] = preamble({4, 2});
  EXPECT_NE(refusal(path("i.npz"), other, config).find("shape of u: '[4, 2]'"), std::string::npos);
  other.texts["u.npy"] = preamble({3, 2});
  EXPECT_NE(refusal(path("i.npz"), other, config).find("u.npy: damaged member"), std::string::npos);
}

}  // namespace
}  // namespace ergo::init_file_test
