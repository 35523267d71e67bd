// What is plotted before the user chooses: one distance from the target and at most two more.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/diagnostics/quantities.h"
#include "core/settings/preset.h"
#include "core/unit/registry.h"

namespace ergo::default_plots_test {
namespace {

constexpr std::size_t most_plots = 3;

using Samplers = std::vector<std::string>;

void expect_few(const Samplers& runs, Space space) {
  std::map<std::string, Quantity> offered;
  for (const std::string& id : runs)
    for (const Quantity& quantity : plotted_quantities(sampler_unit(id).descriptor)) offered[quantity.id] = quantity;
  const std::vector<std::string> shown = default_quantities(runs);
  EXPECT_LE(shown.size(), most_plots);
  EXPECT_GT(shown.size(), 1u) << "no channel";
  EXPECT_EQ(shown.front(), on_lattice(space) ? "site_tv" : "mmd2");
  for (const std::string& id : shown) {
    EXPECT_EQ(std::ranges::count(shown, id), 1) << id;
    ASSERT_TRUE(offered.contains(id)) << id;
    EXPECT_EQ(offered.at(id).group == "Distances from the target", id == shown.front()) << id;
  }
}

TEST(DefaultPlots, AreFewForEveryPair) {
  for (const TargetUnit& target : targets())
    for (const SamplerUnit& sampler : samplers(target.descriptor.space)) {
      SCOPED_TRACE(target.descriptor.id + ", " + sampler.descriptor.id);
      expect_few({sampler.descriptor.id}, target.descriptor.space);
    }
}

TEST(DefaultPlots, AreAsFewForComparisons) {
  for (const Space space : {Space::plane, Space::lattice}) {
    Samplers all;
    for (const SamplerUnit& one : samplers(space)) {
      all.push_back(one.descriptor.id);
      for (const SamplerUnit& other : samplers(space)) {
        SCOPED_TRACE(one.descriptor.id + ", " + other.descriptor.id);
        expect_few({one.descriptor.id, other.descriptor.id}, space);
      }
    }
    expect_few(all, space);
  }
}

TEST(DefaultPlots, OfTheMostRunsComeFirst) {
  EXPECT_EQ(default_quantities({"esh", "ula", "mala"}),
            (std::vector<std::string>{"mmd2", "energy", "esh_kinetic_energy_gained"}));
  EXPECT_EQ(default_quantities({"esh", "hmc", "mala"}),
            (std::vector<std::string>{"mmd2", "energy", "acceptance_rate"}));
}

TEST(DefaultPlots, AreAsFewForPresets) {
  for (const std::string& name : preset_names()) {
    SCOPED_TRACE(name);
    const Preset preset = load_preset(name);
    Samplers runs = {preset.config.sampler.id};
    for (const PresetSession& run : preset.beside) runs.push_back(run.config.sampler.id);
    const std::size_t count = preset.plots ? preset.plots->size() : default_quantities(runs).size();
    EXPECT_GE(count, 1u);
    EXPECT_LE(count, most_plots);
  }
}

TEST(DefaultPlots, BeginWithTheYardstick) {
  EXPECT_EQ(default_quantities({"dmala", "acs"}, Yardstick::distribution).front(), "site_tv");
  EXPECT_EQ(default_quantities({"dmala", "acs"}, Yardstick::modes).front(), "occupancy_tv");
}

// One plot of all samplers' acceptance; the best acceptance of one sampler is not that of another.
TEST(PlottedQuantities, RunsSideBySideShareAPlotOfTheirAcceptance) {
  const auto acceptance = [](const std::vector<std::string>& samplers) {
    std::vector<Quantity> found;
    for (const Quantity& quantity : plotted_quantities(samplers))
      if (column_of(quantity) == "acceptance_rate") found.push_back(quantity);
    EXPECT_EQ(found.size(), 1u);
    return found.at(0);
  };
  EXPECT_TRUE(acceptance({"mala", "mala"}).theory);
  EXPECT_FALSE(acceptance({"mala", "mala"}).band_label.empty());
  const Quantity mixed = acceptance({"mala", "rwm", "nuts", "hmc"});
  EXPECT_TRUE(mixed.band_label.empty());
  EXPECT_FALSE(mixed.reference);
  EXPECT_FALSE(mixed.theory);
}

}  // namespace
}  // namespace ergo::default_plots_test
