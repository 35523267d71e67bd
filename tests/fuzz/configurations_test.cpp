// Runs of random configurations, hard limits included, on both backends: each begins or is refused with an
// Error, and what it reports of the chains that have not diverged is finite. ERGO_CONFIGURATIONS of them (40
// without it), from ERGO_FUZZ_SEED on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "core/base/error.h"
#include "core/diagnostics/diagnostics.h"
#include "core/settings/share_string.h"
#include "tests/machine_fixture.h"

namespace ergo::configurations_test {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* wanted = std::getenv(name);
  return wanted ? std::strtoull(wanted, nullptr, 10) : usual;
}

class Configurations {
 public:
  explicit Configurations(std::uint64_t seed) : words_(seed) {}

  RunConfig next() {
    RunConfig config;
    set(config, "target", any(kernel_targets()));
    set(config, "sampler", any(samplers(target_descriptor(config).space)));
    set(config, "start", any(starts()));
    for (const auto& [path, unit] :
         {std::pair<std::string, const Descriptor*>("target.", &target_descriptor(config)),
          {"sampler.", &sampler_unit(config.sampler.id).descriptor},
          {"start.", &start_unit(config.start.id).descriptor},
          {"gradient_noise.", &gradient_noise_descriptor()}})
      for (const Parameter& p : unit->parameters)
        if (below(2) == 0 && !is_content(p)) set(config, path + p.id, value_text(p, value_of(p)));
    config.chains = 1 + below(48);
    config.seed = words_();
    return config;
  }

 private:
  std::uint64_t below(std::uint64_t count) { return words_() % count; }
  double uniform() { return static_cast<double>(words_() >> 11) * 0x1p-53; }
  template <class Unit>
  std::string any(const std::vector<Unit>& units) {
    return units[below(units.size())].descriptor.id;
  }
  /// A limit, a useful value, or one from anywhere between the limits.
  double value_of(const Parameter& p) {
    const std::uint64_t kind = below(6);
    const Range range = kind < 4 ? p.slider : p.hard;
    double value = kind == 0   ? p.hard.low
                   : kind == 1 ? p.hard.high
                               : range.low + uniform() * (range.high - range.low);
    if (p.scale == Scale::log && kind > 1 && range.low > 0)
      value = range.low * std::exp(uniform() * std::log(range.high / range.low));
    return std::clamp(p.kind == Kind::real ? value : std::round(value), p.hard.low, p.hard.high);
  }
  /// What does not fit the rest is left out.
  static void set(RunConfig& config, const std::string& path, const std::string& value) {
    try {
      apply(config, {path, value});
    } catch (const Error&) {
    }
  }

  std::mt19937_64 words_;
};

/// Numbers of a report that no chain may spoil; the rest has no value where there is nothing to tell.
void expect_finite(const DiagnosticReport& report) {
  for (const ChannelMean& mean : report.channels)
    EXPECT_TRUE(mean.count == 0 || (std::isfinite(mean.mean) && std::isfinite(mean.variance)));
  if (report.diverged == report.chains) return;
  for (const Position x : {report.mean, report.variance})
    EXPECT_TRUE(std::isfinite(x.x) && std::isfinite(x.y));
  for (const Metric& metric : metrics(report)) EXPECT_FALSE(std::isinf(metric.value)) << metric.id;
}

void expect_sound(RunConfig config, BackendKind backend) {
  config.backend = backend;
  Session session(config, test_factory());
  Diagnostics diagnostics;
  for (const std::uint64_t steps : {0, 1, 12}) {
    session.advance(steps);
    const ChainData data = session.read();
    for (std::size_t i = 0; i < data.chains; ++i) {
      const auto row = data.state_row(i).first(5);  // position, energy and gradient
      EXPECT_TRUE(data.diverged[i] != 0 ||
                  std::ranges::all_of(row, [](double value) { return std::isfinite(value); }))
          << "chain " << i;
    }
    expect_finite(diagnostics.report({.data = data, .config = session.config()}));
  }
}

TEST(RandomConfigurations, RunOrAreRefused) {
  const std::uint64_t count = from_environment("ERGO_CONFIGURATIONS", 40),
                      seed = from_environment("ERGO_FUZZ_SEED", 1);
  Configurations configurations(seed);
  std::uint64_t refused = 0, ran = 0;
  for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    const RunConfig config = configurations.next();
    SCOPED_TRACE(
        "configuration " + std::to_string(i) + ": " +
        share_string({.title = "f", .story = "", .group = "", .config = config, .journal = {}, .view = {}}));
    try {
      check_beginning(config);
    } catch (const Error&) {
      ++refused;
      continue;
    }
    for (const BackendKind backend : {BackendKind::cpu, BackendKind::gpu}) expect_sound(config, backend);
    ++ran;
  }
  std::printf("%llu ran, %llu refused\n", static_cast<unsigned long long>(ran),
              static_cast<unsigned long long>(refused));
  EXPECT_GT(ran, count / 3);
}

}  // namespace
}  // namespace ergo::configurations_test
