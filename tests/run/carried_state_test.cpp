// State that chains keep when the sampler or the target of a run changes.
#include <gtest/gtest.h>

#include "core/backend/start_positions.h"
#include "core/run/session.h"
#include "tests/machine_fixture.h"
#include "tests/units/sampler_cases.h"

namespace ergo::carried_state_test {
namespace {

class CarriedState : public testing::TestWithParam<SamplerCase> {
 protected:
  Session session() const {
    const bool lattice = sampler_unit(GetParam().sampler).descriptor.space == Space::lattice;
    return Session(
        pair_config(GetParam().sampler, lattice ? "lattice_gaussian" : "ring8", GetParam().backend, 50),
        test_factory());
  }
};

std::vector<double> field_of(const ChainData& data, const Descriptor& sampler, const StateField& field) {
  const auto from = static_cast<std::size_t>(state_offset(sampler, field.id));
  std::vector<double> values;
  for (std::size_t i = 0; i < data.chains; ++i) {
    const auto row = data.state_row(i).subspan(from, static_cast<std::size_t>(field.components));
    values.insert(values.end(), row.begin(), row.end());
  }
  return values;
}

/// The chains as they would begin at these places and this step.
ChainData begun(const RunConfig& config, const ChainData& at) {
  const auto backend = test_factory()(config.backend);
  std::vector<Position> positions;
  const auto target = make_target(config);
  for (std::size_t i = 0; i < at.chains; ++i) positions.push_back(legal_position(*target, at.x(i)));
  backend->configure(config);
  backend->place(positions, at.step);
  return backend->read();
}

/// A momentum with which steps go on, of distribution N(0, I).
bool has_momentum(const Descriptor& d) {
  return !d.claims.momentum_field.empty() && d.claims.momentum_field == d.claims.steering_field;
}

TEST_P(CarriedState, OfMomentaStaysTheRestBegins) {
  const Descriptor& own = sampler_unit(GetParam().sampler).descriptor;
  for (const SamplerUnit& unit : samplers(own.space)) {
    const Descriptor& other = unit.descriptor;
    if (other.id == own.id) continue;
    SCOPED_TRACE(other.id);
    Session run = session();
    run.advance(5);
    const ChainData before = run.read();
    run.assign({"sampler", other.id});
    const ChainData after = run.read(), fresh = begun(run.config(), before);
    ASSERT_EQ(after.step, 5u);
    const bool kept = has_momentum(own) && has_momentum(other);
    if (!kept) {
      EXPECT_EQ(after.state, fresh.state);
      EXPECT_EQ(after.report, fresh.report);
      continue;
    }
    for (const StateField& field : other.state) {
      if (field.id == own.claims.momentum_field) {
        EXPECT_EQ(field_of(after, other, field), field_of(before, own, field));
      } else if (field.id == other.claims.thermostat_field) {
        const bool thermostats = !own.claims.thermostat_field.empty();
        const ChainData& from = thermostats ? before : fresh;
        const Descriptor& of = thermostats ? own : other;
        const auto friction = [&](const ChainData& data, const Descriptor& sampler, std::size_t chain) {
          return data.state_row(chain)[static_cast<std::size_t>(state_offset(sampler, field.id))];
        };
        for (std::size_t i = 0; i < after.chains; ++i)
          EXPECT_EQ(friction(after, other, i), friction(from, of, i)) << i;
      }
    }
    const auto channel = [&](std::size_t chain, std::string_view id) {
      return after.report[chain * other.channels.size() + static_cast<std::size_t>(find_channel(other, id))];
    };
    const auto p = static_cast<std::size_t>(state_offset(other, own.claims.momentum_field));
    for (std::size_t i = 0; i < after.chains; ++i) {
      const auto row = after.state_row(i);
      const double energy = (row[p] * row[p] + row[p + 1] * row[p + 1]) / 4;
      EXPECT_NEAR(channel(i, "kinetic_energy"), energy, 1e-5 * energy);
      const std::string& conserved = other.claims.conserved_channel;
      if (!conserved.empty()) {
        EXPECT_EQ(channel(i, conserved), 0);
      }
    }
  }
}

// Momenta and thermostats go on where the target changes; not where it has another number of dimensions.
TEST_P(CarriedState, OutlastsTheTarget) {
  const Descriptor& own = sampler_unit(GetParam().sampler).descriptor;
  if (!has_momentum(own)) GTEST_SKIP() << "has no momentum";
  for (const char* target : {"banana", "oscillator"}) {
    SCOPED_TRACE(target);
    Session run = session();
    run.advance(5);
    const ChainData before = run.read();
    run.assign({"target", target});
    const ChainData after = run.read(), fresh = begun(run.config(), before);
    for (const StateField& field : own.state) {
      const bool momentum = field.id == own.claims.momentum_field;
      if (!momentum && field.id != own.claims.thermostat_field) continue;
      const bool kept = !momentum || run.target().dim == 2;
      EXPECT_EQ(field_of(after, own, field), field_of(kept ? before : fresh, own, field)) << field.id;
    }
  }
}

TEST_P(CarriedState, ExcludesDivergedChains) {
  const Descriptor& own = sampler_unit(GetParam().sampler).descriptor;
  if (!has_momentum(own)) GTEST_SKIP() << "has no momentum";
  Session run = session();
  run.assign({"sampler.step_size", "100"});
  run.advance(200);
  const ChainData before = run.read();
  ASSERT_GT(before.diverged_count(), 0u);
  const std::string other = own.id == "langevin" ? "sghmc" : "langevin";
  run.assign({"sampler", other});
  const ChainData after = run.read(), fresh = begun(run.config(), before);
  const Descriptor& d = sampler_unit(other).descriptor;
  const auto p = static_cast<std::size_t>(state_offset(d, d.claims.momentum_field));
  for (std::size_t i = 0; i < before.chains; ++i)
    if (before.diverged[i]) {
      EXPECT_EQ(after.state_row(i)[p], fresh.state_row(i)[p]) << i;
    }
}

TEST_P(CarriedState, ReplaysBitForBit) {
  const Descriptor& own = sampler_unit(GetParam().sampler).descriptor;
  Session run = session();
  run.advance(20);
  const std::string start = run.state_hash();
  for (const SamplerUnit& unit : samplers(own.space)) {
    run.assign({"sampler", unit.descriptor.id});
    run.advance(3);
  }
  const std::string end = run.state_hash();
  const std::uint64_t steps = run.step();
  Session replayed(run.initial(), test_factory(), run.journal(), 0);
  replayed.advance(steps);
  EXPECT_EQ(replayed.state_hash(), end);
  run.rewind(19);
  run.advance(steps - 19);
  EXPECT_EQ(run.state_hash(), end);
  EXPECT_NE(start, end);
}

// What is assigned one thing after another at one step replays so: switching there and back, parameters
// after.
TEST_P(CarriedState, SwitchesAtOneStepReplay) {
  const bool lattice = sampler_unit(GetParam().sampler).descriptor.space == Space::lattice;
  const Assignment own{"sampler", GetParam().sampler}, other{"sampler", lattice ? "dula" : "sgnht"};
  const std::string width = lattice ? "target.variance_long" : "target.sd";
  const std::vector<std::vector<Assignment>> switches = {
      {other, own},
      {other, {lattice ? "sampler.alpha" : "sampler.diffusion", "5"}},
      {{"target", lattice ? "lattice_modes" : "oscillator"},
       {"target", lattice ? "lattice_gaussian" : "ring8"}},
      {{width, lattice ? "20" : "0.1"}, {width, lattice ? "30" : "0.4"}, {width, lattice ? "20" : "0.1"}}};
  for (const auto& list : switches) {
    Session by_hand = session();
    by_hand.advance(5);
    for (const Assignment& a : list) by_hand.assign(a);
    Session replayed(by_hand.initial(), test_factory(), by_hand.journal());
    replayed.advance(5);
    EXPECT_EQ(by_hand.state_hash(), replayed.state_hash()) << list.back().path;
    by_hand.advance(3);
    replayed.advance(3);
    EXPECT_EQ(by_hand.state_hash(), replayed.state_hash()) << list.back().path;
  }
}

TEST(CarriedStateOf, SomeSamplersIsMomentum) {
  int with = 0;
  for (const SamplerUnit& unit : kernel_samplers()) with += has_momentum(unit.descriptor);
  EXPECT_GE(with, 2);
  for (const char* id : {"esh", "esh_unscaled", "esh_rk45", "hmc"})
    EXPECT_FALSE(has_momentum(sampler_unit(id).descriptor)) << id;
}

INSTANTIATE_TEST_SUITE_P(All, CarriedState,
                         testing::ValuesIn(sampler_cases([](const Descriptor&) { return true; })),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace ergo::carried_state_test
