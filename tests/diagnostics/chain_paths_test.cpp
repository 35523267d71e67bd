// The effective sample size of chains' own paths, as reports know them.
#include "core/chains/chain_paths.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/chains/effective_sample_size.h"
#include "tests/diagnostics/diagnostics_requests.h"
#include "tests/machine_fixture.h"

namespace ergo::chain_paths_test {
namespace {

struct Path {
  std::vector<Position> of(std::size_t chain) const {
    std::vector<Position> path;
    for (std::size_t t = 0; t < looks.size(); t += stride) path.push_back(looks[t].x(chain));
    return path;
  }
  std::vector<ChainData> looks;
  std::size_t stride = 1;
};

/// Mean and standard error of the definition over the first `chains` paths.
Estimate defined(const Path& path, std::size_t chains, const Target& target) {
  std::vector<double> sizes;
  for (std::size_t i = 0; i < chains; ++i)
    sizes.push_back(effective_sample_size(path.of(i), exact_moments(target), target.dim));
  return mean_of(sizes);
}

TEST(ChainPaths, AReportOfEveryStepHasTheDefinedSize) {
  RunConfig config = pair_config("ula", "ring8", BackendKind::cpu, 100);
  Session session(config, test_factory());
  Diagnostics diagnostics;
  Path path;
  DiagnosticReport report;
  for (int t = 0; t <= 150; ++t) {
    if (t > 0) session.advance(1);
    path.looks.push_back(session.read());
    report = diagnostics.report({path.looks.back(), config, session.gradient_evaluations()});
  }
  const Estimate expected = defined(path, ChainPaths::most_chains, session.target());
  EXPECT_DOUBLE_EQ(report.path_ess_per_gradient.value, expected.value / 150);
  EXPECT_DOUBLE_EQ(report.path_ess_per_gradient.error, expected.error / 150);
}

TEST(ChainPaths, LongRunsAreSeenAtEveryOtherReportAndSoOn) {
  const auto target = target_unit("banana").make();
  std::vector<std::size_t> chains(3);
  std::iota(chains.begin(), chains.end(), 0);
  ChainPaths paths;
  paths.begin(chains.size());
  Path path;
  for (std::uint64_t t = 0; t < 1000; ++t) {
    path.looks.push_back(exact_request("banana", "ula", chains.size(), t).data);
    paths.add(path.looks.back());
  }
  path.stride = 4;  // 256 states were too many twice
  const Estimate expected = defined(path, chains.size(), *target);
  const Estimate found = paths.effective_sample_size(chains, exact_moments(*target), target->dim);
  EXPECT_DOUBLE_EQ(found.value, expected.value);
  EXPECT_DOUBLE_EQ(found.error, expected.error);
}

TEST(ChainPaths, AFewStatesHaveNone) {
  ChainPaths paths;
  paths.begin(2);
  const auto target = target_unit("gaussian").make();
  for (std::size_t t = 1; t <= ChainPaths::least_states; ++t) {
    paths.add(exact_request("gaussian", "ula", 2, t).data);
    const double size =
        paths.effective_sample_size(std::vector<std::size_t>{0, 1}, exact_moments(*target), 2).value;
    EXPECT_EQ(std::isnan(size), t < ChainPaths::least_states);
  }
}

}  // namespace
}  // namespace ergo::chain_paths_test
