// A chain's momentum set in the course of a run: on the tape like any other edit, bit for bit.
#include "core/config/chain_edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/backend/carried_state.h"
#include "core/base/error.h"
#include "core/run/session.h"
#include "core/settings/preset.h"
#include "tests/machine_fixture.h"
#include "tests/units/sampler_cases.h"

namespace ergo::chain_edit_test {
namespace {

class ChainEdits : public testing::TestWithParam<SamplerCase> {
 protected:
  RunConfig config() const { return pair_config(GetParam().sampler, "ring8", GetParam().backend, 50); }
  Session session(Journal journal = {}) const {
    return Session(config(), test_factory(), std::move(journal));
  }
  static Position steering(Session& run, std::size_t chain) {
    const Descriptor& sampler = run.sampler_descriptor();
    const auto row = run.backend().read_chain(chain);
    const auto offset = static_cast<std::size_t>(state_offset(sampler, steering_field(sampler)->id));
    return {row.state[offset], row.state[offset + 1]};
  }
  const Assignment edit_{"chain.7.momentum", "0.3 -1.25"};
};

TEST_P(ChainEdits, SetOneChainAndLeaveTheOthers) {
  Session run = session(), plain = session();
  run.advance(9);
  plain.advance(9);
  const RunConfig before = run.config();
  EXPECT_EQ(run.assign(edit_), Effect::live);
  EXPECT_EQ(run.config(), before);
  const bool direction = steering_field(run.sampler_descriptor())->unit_vector;
  const Position wanted = direction ? Position{0.3, -1.25} / std::hypot(0.3, 1.25) : Position{0.3, -1.25};
  EXPECT_NEAR(steering(run, 7).x, wanted.x, 1e-7);
  EXPECT_NEAR(steering(run, 7).y, wanted.y, 1e-7);
  run.advance(1);
  plain.advance(1);
  const ChainData edited = run.read(), same = plain.read();
  for (std::size_t i = 0; i < edited.chains; ++i) {
    if (i == 7) {
      EXPECT_GT(norm(edited.x(i) - same.x(i)), 0);
    } else {
      EXPECT_TRUE(std::ranges::equal(edited.state_row(i), same.state_row(i))) << i;
    }
  }
}

TEST_P(ChainEdits, ReplayAndRewindBitForBit) {
  for (const std::uint64_t at : {0, 40, 64}) {  // 64: where a checkpoint is kept
    Session run = session();
    run.advance(at);
    run.assign(edit_);
    const std::string edited = run.state_hash();
    run.advance(200 - at);
    const std::string end = run.state_hash();
    ASSERT_EQ(run.journal(), (Journal{{at, edit_}}));
    run.rewind(at);
    EXPECT_EQ(run.state_hash(), edited) << at;
    run.rewind(200);
    EXPECT_EQ(run.state_hash(), end) << at;
    run.rewind(130);
    run.rewind(200);
    EXPECT_EQ(run.state_hash(), end) << at;
    Session again = session(run.journal());
    again.advance(200);
    EXPECT_EQ(again.state_hash(), end) << at;
  }
}

TEST_P(ChainEdits, AnotherTapeTakesThemBack) {
  for (const std::uint64_t at : {0, 40, 64}) {
    Session run = session(), plain = session();
    run.advance(at);
    const std::string before = run.state_hash();
    run.assign(edit_);
    run.advance(90);
    const std::string end = run.state_hash();
    const Journal journal = run.journal();
    run.retape({}, at);
    EXPECT_EQ(run.step(), at);
    EXPECT_EQ(run.state_hash(), before) << at;
    run.advance(90);
    plain.advance(at + 90);
    EXPECT_EQ(run.state_hash(), plain.state_hash()) << at;
    EXPECT_EQ(run.gradient_evaluations(), plain.gradient_evaluations());
    run.retape(journal, at);
    run.advance(90);
    EXPECT_EQ(run.state_hash(), end) << at;
  }
}

/// Entries of one step take effect in order: a sampler that begins anew forgets what it was told before, but
/// for a momentum that it keeps.
TEST_P(ChainEdits, KeepTheirPlaceAmongTheEditsOfAStep) {
  const Assignment reinitialise{"target.sd", "0.1"};
  const auto hash = [&](const Journal& journal) {
    Session run = session(journal);
    run.advance(60);
    return run.state_hash();
  };
  const std::string anew = hash({{50, reinitialise}});
  EXPECT_NE(hash({{50, reinitialise}, {50, edit_}}), anew);
  const Descriptor& sampler = sampler_unit(GetParam().sampler).descriptor;
  if (!is_carried(*steering_field(sampler), sampler, sampler)) {
    EXPECT_EQ(hash({{50, edit_}, {50, reinitialise}}), anew);
    return;
  }
  Session before = session({{50, edit_}, {50, reinitialise}}),
          after = session({{50, reinitialise}, {50, edit_}});
  for (Session* run : {&before, &after}) run->advance(60);
  const ChainData one = before.read(), other = after.read();  // but for what counts from where they began
  for (std::size_t i = 0; i < one.chains; ++i) EXPECT_EQ(one.x(i).x, other.x(i).x) << i;
}

/// Before the first step they are part of how the run begins, as the start is; later ones go with the tape.
TEST_P(ChainEdits, OfTheBeginningOutlastWhatBeginsTheRunAnew) {
  Session run = session();
  run.assign(edit_);
  const Position set = steering(run, 7);
  const Journal kept = {{0, edit_}};
  for (const Assignment& change :
       std::vector<Assignment>{{"seed", "5"}, {"chains", "20"}, {"start.sd", "0.3"}, {"target", "banana"}}) {
    run.advance(9);
    run.assign({"chain.3.momentum", "1 1"});
    run.assign(change);
    run.restart();
    EXPECT_EQ(run.step(), 0u) << change.path;
    EXPECT_EQ(run.journal(), kept) << change.path;
    EXPECT_EQ(steering(run, 7), set) << change.path;
  }
  Session again(run.initial(), test_factory(), run.journal());
  run.advance(30);
  again.advance(30);
  EXPECT_EQ(run.state_hash(), again.state_hash());
}

TEST_P(ChainEdits, OfTheBeginningGoWhereThereIsNoSuchChainOrMomentum) {
  for (const Assignment& change : {Assignment{"chains", "7"}, Assignment{"sampler", "hmc"}}) {
    Session run = session();
    run.assign(edit_);
    run.assign(change);
    EXPECT_TRUE(run.journal().empty()) << change.path;
  }
}

TEST_P(ChainEdits, StandInPresetsJournals) {
  Preset preset;
  preset.title = "steered";
  preset.config = config();
  preset.journal = {{12, {"chain.3.momentum", "0.1 0.2"}}, {12, edit_}, {30, edit_}};
  EXPECT_EQ(parse_preset(preset_text(preset), "a preset").journal, preset.journal);
}

INSTANTIATE_TEST_SUITE_P(SteeredSamplers, ChainEdits,
                         testing::ValuesIn(sampler_cases([](const Descriptor& sampler) {
                           return steering_field(sampler) != nullptr;
                         })),
                         [](const auto& info) { return name_of(info.param); });

TEST(ChainEdit, ErrorNamesTheInvalidPart) {
  RunConfig config = pair_config("sgnht", "ring8", BackendKind::cpu, 10);
  const auto refuse = [&](const std::string& path, const std::string& value) {
    EXPECT_THROW(chain_edit(config, {path, value}), Error) << path << " = " << value;
  };
  for (const char* path : {"chain.10.momentum", "chain..momentum", "chain.-1.momentum", "chain.momentum",
                           "chain.1x.momentum", "chain.1.x", "chain."})
    refuse(path, "1 2");
  for (const char* value : {"", "1", "1 2 3", "1,2", "nan 1", "1 inf", "1e31 0", "1 2x"})
    refuse("chain.1.momentum", value);
  EXPECT_EQ(chain_edit(config, {"chain.1.momentum", "0 0"}).momentum.x, 0);
  EXPECT_THROW(apply(config, {"chain.1.momentum", "1 2"}), Error);  // no part of a configuration
  EXPECT_EQ(assignment_of({4, {0.1, -3}}), (Assignment{"chain.4.momentum", "0.1 -3"}));
  config = pair_config("esh", "ring8", BackendKind::cpu, 10);
  refuse("chain.1.momentum", "0 0");
  config = pair_config("hmc", "ring8", BackendKind::cpu, 10);  // draws its momentum anew in every step
  refuse("chain.1.momentum", "1 2");
}

TEST(ChainEdit, OneDimensionalEditHasOneNumber) {
  const RunConfig config = pair_config("sgnht", "double_well", BackendKind::cpu, 10);
  const Position momentum = chain_edit(config, {"chain.1.momentum", "2 5"}).momentum;
  EXPECT_EQ(momentum.x, 2);
  EXPECT_EQ(momentum.y, 0);
}

}  // namespace
}  // namespace ergo::chain_edit_test
