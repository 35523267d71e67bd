#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/backend/cpu_backend.h"
#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/config/assignment.h"
#include "core/config/default_steps.h"
#include "core/site_plane/site_kernels.h"
#include "tests/sample.h"

/// Steps of kernels of sites in single precision against the C++ twins in double.
namespace ergo {

inline constexpr std::size_t parity_chains = 100;  ///< no multiple of a block: the last one is not full

/// Pairs of units of sites that have kernels, of each so many one, at their defaults, and where a sampler has choices,
/// switches and numbers of updates or flips, also with others.
inline std::vector<RunConfig> site_kernel_runs(std::size_t of_each) {
  std::vector<RunConfig> runs;
  std::size_t item = 0;
  for (const auto& [target, sampler] : unit_pairs()) {
    if (target.descriptor.space != Space::sites || !has_kernels(target.descriptor, sampler.descriptor)) continue;
    if (!in_sample(item++, of_each)) continue;
    RunConfig config;
    apply(config, {"target", target.descriptor.id});
    apply(config, {"sampler", sampler.descriptor.id});
    config.chains = parity_chains;
    runs.push_back(config);
    const bool flips = make_target(config)->sites()->model()->values() == 2;
    for (const Kind kind : {Kind::choice, Kind::boolean, Kind::integer}) {
      bool other = false;
      for (const Parameter& p : sampler.descriptor.parameters) {
        if (p.kind != kind) continue;
        if (kind == Kind::integer && p.id != "updates" && !(p.id == "flips" && flips)) continue;
        RunConfig changed = config;
        apply(changed, {"sampler." + p.id, kind == Kind::choice    ? p.choices[1]
                                           : kind == Kind::boolean ? "off"
                                           : p.id == "flips"       ? "3"
                                                                   : "7"});
        config = changed;
        other = true;
      }
      if (other) runs.push_back(config);
    }
    if (find_parameter(target.descriptor, "mean") < 0) continue;
    config = runs.back();
    apply(config, {"target.mean", "40"});  // as far outside the lattice as it is wide
    runs.push_back(config);
  }
  return runs;
}

inline RunConfig with_second_choices(RunConfig config) {
  for (const Parameter& p : sampler_unit(config.sampler.id).descriptor.parameters)
    if (p.kind == Kind::choice) apply(config, {"sampler." + p.id, p.choices[1]});
  return config;
}

/// Sites that take 1, 2, 4 and 8 bits in kernels, of classes and of numbers, by every sampler that has a
/// kernel, also with its second choices; as many as do not fit into a word, or whose truth is found at once.
/// CI takes every third one.
inline std::vector<RunConfig> site_width_runs() {
  struct Case {
    std::string target, size, values;
    std::vector<std::pair<int, int>> sizes;  ///< and values
  };
  const Case cases[] = {
      {"potts", "side", "classes", {{3, 2}, {3, 4}, {2, 16}}},
      {"lattice_gaussian_nd", "dimensions", "side", {{40, 2}, {20, 4}, {10, 16}, {2, 256}}}};
  std::vector<RunConfig> runs;
  std::size_t item = 0;
  const std::vector<UnitPair> pairs = unit_pairs();
  for (const auto& [target, size, values, sizes] : cases)
    for (const auto& [sites, count] : sizes)
      for (const UnitPair& pair : pairs) {
        const std::string& sampler = pair.sampler.descriptor.id;
        if (pair.target.descriptor.id != target || !site_kernels().contains(sampler)) continue;
        if (!in_sample(item++, 3)) continue;
        RunConfig config;
        for (const Assignment& edit : {Assignment{"target", target},
                                       {"target." + size, std::to_string(sites)},
                                       {"target." + values, std::to_string(count)},
                                       {"sampler", sampler}})
          apply(config, edit);
        config.chains = parity_chains;
        runs.push_back(config);
        const RunConfig other = with_second_choices(config);
        if (other.sampler != config.sampler) runs.push_back(other);
      }
  return runs;
}

inline std::string name_of(const RunConfig& config) {
  std::string name = config.target.id;
  for (const double value : config.target.values) name.append(" ").append(number_text(value));
  name += " by " + config.sampler.id;
  for (const double value : config.sampler.values) name.append(" ").append(number_text(value));
  return name;
}

struct SiteDifferences {
  double compared = 0;   ///< chains' steps
  double decisions = 0;  ///< that they made: one for each site, and one on the proposal
  double otherwise = 0;  ///< chains' steps that ended at another configuration
};

/// Steps of a backend, each against the twin's from where the backend was.
class SiteParity {
 public:
  SiteParity(Backend& backend, const RunConfig& config)
      : backend_(backend), config_(config), target_(make_target(config)), plane_(*target_->sites()) {
    twin_.configure(config);
    backend_.configure(config);
    place(backend_, chain_starts(config, *target_), sampler_unit(config.sampler.id).descriptor);
  }

