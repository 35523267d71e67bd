// The order in which settings are given does not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/settings/preset.h"
#include "core/settings/preset_edit.h"
#include "tests/sites/site_cases.h"

namespace ergo::order_of_settings_test {
namespace {

using List = std::vector<Assignment>;

RunConfig configured(const List& list) {
  RunConfig config;
  apply_all(config, list);
  return config;
}

List reversed(const List& list) { return {list.rbegin(), list.rend()}; }

List settings_of(const SiteCase& target) {
  List list = {{"target", target.id}};
  for (const SiteSetting& setting : target.settings) list.push_back({"target." + setting.id, setting.text});
  return list;
}

TEST(OrderOfSettings, DoesNotMatterForTargets) {
  for (const SiteCase& target : small_site_targets()) {
    SCOPED_TRACE(text_of(target));
    const List list = settings_of(target);
    RunConfig one, other;
    ASSERT_NO_THROW(one = configured(list));
    ASSERT_NO_THROW(other = configured(reversed(list)));
    EXPECT_EQ(one, other);
  }
}

/// With a number of the sampler at several values that the target allows.
TEST(OrderOfSettings, DoesNotMatterForSamplersOfTargets) {
  for (const SiteCase& target : small_site_targets())
    for (const SamplerUnit& unit : samplers(Space::sites)) {
      List list = settings_of(target);
      list.push_back({"sampler", unit.descriptor.id});
      RunConfig config;
      try {
        config = configured(list);
      } catch (const Error&) {
        continue;  // the target lacks what the sampler needs
      }
      for (const Parameter& p : unit.descriptor.parameters) {
        if (!is_number(p)) continue;
        for (const double value : {p.hard.low, p.hard.high, 30.0, 12.0, 3.0}) {
          if (value < p.hard.low || value > p.hard.high) continue;
          Assignment setting{"sampler." + p.id, value_text(p, value)};
          RunConfig edited = config;
          try {
            apply(edited, setting);
          } catch (const Error&) {
            continue;  // it needs more sites
          }
          List all = list;
          all.push_back(setting);
          SCOPED_TRACE(text_of(target) + ", " + unit.descriptor.id + ", " + setting.path + "=" + setting.value);
          ASSERT_NO_THROW(EXPECT_EQ(configured(reversed(all)), edited));
        }
      }
    }
}

TEST(OrderOfSettings, DoesNotMatterForPresets) {
  for (const std::string& name : preset_names()) {
    SCOPED_TRACE(name);
    for (const PresetSession& run : runs_of(load_preset(name)))
      EXPECT_EQ(configured(reversed(assignments_of(run.config))), run.config);
  }
}

/// All orders of settings of which some fit only behind others.
TEST(OrderOfSettings, IsFoundWhereSettingsFitOnlyTogether) {
  const std::vector<List> lists = {
      {{"target", "ising"}, {"target.side", "8"}, {"sampler", "rwm_sites"}, {"sampler.flips", "30"}},
      {{"target", "rbm"}, {"target.visible", "8"}, {"learn.model", "rbm"}, {"learn.rate", "0.125"}},
      {{"target", "rbm"}, {"target.visible", "8"}, {"learn.model", "rbm"}, {"sampler", "gwg"}, {"sampler.flips", "7"}},
  };
  for (List list : lists) {
    const RunConfig config = [&] {
      RunConfig in_order;
      for (const Assignment& a : list) apply(in_order, a);
      return in_order;
    }();
    std::ranges::sort(list, {}, &Assignment::path);
    do {
      ASSERT_NO_THROW(EXPECT_EQ(configured(list), config));
      Preset preset;
      ASSERT_NO_THROW(assign(preset, list));
      EXPECT_EQ(preset.config, config);
      nlohmann::ordered_json run = nlohmann::ordered_json::object();
      for (const Assignment& a : list) run[a.path] = a.value;
      EXPECT_EQ(parse_preset(nlohmann::ordered_json{{"version", 2}, {"title", "t"}, {"story", ""}, {"run", run}}.dump(),
                             "here")
                    .config,
                config);
    } while (std::ranges::next_permutation(list, {}, &Assignment::path).found);
  }
}

/// What does not fit in any order is told as things stand with all the others.
TEST(OrderOfSettings, ErrorsAreOfTheWholeList) {
  RunConfig config;
  const RunConfig before = config;
  try {
    apply_all(config, {{"sampler.flips", "99"}, {"sampler", "rwm_sites"}, {"target.side", "8"}, {"target", "ising"}});
    FAIL() << "99 flips of 64 sites";
  } catch (const Error& error) {
    EXPECT_EQ(error.value, "99");
    EXPECT_NE(error.legal.find("64"), std::string::npos) << error.legal;
  }
  EXPECT_EQ(config, before);
}

}  // namespace
}  // namespace ergo::order_of_settings_test
