// What legal settings do other than they seem to say, over all registered samplers and their choices.
#include "core/config/remarks.h"

#include <gtest/gtest.h>

#include "tests/machine_fixture.h"

namespace ergo::remarks_test {
namespace {

/// Every choice of every parameter of a sampler that has choices, one at a time.
std::vector<RunConfig> choices_of(const Descriptor& sampler) {
  const std::string target = sampler.space == Space::lattice ? "lattice8" : "ring8";
  const RunConfig plain = pair_config(sampler.id, target, BackendKind::cpu, 16);
  std::vector<RunConfig> all = {plain};
  for (const Parameter& p : sampler.parameters)
    for (const std::string& choice : p.choices) {
      all.push_back(plain);
      apply(all.back(), {"sampler." + p.id, choice});
    }
  return all;
}

std::vector<double> positions_after(const RunConfig& config) {
  Session session(config, test_factory());
  session.advance(20);
  const ChainData data = session.read();
  std::vector<double> places;
  for (std::size_t i = 0; i < data.chains; ++i) places.insert(places.end(), {data.x(i).x, data.x(i).y});
  return places;
}

// A sampler says that it uses gradients exactly where their noise changes where its chains go.
TEST(Remarks, RemarkOnNoiseWithoutAnyEffect) {
  int told = 0;
  for (const auto& unit : kernel_samplers())
    for (RunConfig config : choices_of(unit.descriptor)) {
      const auto plain = positions_after(config);
      apply(config, {"gradient_noise.kind", "gaussian"});
      apply(config, {"gradient_noise.sigma", "3"});
      const bool seen = positions_after(config) != plain;
      const std::string words = noise_remark(config);
      EXPECT_EQ(words.empty(), seen) << unit.descriptor.id << ": " << words;
      if (words.empty()) continue;
      EXPECT_NE(words.find(unit.descriptor.id), std::string::npos);
      ++told;
    }
  EXPECT_GE(told, 4);  // random walks, Gibbs, exact local balance
}

// B = h sigma^2/2 is no strength where there is no step size h.
TEST(Remarks, RemarkOnNoiseOfZeroStrength) {
  int told = 0;
  for (const auto& unit : kernel_samplers()) {
    RunConfig config = choices_of(unit.descriptor).front();
    apply(config, {"gradient_noise.kind", "gaussian"});
    apply(config, {"gradient_noise.B", "2"});
    const bool none = gradient_noise_sd(config) == 0;
    const bool blind =
        !unit.descriptor.uses_gradient(Parameters(unit.descriptor.parameters, config.sampler.values));
    EXPECT_EQ(!noise_remark(config).empty(), none || blind) << unit.descriptor.id;
    told += none && !blind;
  }
  EXPECT_GE(told, 4);  // samplers of lattices
}

// Each pair of settings by itself is as it seems.
TEST(Remarks, RemarkOnSettingsThatCancelEachOther) {
  struct Case {
    const char *sampler, *target;
    Assignment one, other;
    const char* word;
  };
  for (const Case& c :
       {Case{"acs", "lattice8", {"sampler.alpha_min", "3"}, {"sampler.alpha_max", "2"}, "α_min"},
        {"sghmc", "gaussian", {"sampler.diffusion", "1"}, {"sampler.noise_estimate", "2"}, "B̂"},
        {"esh", "gaussian", {"sampler.weights", "on"}, {"sampler.gradient_scale", "d-1"}, "p^"}}) {
    RunConfig config = pair_config(c.sampler, c.target, BackendKind::cpu, 16);
    apply(config, c.one);
    EXPECT_TRUE(remarks(config).empty()) << c.sampler;
    apply(config, c.other);
    ASSERT_EQ(remarks(config).size(), 1u) << c.sampler;
    EXPECT_NE(remarks(config)[0].find(c.word), std::string::npos) << c.sampler;
  }
}

// A sampler whose blocks are meant to be iterations of a model that learns.
TEST(Remarks, RemarkOnBlocksThatAreNoIterations) {
  RunConfig config;
  const auto told = [&](const char* path, const char* value) {
    apply(config, {path, value});
    return sampler_remark(config);
  };
  EXPECT_EQ(told("target", "pictures"), "");
  EXPECT_EQ(told("sampler", "acs_pcd_sites"), "");
  EXPECT_EQ(told("sampler.steps", "7"), "") << "no model learns";
  const std::string words = told("learn.model", "rbm");
  for (const char* word : {"sampler.steps is 7", "learn.every is 5"})
    EXPECT_NE(words.find(word), std::string::npos) << words;
  EXPECT_EQ(told("learn.every", "7"), "");
  EXPECT_NE(told("learn.every", "14"), "");
  EXPECT_EQ(told("sampler", "dmala_sites"), "");
}

}  // namespace
}  // namespace ergo::remarks_test