  /// Energies are sums of float terms, one for each site and more where it has neighbours; acceptances are of
  /// differences of sums of such logarithms.
  double unit_of_sums() const { return 0x1p-23 * std::sqrt(8.0 * plane_.model()->sites()); }

  void check_start() { compare(backend_.read(), started(), {}); }

  void check_step(std::uint64_t step, SiteDifferences& sum) {
    const ChainData before = backend_.read();
    twin_.write(before);
    twin_.advance(step, 1);
    backend_.advance(step, 1);
    compare(backend_.read(), twin_.read(), &sum);
  }

 private:
  ChainData started() {
    ChainData data = backend_.read();
    twin_.begin(data);
    return twin_.read();
  }

  void compare(const ChainData& ours, const ChainData& exact, SiteDifferences* sum) {
    ASSERT_EQ(ours.state.size(), exact.state.size());
    const double size = std::max(1.0, largest_energy_of(exact));
    const double spread = std::max(1.0, spread_of_energies(exact));
    // An acceptance is of as many as 2n changes of E, each as rounded as energies are found to be: 2.5 standard
    // deviations, which is the largest of 100.
    const double of_changes = 4.5 / 2.5 * std::sqrt(2.0 * plane_.model()->sites()) * rounding_of_energies(ours, exact);
    for (std::size_t i = 0; i < ours.chains; ++i) {
      const auto a = ours.state_row(i), b = exact.state_row(i);
      const bool same = std::ranges::equal(a.subspan(chain_state_size), b.subspan(chain_state_size));
      if (sum) {
        sum->compared += 1;
        sum->decisions += plane_.model()->sites();
        sum->otherwise += !same;
        if (!same) continue;
      }
      ASSERT_TRUE(same) << "chain " << i;
      EXPECT_EQ(ours.x(i).x, exact.x(i).x);
      EXPECT_EQ(ours.x(i).y, exact.x(i).y);
      EXPECT_NEAR(a[2], b[2], 0x1p-23 * std::abs(b[2]));
      const auto reported = [&](const ChainData& data, std::size_t k) {
        return data.report[i * static_cast<std::size_t>(data.report_size) + k];
      };
      EXPECT_NEAR(reported(ours, 0), reported(exact, 0), 8 * spread * unit_of_sums() + of_changes)
          << "acceptance of chain " << i;
      EXPECT_EQ(reported(ours, 1), reported(exact, 1)) << "changed sites";
      EXPECT_EQ(reported(ours, 2), reported(exact, 2)) << "proposed changes";
      EXPECT_NEAR(reported(ours, 3), reported(exact, 3), size * unit_of_sums()) << "energy";
      EXPECT_NEAR(reported(ours, 4), reported(exact, 4), 0x1p-22 * (1 + std::abs(reported(exact, 4))))
          << "level";
      EXPECT_NEAR(reported(ours, 5), reported(exact, 5), 0x1p-21 * (1 + std::abs(reported(exact, 5))));
    }
  }

