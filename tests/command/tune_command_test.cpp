// `ergo tune` takes its aims from its preset, and options go before them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/command/command_fixture.h"

namespace ergo::tune_command_test {
namespace {

class TuneCommand : public CommandTest {
 protected:
  nlohmann::json tuned(const std::string& words) {
    const int code = ergo("tune --json --quiet " + words + " backend=cpu chains=200");
    EXPECT_TRUE(code == 0 || code == 1) << output_;
    return nlohmann::json::parse(output_);
  }
};

TEST_F(TuneCommand, ReadsThePresetsAims) {
  const std::string by_hand =
      "target=lattice_modes target.spacing=4 target.width=1 sampler=dmala --alpha-ceil 2000 --beta-max 0.6 "
      "--acceptance-long 0.22 --acceptance 0.5";
  EXPECT_EQ(tuned("tune-a-schedule")["probes"], tuned(by_hand)["probes"]);
  EXPECT_EQ(tuned("tune-a-schedule --acceptance 0.4")["probes"],
            tuned(by_hand.substr(0, by_hand.size() - 3) + "0.4")["probes"]);
  EXPECT_NE(tuned("tune-a-schedule --acceptance 0.4")["probes"], tuned("tune-a-schedule")["probes"]);
}

}  // namespace
}  // namespace ergo::tune_command_test
