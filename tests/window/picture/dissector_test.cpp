// One chain followed, its steps taken apart, in slow motion and side by side.
#include <algorithm>

#include "tests/window/window_fixture.h"
#include "widgets/base/theme.h"

namespace ergo::dissector_test {
namespace {

class DissectorTest : public WindowTest {
 protected:
  void watch(const std::string& preset) {
    open({.preset = load_preset(preset)});
    frames(6);
    pause();
  }
  const std::vector<std::string>& words() { return picture().dissector().words(); }
  bool says(const std::string& wanted) {
    return std::ranges::any_of(
        words(), [&](const std::string& line) { return line.find(wanted) != std::string::npos; });
  }
  const FollowedChain& chain() { return *player().followed(); }
  /// Whether that pixel of the picture has the marks' colour.
  bool is_mark(QPointF at) {
    const QColor pixel = surface().grab().toImage().pixelColor(at.toPoint()),
                 mark = to_qt(picture().view.palette.text);
    return std::abs(pixel.red() - mark.red()) + std::abs(pixel.green() - mark.green()) +
               std::abs(pixel.blue() - mark.blue()) <
           60;
  }
  QPointF screen(Position place) { return picture().navigation().to_screen(place, picture().size()); }
};

TEST_F(DissectorTest, ShowsThePartsOfEverySamplersStep) {
  for (const Space space : {Space::plane, Space::lattice}) {
    panes().assign({{"target", space == Space::plane ? "ring8" : "lattice8"}});
    pause();
    for (const SamplerUnit& sampler : samplers(space)) {
      panes().assign({{"sampler", sampler.descriptor.id}});
      frames(3);
      if (!panes().followed()) key(Qt::Key_D);
      ASSERT_TRUE(player().followed());
      EXPECT_GE(chain().next().sub_steps.size(), 2u) << sampler.descriptor.id;
      for (const SubStep& part : chain().next().sub_steps) {
        EXPECT_TRUE(says(part.name)) << sampler.descriptor.id;
        EXPECT_TRUE(says(part.formula)) << sampler.descriptor.id;
      }
      key(Qt::Key_Right);
      key(Qt::Key_BracketRight);
      screenshot(QString("dissector-%1").arg(QString::fromStdString(sampler.descriptor.id)));
      key(Qt::Key_Right);
    }
  }
  key(Qt::Key_D);
  EXPECT_TRUE(words().empty());
  EXPECT_FALSE(player().followed());
}

// No line is cut off while the picture has room below it.
TEST_F(DissectorTest, TellsEverySamplersStepWholeWhereThereIsRoom) {
  window().resize(1280, 720);
  int whole = 0;
  for (const Space space : {Space::plane, Space::lattice}) {
    panes().assign({{"target", space == Space::plane ? "ring8" : "lattice8"}});
    pause();
    for (const SamplerUnit& sampler : samplers(space)) {
      panes().assign({{"sampler", sampler.descriptor.id}});
      frames(4);
      if (!panes().followed()) key(Qt::Key_D);
      key(Qt::Key_Right);
      frames(4);
      const double below = picture().size().height() - picture().dissector().place().bottom(),
                   cut = picture().dissector().needed() - picture().dissector().place().height();
      EXPECT_TRUE(cut < 1 || below < 12)
          << sampler.descriptor.id << ": " << cut << " cut, " << below << " left";
      whole += cut < 1;
      screenshot(QString("dissector-small-%1").arg(QString::fromStdString(sampler.descriptor.id)));
    }
  }
  EXPECT_GT(whole, 0);
}

// Part by part the chain comes to where the step leads, and all other chains with it.
TEST_F(DissectorTest, PartsCanBeSteppedThroughInOrder) {
  watch("esh-14-mala");
  key(Qt::Key_D);
  const std::uint64_t step = session().step();
  const Position promised = chain().next().to.x;
  const std::size_t parts = chain().next().sub_steps.size();
  for (std::size_t k = 1; k < parts; ++k) {
    key(Qt::Key_BracketRight);
    EXPECT_EQ(session().step(), step);
    EXPECT_NEAR(panes().phase(0), static_cast<double>(k) / static_cast<double>(parts), 1e-9);
  }
  key(Qt::Key_BracketLeft);
  EXPECT_NEAR(panes().phase(0), static_cast<double>(parts - 2) / static_cast<double>(parts), 1e-9);
  key(Qt::Key_BracketRight);
  key(Qt::Key_BracketRight);
  EXPECT_EQ(session().step(), step + 1);
  EXPECT_EQ(panes().phase(0), 0);
  EXPECT_LE(norm(chain().x() - promised), 1e-4);
}

TEST_F(DissectorTest, AClickChoosesTheChain) {
  watch("default");
  key(Qt::Key_D);
  const std::uint32_t other = 123;
  click(screen(session().read().x(other)));
  EXPECT_EQ(*panes().followed(), other);
  EXPECT_TRUE(says("chain 123"));
}

// At a hundredth of one step a frame the step passes while the frames go by.
TEST_F(DissectorTest, SlowMotionGoesThroughTheStep) {
  watch("esh-14-hmc");
  key(Qt::Key_D);
  panes().steps_per_frame = 1;
  panes().speed = 0.05;
  const std::uint64_t step = session().step();
  const double before = panes().clock();
  key(Qt::Key_Space);
  std::set<std::size_t> seen;
  EXPECT_TRUE(until([&] {
    if (session().step() == step) seen.insert(cursor_at(chain().next(), panes().phase(0)).part);
    return session().step() > step;
  }));
  key(Qt::Key_Space);
  EXPECT_GT(seen.size(), 5u);
  EXPECT_LT(panes().clock(), before + 3);
  screenshot("dissector-slow-motion");
}

// The same chain in every pane, each in its own sampler's parts.
TEST_F(DissectorTest, SideBySide) {
  watch("esh-14-compare");
  key(Qt::Key_D);
  for (int k = 0; k < 6; ++k) key(Qt::Key_Right);
  key(Qt::Key_BracketRight);
  for (int pane = 0; pane < panes().count(); ++pane) {
    ASSERT_TRUE(panes().at(pane).followed());
    EXPECT_EQ(panes().at(pane).followed()->chain(), 0u);
    EXPECT_GE(panes().phase(pane), 0);
    EXPECT_LE(panes().phase(pane), 1);
  }
  screenshot("dissector-compare");
}

// The marks stand where the followed chain is in every plane that its sampler has: a disc in the middle of a
// step, on a section a ring, as the chain is off it, and discs where it has passed.
TEST_F(DissectorTest, MarksStandOnTheChainInEveryPlane) {
  watch("nose-hoover-tori");
  key(Qt::Key_D);
  for (const Coordinates plane : coordinates_of(session().sampler_descriptor())) {
    SCOPED_TRACE(coordinates_names()[static_cast<std::size_t>(plane)]);
    picture().view.coordinates = plane;
    for (int k = 0; k < 10; ++k) key(Qt::Key_Right);
    for (int k = 0; k < 2; ++k) key(Qt::Key_BracketRight);
    const Stance now = stance_at(chain().next(), cursor_at(chain().next(), panes().phase(0)));
    std::vector<double> row = session().backend().read_chain(chain().chain()).state;
    const auto at = [&](int offset) -> double& { return row[static_cast<std::size_t>(offset)]; };
    at(0) = now.x.x;
    at(momentum_offset(session().sampler_descriptor())) = now.momentum->x;
    at(thermostat_offset(session().sampler_descriptor())) = *now.thermostat;
    const Projection shown = projection(session(), plane);
    const QPointF middle = screen(drawn_at(shown, session().target(), row, chain().chain()));
    screenshot("dissector-" + QString::fromStdString(coordinates_names()[static_cast<std::size_t>(plane)]));
    const bool section = plane == Coordinates::section;
    EXPECT_EQ(is_mark(middle), !section);
    if (section) {
      int seen = 0;  // arrows may cover a part of the ring
      for (const QPointF way : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
        seen += is_mark(middle + 4 * way) || is_mark(middle + 5 * way);
      EXPECT_GE(seen, 2);
    }
  }
}

TEST_F(DissectorTest, ASectionHasTheChainsCrossings) {
  watch("nose-hoover-tori");
  key(Qt::Key_D);
  // So long ago that the chain does not lie over it; the last such, as crossings fade.
  const auto crossing = [&]() -> const ExplainedStep* {
    for (std::size_t k = chain().last().size() - std::min<std::size_t>(16, chain().last().size()); k-- > 0;)
      if (const ExplainedStep& step = chain().last()[k];
          *step.from.thermostat < 0 && *step.to.thermostat >= 0)
        return &step;
    return nullptr;
  };
  panes().steps_per_frame = 2;
  panes().running = true;
  ASSERT_TRUE(until([&] { return crossing(); }, 60'000));
  pause();
  const ExplainedStep* step = crossing();
  ASSERT_TRUE(step);
  const double share = *step->from.thermostat / (*step->from.thermostat - *step->to.thermostat);
  const auto between = [&](double a, double b) { return (1 - share) * a + share * b; };
  const Projection shown = projection(session(), Coordinates::section);
  ASSERT_EQ(picture().view.coordinates, Coordinates::section);
  EXPECT_TRUE(is_mark(screen({between(step->from.x.x, step->to.x.x),
                              shown.stretch * between(step->from.momentum->x, step->to.momentum->x)})));
  screenshot("dissector-crossing");
}

// The dissector takes the controls' place; without it they stand as they would have, whatever came between.
TEST_F(DissectorTest, TheControlsMakeWayForIt) {
  const auto unfolded = [&] {
    frames(3);
    return !picture().panel().covered().isEmpty();
  };
  watch("default");
  EXPECT_TRUE(unfolded());
  key(Qt::Key_D);
  EXPECT_FALSE(unfolded());
  window().set_theme("projector");
  EXPECT_FALSE(unfolded());
  window().set_theme("dark");
  EXPECT_FALSE(unfolded());
  ASSERT_TRUE(player().followed());
  key(Qt::Key_D);
  EXPECT_TRUE(unfolded());
  window().set_theme("projector");
  key(Qt::Key_D);
  key(Qt::Key_D);
  EXPECT_FALSE(unfolded());
  window().open_lecture("esh", 3);
  EXPECT_TRUE(until([&] { return player().followed() != nullptr; }));
  EXPECT_FALSE(unfolded());
  window().lecturer().next();
  EXPECT_TRUE(until([&] { return !player().followed(); }));
  EXPECT_FALSE(unfolded());
  screenshot("dissector-then-controls");
}

// A saved session follows the same chain at the same speed when it is opened again.
TEST_F(DissectorTest, IsSavedWithTheSession) {
  watch("default");
  key(Qt::Key_D);
  panes().follow(17);
  panes().speed = 0.1;
  const Preset saved = panes().saved({});
  EXPECT_EQ(saved.view.follow, 17u);
  EXPECT_EQ(saved.view.speed, 0.1);
  panes().follow({});
  panes().speed = 1;
  panes().open(saved);
  EXPECT_EQ(panes().followed(), 17u);
  EXPECT_EQ(panes().speed, 0.1);
}

}  // namespace
}  // namespace ergo::dissector_test