  static std::vector<double> energies_of(const ChainData& data) {
    std::vector<double> energies;
    for (std::size_t i = 0; i < data.chains; ++i)
      energies.push_back(data.report[i * static_cast<std::size_t>(data.report_size) + 3]);
    return energies;
  }
  static double largest_energy_of(const ChainData& data) {
    const auto [low, high] = std::ranges::minmax(energies_of(data));
    return std::max(std::abs(low), std::abs(high));
  }
  /// Of chains that are at the same configurations.
  static double rounding_of_energies(const ChainData& ours, const ChainData& exact) {
    const auto a = energies_of(ours), b = energies_of(exact);
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::ranges::equal(ours.state_row(i).subspan(chain_state_size), exact.state_row(i).subspan(chain_state_size)))
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }
  /// Acceptances go by differences of energies.
  static double spread_of_energies(const ChainData& data) {
    const auto [low, high] = std::ranges::minmax(energies_of(data));
    return high - low;
  }

  Backend& backend_;
  RunConfig config_;
  std::shared_ptr<const Target> target_;
  const SitePlane& plane_;
  CpuBackend twin_{1};
};

/// Whether the backend takes the run: software OpenGL refuses what takes too long a step.
inline bool takes(Backend& backend, const RunConfig& config) {
  try {
    backend.configure(config);
    return true;
  } catch (const Error& error) {
    if (error.blame != Blame::machine) throw;
    return false;
  }
}

/// Two steps of each run on all backends; CI takes one of them in turn. A site changes where a
/// uniform, of which there are 2^23, passes a bound that rounding moves by a few units: one decision in 2^21 may fall
/// otherwise.
inline void expect_site_parity(std::span<Backend* const> backends, const std::vector<RunConfig>& runs) {
  std::vector<SiteDifferences> sums(backends.size());
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (std::size_t k = 0; k < backends.size(); ++k) {
      if (!in_sample(run, backends.size(), k)) continue;
      const RunConfig& config = runs[run];
      SCOPED_TRACE(name_of(config) + " on " + backends[k]->device());
      if (!takes(*backends[k], config)) continue;
      SiteParity parity(*backends[k], config);
      parity.check_start();
      backends[k]->advance(0, 5);
      for (std::uint64_t step = 5; step < 7; ++step) parity.check_step(step, sums[k]);
    }
  for (const SiteDifferences& sum : sums) {
    const double mean = sum.decisions * 0x1p-21;
    std::printf("%g steps with %g decisions, %g of them otherwise\n", sum.compared, sum.decisions,
                sum.otherwise);
    EXPECT_GT(sum.compared, 0);
    EXPECT_LE(sum.otherwise, mean + 4.5 * std::sqrt(mean));
  }
}

/// The same bits after a rewind, however steps are divided, and from chains that were read and written.
inline void expect_site_rewinds(Backend& backend, std::size_t of_each) {
  for (const RunConfig& config : site_kernel_runs(of_each)) {
    SCOPED_TRACE(name_of(config));
    if (!takes(backend, config)) continue;
    place(backend, chain_starts(config, *make_target(config)), sampler_unit(config.sampler.id).descriptor);
    backend.advance(0, 3);
    const Blob kept = backend.save();
    const ChainData read = backend.read();
    backend.advance(3, 9);
    const ChainData first = backend.read();
    const auto expect_same = [&] {
      const ChainData again = backend.read();
      EXPECT_EQ(again.state, first.state);
      EXPECT_EQ(again.report, first.report);
    };
    backend.restore(kept);
    EXPECT_EQ(backend.read().state, read.state);
    backend.advance(3, 4);
    backend.advance(7, 5);
    expect_same();
    backend.write(read);
    backend.advance(3, 9);
    expect_same();
    const ChainData chain = backend.read_chain(parity_chains - 1);
    EXPECT_TRUE(std::ranges::equal(chain.state, first.state_row(parity_chains - 1)));
  }
}

}  // namespace ergo
