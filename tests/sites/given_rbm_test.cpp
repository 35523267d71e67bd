// A machine whose weights are a file's: what it samples, what tells it from others, and what such a file must
// be.
#include "core/site_targets/given_rbm.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/npz/npz.h"
#include "core/run/session.h"
#include "core/settings/share_string.h"
#include "core/site_plane/site_plane.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"
#include "tests/scratch_folder.h"

namespace ergo::given_rbm_test {
namespace {

constexpr int visible = 6, hidden = 3;

using Arrays = std::map<std::string, NpyArray>;

/// With names that end so.
Arrays arrays_of(const RbmWeights& weights, const std::string& ending = "") {
  return {{"b" + ending, npy_array({visible}, weights.b)},
          {"c" + ending, npy_array({hidden}, weights.c)},
          {"w" + ending, npy_array({hidden, visible}, weights.w)}};
}

RbmWeights weights_of(std::uint64_t seed) { return random_rbm_weights(visible, hidden, 1, seed); }

class GivenRbm : public ScratchFolder {
 protected:
  std::string written(const Arrays& arrays, const std::string& name = "machine.npz") const {
    Npz file;
    file.arrays = arrays;
    write_npz(path(name), file);
    return path(name);
  }
  /// A run on the machine of a file that is gone by then.
  RunConfig run_of(const Arrays& arrays) const {
    const std::string file = written(arrays);
    const RunConfig config = config_of({{"target", "rbm"}, {"target.weights", file}, {"chains", "8"}});
    std::filesystem::remove(file);
    return config;
  }
  std::string refusal(const std::string& file) const {
    RunConfig config = config_of({{"target", "rbm"}});
    const RunConfig before = config;
    try {
      apply(config, {"target.weights", file});
    } catch (const Error& error) {
      EXPECT_EQ(config, before);
      return error.what();
    }
    return "accepted";
  }
};

double energy_of_ones(const Target& target) {
  return target.sites()->model()->energy(Configuration(visible, 1));
}

TEST_F(GivenRbm, IsTheMachineOfItsWeights) {
  for (const char* ending : {"", "_mean"}) {
    Arrays arrays = arrays_of(weights_of(1));
    arrays.merge(arrays_of(weights_of(2), ending));
    const auto target = make_target(run_of(arrays).target);
    const RbmWeights& read = *rbm_weights(*target->sites()->model());
    const RbmWeights wanted = weights_of(*ending ? 2 : 1);
    EXPECT_EQ(read.b, wanted.b);
    EXPECT_EQ(read.c, wanted.c);
    EXPECT_EQ(read.w, wanted.w);
  }
}

// What is kept for a target is not taken for that of other weights.
TEST_F(GivenRbm, IsNotTakenForAnother) {
  const auto log_z = [&](const RunConfig& config) {
    double sum = 0;
    const auto target = make_target(config.target);
    const SitePlane& plane = *target->sites();
    for (unsigned bits = 0; bits < 1u << visible; ++bits) {
      Configuration x;
      for (int i = 0; i < visible; ++i) x.push_back(bits >> i & 1);
      sum += std::exp(-plane.model()->energy(x));
    }
    EXPECT_NEAR(plane.masses().log_z.value(), std::log(sum), 1e-12);
    Session session(config, test_factory());
    session.advance(3);
    return std::log(sum);
  };
  const RunConfig first = run_of(arrays_of(weights_of(1))), second = run_of(arrays_of(weights_of(2)));
  EXPECT_NE(first, second);
  EXPECT_NE(log_z(first), log_z(second));
}

TEST_F(GivenRbm, GoesWithItsRun) {
  const RunConfig config = run_of(arrays_of(weights_of(3)));
  Preset preset;
  preset.config = config;
  const RunConfig again = parse_share_string(share_string(preset)).config;
  EXPECT_EQ(again, config);
  EXPECT_EQ(energy_of_ones(*make_target(again.target)), energy_of_ones(*make_target(config.target)));
}

TEST_F(GivenRbm, TakesThePlaceOfDrawnWeights) {
  RunConfig config = run_of(arrays_of(weights_of(1)));
  EXPECT_THROW(apply(config, {"target.hidden", "5"}), Error);
  apply(config, {"target.weights", ""});
  EXPECT_EQ(config.target, defaults(target_unit("rbm").descriptor));
}

TEST_F(GivenRbm, EverySamplerOfMachinesRuns) {
  RunConfig config = run_of(arrays_of(weights_of(4)));
  int run = 0;
  for (const SamplerUnit& unit : samplers(Space::sites)) {
    if (!unit.make()->lacks(*make_target(config.target)).empty()) continue;
    apply(config, {"sampler", unit.descriptor.id});
    Session session(config, test_factory());
    session.advance(5);
    EXPECT_EQ(session.step(), 5u) << unit.descriptor.id;
    ++run;
  }
  EXPECT_GT(run, 5);
}

TEST_F(GivenRbm, ErrorNamesTheInvalidPart) {
  const Arrays good = arrays_of(weights_of(1));
  const auto expect = [&](const std::string& file, std::initializer_list<std::string> words) {
    const std::string message = refusal(file);
    for (const std::string& word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
    EXPECT_NE(message.find("target.weights"), std::string::npos) << message;
    EXPECT_NE(message.find(std::filesystem::path(file).filename().string()), std::string::npos) << message;
  };
  for (const auto& [name, array] : good) {
    Arrays bad = good;
    bad.erase(name);
    expect(written(bad), {"missing", name, "b [visible], c [hidden], w [hidden, visible]"});
    bad[name] = npy_array({2, 2}, std::vector<double>(4));
    expect(written(bad), {"illegal shape of " + name, "[2, 2]"});
    for (const double number : {double{NAN}, double{INFINITY}, 1e7}) {
      std::vector<double> values = array.to_double();
      values.back() = number;
      bad[name] = npy_array(array.shape, values);
      expect(written(bad), {name, std::isfinite(number) ? "out of range" : "not finite",
                            std::to_string(values.size() - 1)});
    }
  }
  Arrays large = good;
  large["c"] = npy_array({600}, std::vector<double>(600));
  expect(written(large), {"illegal shape of c", "[600]", "1 to 512"});
  std::ofstream(path("text.npz")) << "b, c, w";
  expect(path("text.npz"), {"not a readable .npz archive"});
  expect(path("none.npz"), {"no such file", "w [hidden, visible]"});
}

}  // namespace
}  // namespace ergo::given_rbm_test
