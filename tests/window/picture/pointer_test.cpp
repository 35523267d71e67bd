// What the status bar says of the place under the pointer in the plane.
#include <QLabel>
#include <cmath>

#include "tests/window/window_fixture.h"

namespace ergo::pointer_test {
namespace {

class PointerTest : public WindowTest {
 protected:
  std::string words_at(Position x) {
    QTest::mouseMove(&surface(), picture().navigation().to_screen(x, picture().size()).toPoint());
    frames(3);
    return window().findChild<QLabel*>("place")->text().toStdString();
  }
};

TEST_F(PointerTest, MiniBatchesTellTheirNoiseAtThePointer) {
  pause();
  panes().assign({{"target", "posterior"}, {"sampler", "sgnht"}});
  frames(3);
  const Position mode = session().target().modes().at(0).centre;
  EXPECT_EQ(words_at(mode).find("noise SD"), std::string::npos);
  panes().assign({{"gradient_noise.kind", "minibatch"}});
  frames(3);
  const std::string at_mode = words_at(mode);
  const auto [xx, xy, yy] = session().target().minibatch_covariance(mode);
  const std::size_t told = at_mode.find("noise SD ");
  ASSERT_NE(told, std::string::npos) << at_mode;
  // The pointer is within a pixel of the mode, which is less than a hundredth of the window.
  EXPECT_NEAR(std::stod(at_mode.substr(told + 9)), std::sqrt(xx), 0.05 * std::sqrt(xx)) << at_mode;
  EXPECT_NE(at_mode.find("ρ "), std::string::npos) << at_mode;
  EXPECT_NE(words_at(mode + Position{0.5, 0.5}), at_mode);
  panes().assign({{"target", "gaussian_mean"}});
  frames(3);
  EXPECT_NE(words_at(session().target().modes().at(0).centre).find("noise SD 28.9"), std::string::npos);
}

}  // namespace
}  // namespace ergo::pointer_test
