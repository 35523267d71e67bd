// Lattices in the window: what the sites show, what the pointer reads, and the way there from the plane and
// back.
#include <QLabel>
#include <filesystem>

#include "core/base/png.h"
#include "core/exact/equilibrium.h"
#include "core/exact/evolution.h"
#include "core/unit/lattice.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/numbers.h"
#include "widgets/panels/control_words.h"
#include "widgets/panels/readout_lines.h"

namespace ergo::lattice_test {
namespace {

class LatticeWindowTest : public WindowTest {
 protected:
  LatticeWindowTest() { open({.preset = load_preset("dula-bias"), .preset_name = "dula-bias"}); }

  QString words_at(Position x) {
    QTest::mouseMove(&surface(), picture().navigation().to_screen(x, picture().size()).toPoint());
    frames(3);
    return window().findChild<QLabel*>("place")->text();
  }
};

TEST_F(LatticeWindowTest, AKeyTurnsFromDistributionToSwarmToDifferenceToInfinitelyManyChains) {
  pause();
  settle();
  ASSERT_TRUE(picture().view.infinite.distribution);
  EXPECT_EQ(picture().view.infinite.step, session().step());
  EXPECT_EQ(picture().view.show, Show::difference);
  for (const Show expected : {Show::expected, Show::target, Show::histogram, Show::difference}) {
    key(Qt::Key_V);
    EXPECT_EQ(picture().view.show, expected);
    if (expected == Show::expected) screenshot("lattice_infinite");
  }
  click(control("view.show"));
  click(control("view.show=histogram"));
  EXPECT_EQ(picture().view.show, Show::histogram);
}

TEST_F(LatticeWindowTest, InfinitelyManyChainsAreOfferedWhereTheirDistributionIsKnown) {
  click(control("target"));
  click(control("target=lattice_modes"));
  ASSERT_TRUE(until([&] { return window().report() && window().report()->sites->sides.x > 8; }));
  EXPECT_FALSE(picture().view.infinite.distribution);
  picture().view.show = Show::difference;
  key(Qt::Key_V);
  EXPECT_EQ(picture().view.show, Show::target);
}

/// On 256 x 256 sites a long step of the distribution takes longer than a report of the swarm: it comes
/// behind, and says so.
TEST_F(LatticeWindowTest, TheDistributionOfALargeLatticeFollowsAtItsOwnPace) {
  panes().assign({{"target", "lattice_gaussian"},
                  {"target.side", "192"},
                  {"sampler", "dmala"},
                  {"sampler.alpha", "100"},
                  {"start", "uniform"},
                  {"chains", "500"}});
  pause();
  panes().restart();
  constexpr int patience = 120'000;  // ms: a few seconds on two cores that have nothing else to do
  ASSERT_TRUE(until([&] { return picture().view.infinite.distribution != nullptr; }, patience));
  EXPECT_EQ(picture().view.infinite.step, 0u);
  const auto go_to = [&](double step) {
    panes().advance_to(step);
    QTest::mouseMove(&surface(), QPoint(300, 300 + static_cast<int>(step)));  // wakes a window at rest
  };
  go_to(3);
  const auto words = [&] {
    for (const auto& [told, line] : readouts_of(player(), palette("dark")).lines)
      if (line.starts_with("expected TV ")) return line;
    return std::string();
  };
  ASSERT_TRUE(until([&] { return words().find(" at step ") != std::string::npos; }));
  screenshot("lattice_law_lags");
  EXPECT_LT(picture().view.infinite.step, session().step());
  const std::uint64_t edited = session().step();
  EXPECT_EQ(edited, 3u);
  panes().assign({{"sampler.alpha", "3"}});
  go_to(static_cast<double>(edited) + 5);
  ASSERT_TRUE(until([&] { return picture().view.infinite.step == edited + 5; }, patience));
  settle();
  EXPECT_EQ(words().find("step"), std::string::npos) << words();
  RunEvolution evolution(session().initial(), session().journal());
  evolution.advance_to(edited + 5);
  EXPECT_EQ(*picture().view.infinite.distribution, evolution.now().distribution());
  const auto curve = window().plots().find("site_tv")->series(0).curve().spreads;
  ASSERT_EQ(curve.size(), edited + 6) << "every step";
  EXPECT_EQ(curve.back().at.steps, static_cast<double>(edited + 5));
  EXPECT_EQ(curve.back().mean, evolution.now().total_variation());
  EXPECT_EQ(curve.back().sd, 0);
  EXPECT_TRUE(std::ranges::is_sorted(curve, {}, [](const auto& v) { return v.at.gradients; }));
}

TEST_F(LatticeWindowTest, ThePointerReadsASite) {
  pause();
  settle();
  const LatticeTarget& lattice = *session().target().lattice();
  const Position site{6, 1};
  const double p = lattice.distribution()[lattice.sides().index(site)];
  const ChainData data = session().read();
  double count = 0;
  for (std::size_t i = 0; i < data.chains; ++i) count += data.x(i).x == site.x && data.x(i).y == site.y;
  const double n = static_cast<double>(data.chains);
  const std::string z = significant((count - n * p) / std::sqrt(n * p * (1 - p)), 2);
  EXPECT_EQ(words_at(site + Position{0.3, -0.3}).toStdString(),
            "site (6, 1)   target " + significant(p, 3) + "   chains " + significant(count / n, 3) + "   z " + z);
  EXPECT_EQ(words_at({7.7, 3}), "outside the lattice");
}

TEST_F(LatticeWindowTest, PresetsLeadFromThePlaneAndBack) {
  const auto names = preset_names();
  const auto open_named = [&](const char* name) {
    window().open_preset(static_cast<int>(std::ranges::find(names, name) - names.begin()));
    frames(4);
  };
  const auto shows_all = [&] {
    const Window target = session().target().window();
    for (const Position corner : {target.low, target.high}) {
      const QPointF p = picture().navigation().to_screen(corner, picture().size());
      EXPECT_TRUE(QRectF({-1, -1}, picture().size() + QSizeF(2, 2)).contains(p)) << p.x() << ", " << p.y();
    }
    EXPECT_LT(picture().navigation().camera().height, 4 * (target.high.y - target.low.y));
  };
  for (const char* name : {"default", "islands-dmala", "banana-walk", "islands-gibbs"}) {
    picture().navigation().zoom(7, {300, 300}, picture().size());
    open_named(name);
    shows_all();
    const bool lattice = session().target().lattice() != nullptr;
    EXPECT_EQ(window().plots().find("site_tv") != nullptr, lattice) << name;
    EXPECT_EQ(window().plots().find("mmd2") != nullptr, !lattice) << name;
    EXPECT_EQ(picture().view.show, Show::target) << name;
    EXPECT_TRUE(until([&] { return window().report() && window().report()->step > 0; })) << name;
  }
}

TEST_F(LatticeWindowTest, AnotherTargetIsShownWhole) {
  picture().navigation().zoom(20, {300, 300}, picture().size());
  const double zoomed = picture().navigation().camera().height;
  panes().assign({parse_assignment("target=lattice_modes")});
  frames(3);
  EXPECT_GE(picture().navigation().camera().height, 450);
  EXPECT_LT(zoomed, 8);
}

TEST_F(LatticeWindowTest, APicturesPathIsTypedAndAWrongOneLeavesTheRun) {
  panes().assign({parse_assignment("target=lattice_image")});
  frames(3);
  const Sides builtin = session().target().lattice()->sides();
  click(control("target.file"));
  type("/no.png");
  EXPECT_NE(picture().toast_words().find("/no.png"), std::string::npos) << picture().toast_words();
  EXPECT_EQ(session().target().lattice()->sides(), builtin);
  const std::vector<std::uint8_t> grey(4 * 6 * 5, 200);
  const std::string path = (std::filesystem::temp_directory_path() / "w.png").string();
  write_png(path, 6, 5, grey);
  click(control("target.file"));
  QTest::keyClick(&surface(), Qt::Key_A, Qt::ControlModifier);
  frames(2);
  type(QString::fromStdString(path));
  EXPECT_EQ(session().target().lattice()->sides(), (Sides{6, 5}));
  screenshot("picture_file");
  std::filesystem::remove(path);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().target().lattice()->sides(), builtin);
}

TEST_F(LatticeWindowTest, AcceptanceAndJumpStandOnAGauge) {
  panes().assign({parse_assignment("sampler=dmala")});
  ASSERT_TRUE(until([&] {
    return window().report() && window().report()->step > 0 && window().report()->channel_ids.size() == 3 &&
           window().report()->channels[1].count > 0;
  }));
  const Readouts readouts = readouts_of(player(), palette("dark"));
  ASSERT_TRUE(readouts.acceptance);
  EXPECT_EQ(readouts.acceptance->value, window().report()->channels[1].mean);
  EXPECT_TRUE(readouts.acceptance->beside.ends_with(" sites"));
  for (const auto& [told, line] : readouts.lines) EXPECT_FALSE(line.starts_with("⟨a⟩")) << line;
  screenshot("lattice_gauge");
}

// Of the kernel as it is: an edit has its own, and there is none where the lattice is large.
TEST_F(LatticeWindowTest, ExactGapAndBiasAreRead) {
  const auto biased = [&] {
    return std::ranges::count_if(
        readouts_of(player(), palette("dark")).lines,
        [](const std::string& line) {
          return line.starts_with("exact gap ") || line.starts_with("exact bias TV ");
        },
        &ReadoutLine::words);
  };
  const auto bias_at = [&](double alpha) {
    panes().assign({{"sampler.alpha", std::to_string(alpha)}});
    EXPECT_TRUE(until([&] { return biased() == 2; }));
    ThreadPool pool(1);
    const LatticeTarget& lattice = *session().target().lattice();
    const Cycle cycle(session().config(), lattice, pool);
    EXPECT_NEAR(
        player().distribution().equilibrium()->bias,
        total_variation(stationary_distribution(cycle, lattice.distribution()), lattice.distribution()),
        1e-12);
    return player().distribution().equilibrium()->bias;
  };
  const double small = bias_at(0.5);
  screenshot("lattice_exact_bias");
  EXPECT_GT(bias_at(4), 2 * small);
  panes().assign({parse_assignment("sampler=dmala")});
  EXPECT_TRUE(until([&] { return biased() == 1; })) << "the gap alone";
  panes().assign({parse_assignment("target=lattice_modes")});
  EXPECT_TRUE(until([&] { return window().report() && window().report()->sites->sides.x > 8; }));
  EXPECT_EQ(biased(), 0);
}

TEST(ParameterWords, SquaresShowTheirRoot) {
  const Descriptor& dmala = sampler_unit("dmala").descriptor;
  const Parameter& alpha = dmala.parameters[static_cast<std::size_t>(find_parameter(dmala, "alpha"))];
  EXPECT_EQ(root_words(alpha, 53), "√α = 7.28 sites");
  EXPECT_EQ(slider_format(alpha, 4), "%.3g sites² √2");
  EXPECT_EQ(root_words(dmala.parameters[1], 0.5), "");
  EXPECT_EQ(slider_format(dmala.parameters[1], 0.5), "%.3g");
}

TEST_F(LatticeWindowTest, ThePlacesOfAStartAreTheLatticesSites) {
  pause();
  click(control("start"));
  click(control("start=point"));
  const auto place = [&] { return parameter(session().config().start, start_unit("point").descriptor, "x"); };
  const QPointF middle = control("start.x");
  const double last = session().target().lattice()->sides().x - 1.0;
  drag(middle, middle + QPointF(200, 0));
  EXPECT_EQ(place(), last);
  drag(control("start.x"), middle - QPointF(200, 0));
  EXPECT_EQ(place(), 0);
  EXPECT_EQ(picture().toast_words(), "");
}

}  // namespace
}  // namespace ergo::lattice_test
