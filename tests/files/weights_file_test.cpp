// Runs whose model begins with the weights of a file, and what such a file must be.
#include "core/files/weights_file.h"

#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/config/learning_settings.h"
#include "core/files/draws_file.h"
#include "core/files/init_file.h"
#include "core/models/network_learning.h"
#include "core/npz/npz.h"
#include "core/npz/weight_arrays.h"
#include "core/run/session.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"
#include "tests/scratch_folder.h"

namespace ergo::weights_file_test {
namespace {

std::vector<RunConfig> brief_runs() {
  return {config_of({{"target", "three_gaussians"},
                     {"sampler", "mala"},
                     {"learn.model", "network"},
                     {"learn.hidden", "8"},
                     {"learn.second", "6"},
                     {"learn.batch", "50"},
                     {"learn.nodes", "16"},
                     {"learn.every", "5"},
                     {"chains", "30"}}),
          config_of({{"target", "pictures"},
                     {"target.set", "bars2"},
                     {"learn.model", "rbm"},
                     {"learn.hidden", "5"},
                     {"chains", "20"}})};
}

const ModelState& state(const Session& session) { return session.learning()->state(); }

class WeightsFile : public ScratchFolder {
 protected:
  std::string written(const std::map<std::string, NpyArray>& arrays) const {
    Npz file;
    file.arrays = arrays;
    write_npz(path("w.npz"), file);
    return path("w.npz");
  }
  /// What the refusal of these arrays says.
  std::string refusal(const Session& session, const std::map<std::string, NpyArray>& arrays) const {
    try {
      read_weights(written(arrays), *session.learning());
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
};

TEST_F(WeightsFile, BeginARun) {
  for (const RunConfig& config : brief_runs()) {
    SCOPED_TRACE(config.target.id);
    const auto hidden = static_cast<std::size_t>(find_parameter(learning_descriptor(), "hidden"));
    Session first(config, test_factory());
    first.advance(61);
    const std::vector<double> averaged = state(first).averaged;
    ASSERT_NE(averaged, state(first).weights);
    Session second(config, test_factory());
    const std::vector<double> random = state(second).weights;
    second.begin_with(read_weights(written(first.learning()->arrays()), *second.learning()));
    EXPECT_EQ(state(second).weights, averaged);
    EXPECT_EQ(state(second).averaged, averaged);
    EXPECT_EQ(state(second).iterations, 0u);
    EXPECT_EQ(second.learning()->now().log_likelihood, first.learning()->averaged().log_likelihood);
    // The same however step 40 is reached, and after another setting at the beginning.
    second.advance(40);
    const std::string hash = second.state_hash();
    second.reset();
    EXPECT_EQ(state(second).weights, averaged);
    second.advance(40);
    EXPECT_EQ(second.state_hash(), hash);
    second.restart();
    second.assign({"learn.rate", "0.002"});
    EXPECT_EQ(state(second).weights, averaged);
    second.assign({"learn.hidden", "7"});
    EXPECT_NE(state(second).weights.size(), averaged.size());
    second.assign({"learn.hidden", value_text(config.learning, learning_descriptor(), hidden)});
    EXPECT_EQ(state(second).weights, random);
  }
}

TEST_F(WeightsFile, NeedNoAverages) {
  for (const RunConfig& config : brief_runs()) {
    Session session(config, test_factory());
    session.advance(61);
    auto arrays = session.learning()->arrays();
    std::erase_if(arrays, [](const auto& array) { return array.first.ends_with(averaged_ending); });
    EXPECT_EQ(read_weights(written(arrays), *session.learning()), state(session).weights);
  }
}

TEST_F(WeightsFile, AreInTheDrawsOfARun) {
  for (const RunConfig& config : brief_runs()) {
    SCOPED_TRACE(config.target.id);
    Session session(config, test_factory());
    FileSet files;
    DrawsFile draws(files, path("draws.npz"), session, 2);
    draws.add(session);
    session.advance(31);
    draws.add(session);
    draws.finish(session, "{}");
    files.commit();
    EXPECT_EQ(read_weights(path("draws.npz"), *session.learning()), state(session).averaged);
    const auto written = read_npz(path("draws.npz")).arrays, of_model = session.learning()->arrays();
    for (const WeightArray& array : session.learning()->weight_arrays())
      for (const std::string& ending : {std::string(), std::string(averaged_ending)})
        EXPECT_EQ(written.at(array.name + ending).to_double(), of_model.at(array.name + ending).to_double());
    EXPECT_EQ(read_init(path("draws.npz"), config).chains, config.chains);
    EXPECT_EQ(written.at("x").shape, (std::vector<std::size_t>{config.chains, 2, written.at("x").shape[2]}));
  }
}

// Else the file of a run that learns would have two arrays of one name.
TEST_F(WeightsFile, NoSamplersArraysAreCalledAsWeights) {
  for (const RunConfig& config : brief_runs()) {
    const Session session(config, test_factory());
    std::set<std::string> names;
    for (const auto& array : session.learning()->weight_arrays())
      names.insert({array.name, array.name + averaged_ending});
    for (const auto& array : session.learning()->coordinate_arrays()) names.insert(array.name);
    for (const SamplerUnit& unit : samplers(target_descriptor(config.target).space)) {
      RunConfig run = config;
      try {
        apply(run, {"sampler", unit.descriptor.id});
      } catch (const Error&) {
        continue;  // no sampler of this model
      }
      for (const RecordedColumn& column : recorded_columns(run))
        EXPECT_FALSE(names.contains(column.name)) << unit.descriptor.id << ' ' << column.name;
    }
  }
}

// A network that learned in one window has the same energies in another one, up to rounding.
TEST_F(WeightsFile, KeepTheirEnergyInOtherCoordinates) {
  RunConfig config = brief_runs().front();
  Session session(config, test_factory());
  session.advance(61);
  const auto network_of = [](const Session& of) {
    return dynamic_cast<const NetworkLearning&>(*of.learning()).training().network();
  };
  const EnergyNetwork learned =
      dynamic_cast<const NetworkLearning&>(*session.learning()).training().averaged();
  apply(config, {"target", "banana"});
  Session other(config, test_factory());
  other.begin_with(read_weights(written(session.learning()->arrays()), *other.learning()));
  const EnergyNetwork moved = network_of(other);
  EXPECT_NE(moved.shape().scale.x, learned.shape().scale.x);
  for (const Position x : {Position{0, 0}, Position{1.5, -2}, Position{-3, 0.7}})
    EXPECT_NEAR(moved(x).energy, learned(x).energy, 1e-9 * (1 + std::abs(learned(x).energy)));
}

TEST_F(WeightsFile, ErrorNamesTheInvalidPart) {
  for (const RunConfig& config : brief_runs()) {
    Session session(config, test_factory());
    session.advance(11);
    const std::string hash = session.state_hash();
    const auto good = session.learning()->arrays();
    const auto expect = [&](const std::map<std::string, NpyArray>& arrays,
                            std::initializer_list<std::string> words) {
      const std::string message = refusal(session, arrays);
      for (const std::string& word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
      EXPECT_NE(message.find("w.npz"), std::string::npos) << message;
    };
    for (const WeightArray& array : session.learning()->weight_arrays()) {
      const std::string name = array.name + averaged_ending;
      auto bad = good;
      bad.erase(name);
      expect(bad, {"missing", name});
      bad = good;
      bad[name] = npy_array({3, 2}, std::vector<double>(6));
      expect(bad, {name, "[3, 2]", "[" + std::to_string(array.shape[0])});
      for (const double number : {NAN, INFINITY}) {
        std::vector<double> values = good.at(name).to_double();
        values.back() = number;
        bad[name] = npy_array(array.shape, values);
        expect(bad, {name, "not finite", std::to_string(values.size() - 1)});
      }
    }
    for (const WeightArray& array : session.learning()->coordinate_arrays()) {
      auto bad = good;
      bad.erase(array.name);
      expect(bad, {"missing", array.name});
      bad[array.name] = npy_array({1}, std::vector<double>{1});
      expect(bad, {array.name, "[1]", "[2]"});
    }
    if (good.contains("scale")) {
      auto bad = good;
      bad["scale"] = npy_array({2}, std::vector<double>{1, 0});
      expect(bad, {"scale", "not positive", "0"});
    }
    expect({{"x", npy_array({1}, std::vector<double>{1})}}, {"missing"});
    EXPECT_THROW(read_weights(path("none.npz"), *session.learning()), Error);
    EXPECT_THROW(read_weights(folder_.string(), *session.learning()), Error);
    EXPECT_EQ(session.state_hash(), hash);
    EXPECT_EQ(session.step(), 11u);
  }
}

}  // namespace
}  // namespace ergo::weights_file_test
