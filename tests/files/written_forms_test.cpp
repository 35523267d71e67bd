// Every written form of a run reads back to the same run, whatever its target, start, sampler and parameters.
#include <gtest/gtest.h>

#include <random>

#include "core/base/error.h"
#include "core/config/other_space.h"
#include "core/config/chain_edit.h"
#include "core/settings/preset.h"
#include "core/settings/share_string.h"
#include "tests/sample.h"
#include "tests/units/parameter_points.h"

namespace ergo::written_forms_test {
namespace {

/// A configuration of this triple whose parameters are all at their defaults; no sampler: the target's
/// default.
RunConfig fresh(const TargetUnit& target, const std::string& start, const std::string& sampler) {
  RunConfig config;
  apply(config, {"target", target.descriptor.id});
  apply(config, {"start", start});
  if (!sampler.empty()) apply(config, {"sampler", sampler});
  return config;
}

bool can_begin(const RunConfig& config) try {
  check_beginning(config);
  return true;
} catch (const Error&) {
  return false;
}

/// Sets parameter `index` of a unit to its value at the n-th point, if a run can begin with it.
bool move(RunConfig& config, UnitChoice RunConfig::*choice, const std::string& path, const Descriptor& unit,
          std::size_t index, std::uint64_t n) {
  const Parameter& p = unit.parameters[index];
  if (is_content(p)) return false;
  RunConfig moved = config;
  const double value = parameter_point(unit, n)[index];
  try {
    if (apply(moved, {path + "." + p.id, value_text(p, value)}) == Effect::none) return false;
  } catch (const Error& error) {  // a target of sites that the sampler does not go with
    EXPECT_EQ(target_descriptor(config).space, Space::sites) << error.what();
    return false;
  }
  if (!can_begin(moved)) return false;
  EXPECT_NE((moved.*choice).values[index], (config.*choice).values[index]);
  config = std::move(moved);
  return true;
}

/// Moves all parameters of the three units; returns how many could be.
int move_all(RunConfig& config, std::uint64_t n) {
  int moved = 0;
  const auto each = [&](UnitChoice RunConfig::*choice, const std::string& path, const Descriptor& unit) {
    for (std::size_t i = 0; i < unit.parameters.size(); ++i) moved += move(config, choice, path, unit, i, n);
  };
  each(&RunConfig::target, "target", target_descriptor(config));
  each(&RunConfig::sampler, "sampler", sampler_unit(config.sampler.id).descriptor);
  each(&RunConfig::start, "start", start_unit(config.start.id).descriptor);
  return moved;
}

void expect_same_from_every_form(const Preset& preset) {
  for (const std::string& text : {preset_text(preset), preset_text(preset, -1), share_string(preset)}) {
    const Preset again = is_share_string(text) ? parse_share_string(text) : parse_preset(text, "again");
    ASSERT_EQ(again.config, preset.config) << text;
    ASSERT_EQ(again.journal, preset.journal) << text;
    ASSERT_EQ(again.beside.size(), preset.beside.size()) << text;
    for (std::size_t i = 0; i < preset.beside.size(); ++i) {
      ASSERT_EQ(again.beside[i].config, preset.beside[i].config) << text;
      ASSERT_EQ(again.beside[i].journal, preset.beside[i].journal) << text;
    }
  }
}

Preset of(RunConfig config) {
  Preset preset;
  preset.title = "t";
  preset.config = std::move(config);
  return preset;
}

/// visit(target, start, sampler id) for every triple that a run can have.
template <class Visit>
void each_triple(Visit visit) {
  for (const auto& [target, sampler] : unit_pairs())
    for (const auto& start : starts()) {
      SCOPED_TRACE(target.descriptor.id + " " + start.descriptor.id + " " + sampler.descriptor.id);
      if (!can_begin(fresh(target, start.descriptor.id, sampler.descriptor.id))) continue;
      visit(target, start.descriptor.id, sampler.descriptor);
      if (testing::Test::HasFatalFailure()) return;
    }
}

// CI takes every fifth triple.
TEST(WrittenForms, EveryTripleComesBackAtDefaultsAndAway) {
  std::uint64_t n = 0;
  std::size_t item = 0;
  int moved = 0, parameters = 0;
  each_triple([&](const TargetUnit& target, const std::string& start, const Descriptor& sampler) {
    if (!in_sample(item++, 5)) return;
    RunConfig config = fresh(target, start, sampler.id);
    expect_same_from_every_form(of(config));
    moved += move_all(config, ++n);
    parameters += static_cast<int>(config.target.values.size() + config.sampler.values.size() +
                                   config.start.values.size());
    apply(config, {"chains", std::to_string(1 + n)});
    apply(config, {"seed", std::to_string(UINT64_MAX - n)});
    apply(config, {"backend", n % 2 || sampler.space == Space::sites ? "cpu" : "gpu"});
    expect_same_from_every_form(of(config));
  });
  EXPECT_GT(moved, parameters / 2) << "most parameters were away from their defaults";
}

TEST(WrittenForms, EveryParameterComesBackAlone) {
  std::uint64_t n = 0;
  for (const auto& [target, sampler] : unit_pairs()) {
    SCOPED_TRACE(target.descriptor.id + " " + sampler.descriptor.id);
    const std::string start = starts()[n++ % starts().size()].descriptor.id;
    if (!can_begin(fresh(target, start, sampler.descriptor.id))) continue;
    const RunConfig config = fresh(target, start, sampler.descriptor.id);
    const auto each = [&](UnitChoice RunConfig::*choice, const std::string& path, const Descriptor& unit) {
      for (std::size_t i = 0; i < unit.parameters.size(); ++i)
        if (RunConfig one = config; move(one, choice, path, unit, i, n))
          expect_same_from_every_form(of(one));
    };
    each(&RunConfig::target, "target", target.descriptor);
    each(&RunConfig::sampler, "sampler", sampler.descriptor);
    each(&RunConfig::start, "start", start_unit(start).descriptor);
    for (const std::string& kind : gradient_noise_descriptor().parameters.front().choices)
      for (const char* strength : {"sigma", "B"}) {
        RunConfig noisy = config;
        try {
          apply(noisy, {"gradient_noise.kind", kind});
          apply(noisy, {std::string("gradient_noise.") + strength, "0.37"});
        } catch (const Error&) {
          continue;  // mini-batches without data, a strength without a use
        }
        expect_same_from_every_form(of(noisy));
      }
  }
}

// CI takes every fourth triple.
TEST(WrittenForms, EveryComparisonComesBack) {
  std::uint64_t n = 0;
  std::string first;
  each_triple([&](const TargetUnit& target, const std::string& start, const Descriptor& sampler) {
    if (!in_sample(n++, 4)) return;
    const auto all = samplers(target.descriptor.space);
    RunConfig one = fresh(target, start, sampler.id);
    if (n % 8 < 4) move_all(one, n);
    Preset preset = of(one);
    for (std::uint64_t k = 1; k <= 1 + n % 5; ++k) {
      const Descriptor& unit = all[(n + k) % all.size()].descriptor;
      if (!lacks_for(unit.id, one).empty()) continue;
      RunConfig beside = one;
      apply(beside, {"sampler", unit.id});
      for (std::size_t i = 0; i < unit.parameters.size(); ++i)
        if ((i + k) % 2) move(beside, &RunConfig::sampler, "sampler", unit, i, n + k);
      preset.beside.push_back({beside, {}});
    }
    expect_same_from_every_form(preset);
  });
}

/// A value for a path: one of those that can be listed, else one of a parameter's point.
std::string value_for(const RunConfig& config, const std::string& path, std::uint64_t n) {
  if (const auto values = values_of(config, path); !values.empty()) return values[n % values.size()];
  const auto [choice, unit] =
      path.starts_with("target.")    ? std::pair(&config.target, &target_descriptor(config))
      : path.starts_with("sampler.") ? std::pair(&config.sampler, &sampler_unit(config.sampler.id).descriptor)
                                     : std::pair(&config.gradient_noise, &gradient_noise_descriptor());
  const auto index = static_cast<std::size_t>(find_parameter(*unit, path.substr(path.find('.') + 1)));
  return value_text(unit->parameters[index], parameter_point(*unit, n)[index]);
}

TEST(WrittenForms, JournalsComeBack) {
  std::mt19937_64 random(1);
  std::size_t entries = 0;
  for (int k = 0; k < 300; ++k) {
    Preset preset = of(fresh(kernel_targets()[random() % kernel_targets().size()], "uniform", ""));
    RunConfig config = preset.config;
    std::uint64_t step = 0;
    for (int edits = 0; edits < 12; ++edits) {
      const auto paths = paths_of(config);
      std::string path = paths[random() % paths.size()];
      Assignment edit{path, ""};
      if (random() % 8 == 0)
        edit = {"chain." + std::to_string(random() % config.chains) + ".momentum", "0.25 -1"};
      else if (path.starts_with("start") || path == "target.file" || path == "target.text")
        continue;
      else if (path == "chains" || path == "seed")
        continue;
      else
        edit.value = value_for(config, path, random());
      RunConfig edited = config;
      try {
        if (apply_in_run(edited, edit, {}) == Effect::restart) continue;
      } catch (const Error&) {
        continue;
      }
      config = std::move(edited);
      step += random() % 3;
      preset.journal.push_back({step, edit, !preset.journal.empty() && random() % 4 == 0});
    }
    entries += preset.journal.size();
    expect_same_from_every_form(preset);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(entries, 1000u);
}

}  // namespace
}  // namespace ergo::written_forms_test
