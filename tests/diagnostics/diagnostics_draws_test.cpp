// Which draws stand for the chains in a report: raw, weighted by time, from the reservoir.
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/cpu_backend.h"
#include "core/config/assignment.h"
#include "core/diagnostics/diagnostics.h"
#include "core/run/session.h"
#include "tests/diagnostics/diagnostics_requests.h"
#include "tests/machine_fixture.h"

namespace ergo::diagnostics_draws_test {
namespace {

TEST(Diagnostics, UsesTheDrawsAskedForWhereTheSamplerHasThem) {
  auto request = exact_request("ring8", "esh", 4, 10);
  const int offset = state_offset(sampler_unit("esh").descriptor, "ergodic");
  for (std::size_t i = 0; i < 4; ++i) place(request.data, i, {5, 5}, offset);
  request.draws = DrawsUsed::ergodic;
  const auto report = Diagnostics().report(request);
  EXPECT_EQ(report.draws, DrawsUsed::ergodic);
  EXPECT_DOUBLE_EQ(report.mean.x, 5);
  auto plain = exact_request("ring8", "ula", 4, 10);
  plain.draws = DrawsUsed::ergodic;
  EXPECT_EQ(Diagnostics().report(plain).draws, DrawsUsed::raw);
}

TEST(Diagnostics, UsesTheReservoirWhereAsked) {
  auto request = exact_request("ring8", "esh", 400, 10);
  const int offset = state_offset(sampler_unit("esh").descriptor, "reservoir");
  for (std::size_t i = 0; i < 400; ++i) place(request.data, i, {7, 7}, offset);
  Diagnostics diagnostics;
  request.draws = DrawsUsed::reservoir;
  const auto reservoir = diagnostics.report(request);
  EXPECT_EQ(reservoir.draws, DrawsUsed::reservoir);
  EXPECT_DOUBLE_EQ(reservoir.mean.x, 7);
  EXPECT_GT(reservoir.mmd->mmd2, 1);
  request.draws = DrawsUsed::raw;
  const auto raw = diagnostics.report(request);
  EXPECT_LT(std::abs(raw.mean.x), 4 * raw.mean_error.x);
  EXPECT_LT(std::abs(raw.mmd->mmd2), 4 * raw.mmd->error);
}

TEST(Diagnostics, WeighsByTimeRelativeToTheChainsOwn) {
  auto request = request_for("gaussian", "esh", 2, 2);
  request.draws = DrawsUsed::weighted;
  const Descriptor& esh = sampler_unit("esh").descriptor;
  ChainData& data = request.data;
  // Times of chain 0: 1 and 3, of chain 1: 1 and 1, in units far beyond exp's range.
  const auto set = [&](std::size_t chain, Position x, double unit, double last, double total) {
    place(data, chain, x);
    data.report[chain * data.report_size + find_channel(esh, "log_weight")] = unit + std::log(last);
    double* row = &data.state[chain * data.state_size];
    row[state_offset(esh, "time_reference")] = unit;
    row[state_offset(esh, "time_total")] = total;
  };
  set(0, {1, 0}, 5000, 3, 4);
  set(1, {-1, 0}, -5000, 1, 2);
  EXPECT_NEAR(Diagnostics().report(request).mean.x, (3. / 4 - 1. / 2) / (3. / 4 + 1. / 2), 1e-12);
  request.config.sampler.id = "ula";
  EXPECT_EQ(Diagnostics().report(exact_request("gaussian", "ula", 2, 1)).draws, DrawsUsed::raw);
}

TEST(Diagnostics, HasNoBandForAnUnknownNumberOfDraws) {
  auto request = exact_request("ring8", "esh", 100, 3);
  request.draws = DrawsUsed::weighted;
  Diagnostics diagnostics;
  const auto band = [&](double log_weight) {
    const int channel = find_channel(sampler_unit("esh").descriptor, "log_weight");
    request.data.report[static_cast<std::size_t>(channel)] = log_weight;
    diagnostics.report(request);
    while (diagnostics.band_pending()) diagnostics.simulate_band(8);
    return diagnostics.band();
  };
  EXPECT_TRUE(band(0));
  EXPECT_FALSE(band(NAN));
}

/// What was reported before does not show in the numbers of a step's draws.
TEST(Diagnostics, WeighedDrawsAreOfTheStateAlone) {
  int weighted = 0;
  for (const SamplerUnit& unit : kernel_samplers()) {
    if (unit.descriptor.claims.time_weight_channel.empty()) continue;
    ++weighted;
    Session session(pair_config(unit.descriptor.id, "ring8", BackendKind::cpu, 200), test_factory());
    const auto request = [&] {
      return DiagnosticsRequest{
          .data = session.read(), .config = session.config(), .draws = DrawsUsed::weighted};
    };
    Diagnostics often;
    for (int k = 0; k < 10; ++k) {
      often.report(request());
      session.advance(7);
    }
    const DiagnosticReport one = often.report(request()), other = Diagnostics().report(request());
    EXPECT_EQ(one.draws, DrawsUsed::weighted);
    EXPECT_GT(one.effective_draws, 2) << unit.descriptor.id;
    EXPECT_LE(one.effective_draws, 200) << unit.descriptor.id;
    EXPECT_EQ(one.mmd->mmd2, other.mmd->mmd2) << unit.descriptor.id;
    EXPECT_EQ(one.mean.x, other.mean.x) << unit.descriptor.id;
  }
  EXPECT_GE(weighted, 3);
}

}  // namespace
}  // namespace ergo::diagnostics_draws_test
