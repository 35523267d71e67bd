// State that is given rather than drawn, by a file or a hand: what the chain remembers of its beginning and
// what is reported of it follow from it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/files/init_file.h"
#include "core/files/recorded_columns.h"
#include "core/npz/npz.h"
#include "core/run/session.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"
#include "tests/scratch_folder.h"

namespace ergo::given_state_test {
namespace {

/// Samplers with state of their own.
std::vector<std::string> with_state() {
  std::vector<std::string> ids;
  for (const SamplerUnit& unit : kernel_samplers())
    if (!unit.descriptor.state.empty()) ids.push_back(unit.descriptor.id);
  return ids;
}

RunConfig config_with(const std::string& sampler, const char* seed) {
  return config_of({{"target", home_of(sampler_unit(sampler).descriptor)},
                    {"sampler", sampler},
                    {"backend", "cpu"},
                    {"chains", "6"},
                    {"seed", seed}});
}

class GivenState : public ScratchFolder, public testing::WithParamInterface<std::string> {
 protected:
  const Descriptor& descriptor() const { return sampler_unit(GetParam()).descriptor; }
  static Session session_of(const RunConfig& config) { return Session(config, test_factory()); }

  /// The fields that say how a chain began: those that a beginning sets whatever they held.
  std::vector<std::string> remembered(const ChainData& data) const {
    const RunConfig config = config_with(GetParam(), "1");
    const auto target = make_target(config);
    const auto sampler = make_sampler(config);
    ChainData begun = data;
    const ChainRow row = begun.row(0);
    for (std::size_t k = chain_state_size; k < row.state.size(); ++k) row.state[k] += 0.125;
    const std::vector<double> before(row.state.begin(), row.state.end());
    sampler->begin_here(row, Oracle(*target, gradient_noise_of(config)), 1, 0);
    std::vector<std::string> names;
    for (const StateField& field : descriptor().state) {
      const auto at = static_cast<std::size_t>(state_offset(descriptor(), field.id));
      if (row.state[at] != before[at]) names.push_back(field.id);
    }
    return names;
  }

  std::string write(const ChainData& data, const std::vector<std::string>& without) const {
    Npz npz;
    const auto put = [&](const std::string& name, int offset, std::size_t components, bool vector) {
      std::vector<double> values;
      for (std::size_t chain = 0; chain < data.chains; ++chain)
        for (std::size_t k = 0; k < components; ++k)
          values.push_back(data.state_row(chain)[static_cast<std::size_t>(offset) + k]);
      std::vector<std::size_t> shape = {data.chains};
      if (vector) shape.push_back(components);
      npz.arrays[name] = npy_array(shape, values);
    };
    put("x", 0, 2, true);
    for (const StateField& field : descriptor().state)
      if (std::ranges::find(without, field.id) == without.end())
        put(recorded_name(field, descriptor()), state_offset(descriptor(), field.id),
            static_cast<std::size_t>(components_in_use(field, 2)), field.components > 1);
    write_npz(path("given.npz"), npz);
    return path("given.npz");
  }
};

TEST_P(GivenState, WhatAChainRemembersOfItsBeginningFollowsFromIt) {
  Session session = session_of(config_with(GetParam(), "7"));
  const ChainData begun = session.read();
  const std::vector<std::string> names = remembered(begun);
  for (const StateField& field : descriptor().state)
    EXPECT_TRUE(!field.id.starts_with("initial_") || std::ranges::count(names, field.id))
        << field.id << " is what a chain remembers";
  const ChainData given = read_init(write(begun, names), config_with(GetParam(), "8"));
  EXPECT_EQ(given.state, begun.state);
  EXPECT_EQ(given.report, begun.report);
}

TEST_P(GivenState, WhatIsRememberedIsKeptWhereItIsGiven) {
  if (descriptor().space == Space::lattice) GTEST_SKIP() << "its schedule counts a run's own steps";
  Session session = session_of(config_with(GetParam(), "7"));
  session.advance(7);
  const ChainData end = session.read();
  const ChainData given = read_init(write(end, {}), config_with(GetParam(), "8"));
  for (std::size_t chain = 0; chain < end.chains; ++chain) {
    ASSERT_EQ(end.diverged[chain], 0u);
    for (std::size_t c = 0; c < descriptor().channels.size(); ++c) {
      if (descriptor().channels[c].of_transition) continue;
      const std::size_t at = chain * descriptor().channels.size() + c;
      EXPECT_EQ(given.report[at], end.report[at]) << descriptor().channels[c].id;
    }
  }
}

// As with a file that gives it, which the tests above are about.
TEST_P(GivenState, AMomentumGivenByHandBeforeTheFirstStepIsHowTheChainBegins) {
  const StateField* field = steering_field(descriptor());
  if (!field) GTEST_SKIP() << GetParam() << " goes on with no momentum";
  for (const char* backend : {"cpu", "gpu"}) {
    SCOPED_TRACE(backend);
    RunConfig config = config_with(GetParam(), "7");
    apply(config, {"backend", backend});
    Session session = session_of(config);
    session.assign({"chain.2.momentum", "3 -4"});
    const ChainData data = session.read();
    std::vector<std::string> without;
    for (const StateField& other : descriptor().state)
      if (&other != field) without.push_back(other.id);
    const ChainData given = read_init(write(data, without), config);
    EXPECT_NEAR(given.state_row(2)[static_cast<std::size_t>(state_offset(descriptor(), field->id))],
                field->unit_vector ? 0.6 : 3, 1e-6);
    const double tolerance = session.backend().kind() == BackendKind::cpu ? 0 : 1e-5;
    for (std::size_t c = 0; c < descriptor().channels.size(); ++c) {
      const std::size_t at = 2 * descriptor().channels.size() + c;
      EXPECT_NEAR(data.report[at], given.report[at], tolerance * (1 + std::abs(given.report[at])))
          << descriptor().channels[c].id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samplers, GivenState, testing::ValuesIn(with_state()),
                         [](const auto& info) { return info.param; });

class GivenSpeed : public ScratchFolder {};

// A start of speed 1 on the same shell has an energy higher by d r = 6: H is what it was.
TEST_F(GivenSpeed, IsOfAStartOnTheSameEnergyShell) {
  Npz npz;
  npz.arrays["x"] = npy_array({1, 2}, std::vector<double>{0.5, 0.25});
  npz.arrays["r"] = npy_array({1}, std::vector<double>{3});
  const std::string file = path("r.npz");
  write_npz(file, npz);
  const RunConfig config =
      config_of({{"target", "gaussian"}, {"sampler", "esh"}, {"sampler.step_size", "0.01"}, {"chains", "1"}});
  Session session(config, test_factory());
  session.start_from(read_init(file, config));
  const Descriptor& esh = sampler_unit("esh").descriptor;
  const auto channel = [&](const char* id) {
    return session.read().report[static_cast<std::size_t>(find_channel(esh, id))];
  };
  EXPECT_EQ(channel("kinetic_energy"), 6);
  EXPECT_EQ(channel("hamiltonian_error"), 0);
  EXPECT_EQ(channel("log_importance"), 3);
  session.advance(100);
  EXPECT_NEAR(channel("hamiltonian_error"), 0, 1e-3);
}

}  // namespace
}  // namespace ergo::given_state_test
