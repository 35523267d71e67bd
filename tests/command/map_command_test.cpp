// `ergo map` on the command line: the parameters that it accepts and its output.
#include <utility>
#include <vector>

#include "tests/command/command_fixture.h"

namespace ergo::map_command_test {
namespace {

class MapCommand : public CommandTest {
 protected:
  /// The lines that it prints.
  std::vector<std::string> lines(const std::string& arguments) {
    EXPECT_EQ(ergo("map target=lattice8 backend=cpu --steps 2 --quiet " + arguments), 0) << output_;
    std::vector<std::string> all;
    for (std::size_t at = 0, end; (end = output_.find('\n', at)) != std::string::npos; at = end + 1)
      all.push_back(output_.substr(at, end - at));
    return all;
  }
};

const std::string values = ",acceptance,acceptance_error,squared_jump,squared_jump_error,gap";

TEST_F(MapCommand, TakesEachSamplersOwnParameters) {
  const std::string cells = " --columns 3 --rows 2";
  for (const auto& [sampler, axes] :
       {std::pair{"dmala", "alpha,beta"}, {"ab", "sigma,alpha_exponent"}, {"acs", "alpha_max,alpha_min"}}) {
    const auto printed = lines(std::string("sampler=") + sampler + cells);
    ASSERT_EQ(printed.size(), 1u + 3 * 2) << sampler;
    EXPECT_EQ(printed[0], axes + values);
  }
}

TEST_F(MapCommand, OneParameterMakesARow) {
  const auto printed = lines("sampler=lattice_rwm --columns 3 --rows 2");
  ASSERT_EQ(printed.size(), 1u + 3);
  EXPECT_EQ(printed[0], "half_width" + values);
}

TEST_F(MapCommand, RefusesSamplersWithNothingToVary) {
  EXPECT_EQ(ergo("map target=lattice8 sampler=lattice_gibbs"), 2);
  EXPECT_NE(output_.find("lattice_gibbs"), std::string::npos) << output_;
  EXPECT_NE(output_.find("legal: ab, acs, dmala, lattice_rwm\n"), std::string::npos) << output_;
  EXPECT_EQ(ergo("map target=ring8 sampler=nuts"), 2);
  EXPECT_EQ(output_.find("dmala"), std::string::npos) << output_;
}

}  // namespace
}  // namespace ergo::map_command_test
