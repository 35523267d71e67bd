// Channels of the move into a state say nothing before the sampler's first step: not at step 0, not where the
// run went on under another sampler or on another target.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/diagnostics/report.h"
#include "core/files/trajectory.h"
#include "core/npz/npz.h"
#include "core/run/session.h"
#include "tests/files/written.h"
#include "tests/machine_fixture.h"
#include "tests/scratch_folder.h"
#include "tests/units/sampler_cases.h"

namespace ergo::transition_channels_test {
namespace {

class TransitionChannels : public ScratchFolder, public testing::WithParamInterface<SamplerCase> {
 protected:
  const Descriptor& own() const { return sampler_unit(GetParam().sampler).descriptor; }
  bool lattice() const { return own().space == Space::lattice; }
  std::string target() const { return lattice() ? "lattice_gaussian" : "ring8"; }
  std::string other_target() const { return lattice() ? "lattice8" : "banana"; }
  Session session(const std::string& sampler) const {
    return Session(pair_config(sampler, target(), GetParam().backend, 50), test_factory());
  }
};

/// Whether the channels of the move, and those alone, say nothing.
void expect(bool stepped, const ChainData& data, const RunConfig& config) {
  EXPECT_EQ(data.stepped(), stepped);
  DiagnosticReport report;
  std::vector<std::size_t> chains(data.chains);
  std::iota(chains.begin(), chains.end(), 0);
  add_channels(report, data, chains, config);
  const auto& channels = sampler_unit(config.sampler.id).descriptor.channels;
  for (std::size_t c = 0; c < channels.size(); ++c)
    EXPECT_EQ(report.channels[c].count > 0, stepped || !channels[c].of_transition) << channels[c].id;
}

TEST_P(TransitionChannels, HaveNoValueBeforeTheFirstStep) {
  Session run = session(own().id);
  expect(false, run.read(), run.config());
  run.advance(1);
  expect(true, run.read(), run.config());
}

TEST_P(TransitionChannels, SayNothingWhereTheSamplerBeganAnew) {
  const std::string before =
      lattice() ? (own().id == "dmala" ? "dula" : "dmala") : (own().id == "mala" ? "ula" : "mala");
  Session run = session(before);
  run.advance(70);
  run.assign({"sampler", own().id});
  expect(false, run.read(), run.config());
  EXPECT_FALSE(run.backend().read_chain(7).stepped());
  run.advance(1);
  expect(true, run.read(), run.config());
  run.advance(99);
  for (const std::uint64_t step : {70, 69, 71, 150, 70}) {
    run.rewind(step);
    if (step >= 70) expect(step > 70, run.read(), run.config());
  }
  const Checkpoint there = run.moment();
  run.advance(5);
  run.resume(there);
  expect(false, run.read(), run.config());
}

TEST_P(TransitionChannels, SayNothingOfAnotherTarget) {
  Session run = session(own().id);
  run.advance(20);
  run.assign({"target", other_target()});
  expect(false, run.read(), run.config());
  run.advance(1);
  run.assign({"target", target()});
  expect(false, run.read(), run.config());
}

TEST_P(TransitionChannels, AreNaNInFilesRightAfterATargetChange) {
  Session run = session(own().id);
  Trajectory trajectory(run.config(), run.backend().kind(), 3);
  run.advance(4);
  trajectory.record(run.read());
  run.assign({"target", other_target()});
  trajectory.record(run.read());
  run.advance(1);
  trajectory.record(run.read());
  write_npz(trajectory, path("t.npz"), "{}");
  const Npz npz = read_npz(path("t.npz"));
  for (const Channel& channel : own().channels) {
    const std::vector<double> values = npz.arrays.at(channel.id).to_double();
    EXPECT_TRUE(std::isfinite(values[0])) << channel.id;
    EXPECT_EQ(std::isnan(values[1]), channel.of_transition) << channel.id;
    EXPECT_TRUE(std::isfinite(values[2])) << channel.id;
  }
}

INSTANTIATE_TEST_SUITE_P(All, TransitionChannels,
                         testing::ValuesIn(sampler_cases([](const Descriptor&) { return true; })),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace ergo::transition_channels_test
