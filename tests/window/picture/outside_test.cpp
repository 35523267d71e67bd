// The numbers of chains that lie beyond the edges of a picture.
#include "core/view/chains_outside.h"
#include "tests/window/window_fixture.h"

namespace ergo {
namespace {

TEST(ChainsOutside, CountAtTheEdgeThatTheyLieBeyond) {
  // 200 x 100 logical pixels at two physical ones each; 10 plane units from bottom to top, 20 from left to right.
  const View view{.width = 400, .height = 200, .scale = 2, .camera = {{0, 0}, 10}};
  const std::vector<Position> chains = {{0, 0}, {-11, 0}, {11, 0}, {12, 9}, {0, 6}, {0, 7}, {0, -6}, {9.9, 4.9}};
  const Box whole{0, 0, 200, 100};
  EXPECT_EQ(chains_outside(chains, 2, view, whole), (ChainsOutside{1, 2, 2, 1}));
  EXPECT_EQ(chains_outside(chains, 1, view, whole), (ChainsOutside{1, 2, 0, 0}));
  EXPECT_EQ(chains_outside(chains, 2, view, {0, 0, 190, 100}), (ChainsOutside{1, 3, 2, 1})) << "a strip at the right";
}

/// The numbers at the edges, by their arrows.
std::size_t told(const std::vector<OutsideLabel>& labels) {
  std::size_t sum = 0;
  for (const OutsideLabel& label : labels)
    sum += std::stoul(label.words.substr(label.words.find_first_of("0123456789")));
  return sum;
}

TEST_F(WindowTest, ChainsBeyondThePictureAreCountedAtItsEdges) {
  panes().assign({parse_assignment("start=point"), parse_assignment("start.x=-9"), parse_assignment("start.y=0"),
                  parse_assignment("target=gaussian"), parse_assignment("chains=1000")});
  picture().look_at(Camera{{0, 0}, 8}, session());
  frames(4);
  ASSERT_TRUE(until([&] { return !picture().outside(0).empty(); }, 5000));
  ASSERT_EQ(picture().outside(0).size(), 1u);
  EXPECT_EQ(picture().outside(0).front().words, "← 1000 chains");
  screenshot("chains-outside");
  picture().look_at(Camera{{-9, 0}, 8}, session());
  EXPECT_TRUE(until([&] { return picture().outside(0).empty(); }, 5000));
  panes().assign({parse_assignment("start=normal"), parse_assignment("start.sd=2")});
  picture().look_at(Camera{{0, 0}, 1}, session());
  const auto outside = [&] {
    std::size_t count = 0;
    const ChainData data = session().read();
    const View& view = picture().view_of(0);
    for (std::size_t i = 0; i < data.chains; ++i) {
      const Position at = to_pixel(view, data.x(i));
      count += at.x < 0 || at.x > view.width || at.y < 0 || at.y > view.height;
    }
    return count;
  };
  EXPECT_TRUE(until([&] { return told(picture().outside(0)) == outside(); }, 5000))
      << told(picture().outside(0)) << " of " << outside();
  EXPECT_EQ(picture().outside(0).size(), 4u);
  screenshot("chains-outside-all-edges");
}

TEST_F(WindowTest, NoChainIsBeyondALatticeThatIsShownWhole) {
  const auto names = preset_names();
  window().open_preset(static_cast<int>(std::ranges::find(names, "dlp-1-bias") - names.begin()));
  frames(4);
  ASSERT_TRUE(until([&] { return panes().focused().report() != nullptr; }, 5000));
  frames(2);
  EXPECT_TRUE(picture().outside(0).empty());
}

}  // namespace
}  // namespace ergo
