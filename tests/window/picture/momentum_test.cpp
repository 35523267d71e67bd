// A drag from the followed chain sets its momentum; every other drag moves the picture.
#include "core/config/chain_edit.h"
#include "tests/window/window_fixture.h"
#include "widgets/picture/chain_marks.h"

namespace ergo::momentum_test {
namespace {

class MomentumTest : public WindowTest {
 protected:
  void follow_on(const std::string& sampler) {
    pause();
    panes().assign({{"start", "point"}, {"start.x", "0.25"}, {"start.y", "-0.1"}, {"sampler", sampler}});
    panes().end_edit();
    panes().restart();
    for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
    key(Qt::Key_D);
    picture().panel().fold(true);
    frames(4);
    ASSERT_TRUE(panes().followed());
  }
  QPointF disc() {
    const auto place = steering_disc(*player().followed(), panes().phase(0), session(),
                                     projection(session(), picture().view.coordinates),
                                     picture().navigation(), picture().size());
    EXPECT_TRUE(place.has_value());
    return place.value_or(QPointF());
  }
  Position steering() {
    const Descriptor& sampler = session().sampler_descriptor();
    const auto row = session().backend().read_chain(*panes().followed());
    const auto offset = static_cast<std::size_t>(state_offset(sampler, steering_field(sampler)->id));
    return {row.state[offset], row.state[offset + 1]};
  }
  const QPointF way_{68, -51};
};

TEST_F(MomentumTest, ADragFromTheFollowedChainSetsIt) {
  follow_on("sgnht");
  const Camera camera = picture().navigation().camera();
  const std::uint64_t step = session().step();
  const QPointF from = disc();
  drag(from, from + way_);
  ASSERT_EQ(session().journal().size(), 1u);
  EXPECT_EQ(session().journal()[0].step, step);
  EXPECT_EQ(session().journal()[0].assignment.path,
            "chain." + std::to_string(*panes().followed()) + ".momentum");
  // The chain's disc is not on a whole pixel, as the pointer is.
  EXPECT_NEAR(steering().x, way_.x() / momentum_length, 1.5 / momentum_length);
  EXPECT_NEAR(steering().y, -way_.y() / momentum_length, 1.5 / momentum_length);
  EXPECT_EQ(picture().navigation().camera(), camera);
  screenshot("momentum-set");
}

TEST_F(MomentumTest, OfEshItIsADirection) {
  follow_on("esh");
  const QPointF from = disc();
  drag(from, from + way_);
  EXPECT_NEAR(steering().x, 0.8, 0.02);
  EXPECT_NEAR(steering().y, 0.6, 0.02);
}

TEST_F(MomentumTest, AnArrowAndItsNumbersFollowThePointer) {
  follow_on("sgnht");
  const QPointF from = disc();
  QTest::mouseMove(&surface(), from.toPoint());
  QTest::mousePress(&surface(), Qt::LeftButton, {}, from.toPoint());
  frames(3);
  QTest::mouseMove(&surface(), (from + way_).toPoint());
  frames(3);
  EXPECT_TRUE(picture().momentum().dragging());
  EXPECT_TRUE(picture().momentum().words().starts_with("p = (")) << picture().momentum().words();
  EXPECT_TRUE(session().journal().empty());
  screenshot("momentum-drag");
  QTest::mouseMove(&surface(), from.toPoint());
  frames(3);
  QTest::mouseRelease(&surface(), Qt::LeftButton, {}, from.toPoint());
  frames(3);
  EXPECT_FALSE(picture().momentum().dragging());
  EXPECT_TRUE(session().journal().empty());  // dropped on the chain again
}

TEST_F(MomentumTest, ItsNumbersStayWithinThePictureAndOffTheArrow) {
  follow_on("sgnht");
  const QPointF from = disc();
  const QSizeF size = picture().size();
  QTest::mouseMove(&surface(), from.toPoint());
  QTest::mousePress(&surface(), Qt::LeftButton, {}, from.toPoint());
  frames(3);
  for (const QPointF to : {QPointF(size.width() - 12, from.y() - 40), QPointF(12, from.y() + 40),
                           QPointF(size.width() - 12, 8), QPointF(8, size.height() - 8)}) {
    QTest::mouseMove(&surface(), to.toPoint());
    frames(3);
    const QRectF words = picture().momentum().words_place();
    EXPECT_TRUE(QRectF(QPointF(), size).contains(words)) << words.x() << " " << words.y();
    const bool corner = std::min(to.y(), size.height() - to.y()) < 10;
    for (int i = 0; i <= 100 && !corner; ++i)
      EXPECT_FALSE(words.contains(from + (to - from) * i / 100.0)) << i;
    screenshot(QString("momentum-edge-%1").arg(to.x() < size.width() / 2 ? "left" : "right"));
  }
  QTest::mouseRelease(&surface(), Qt::LeftButton, {}, from.toPoint());
}

TEST_F(MomentumTest, UndoGoesBackToBeforeItAndRedoMakesItAgain) {
  follow_on("sgnht");
  const std::uint64_t step = session().step();
  const std::string before = session().state_hash();
  const QPointF from = disc();
  drag(from, from + way_);
  const std::string after = session().state_hash();
  EXPECT_NE(after, before);
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  ASSERT_EQ(session().step(), step + 3);
  const std::string later = session().state_hash();
  key(Qt::Key_Left);
  key(Qt::Key_Right);
  EXPECT_EQ(session().state_hash(), later);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().step(), step);
  EXPECT_EQ(session().state_hash(), before);
  EXPECT_TRUE(session().journal().empty());
  key(Qt::Key_Y, Qt::ControlModifier);
  EXPECT_EQ(session().step(), step);
  EXPECT_EQ(session().state_hash(), after);
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  EXPECT_EQ(session().state_hash(), later);
  panes().restart();
  EXPECT_FALSE(session().journal().size());
  key(Qt::Key_Z, Qt::ControlModifier);  // what is left behind for good stays so
  EXPECT_TRUE(session().journal().empty());
}

TEST_F(MomentumTest, BeforeTheFirstStepItIsPartOfTheBeginning) {
  follow_on("sgnht");
  panes().seek(0);
  frames(4);
  const QPointF from = disc();
  drag(from, from + way_);
  const Position set = steering();
  panes().assign({{"sampler.step_size", "0.02"}});
  panes().end_edit();
  ASSERT_EQ(session().journal().size(), 1u);
  EXPECT_EQ(steering().x, set.x);
  EXPECT_EQ(sampler_value("step_size"), 0.02);
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  const std::string later = session().state_hash();
  panes().seek(0);
  frames(3);
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  EXPECT_EQ(session().state_hash(), later);
  panes().seek(0);
  frames(3);
  EXPECT_TRUE(panes().undo());
  EXPECT_NE(sampler_value("step_size"), 0.02);
  EXPECT_EQ(steering().x, set.x);
  EXPECT_TRUE(panes().undo());
  EXPECT_TRUE(session().journal().empty());
  EXPECT_NE(steering().x, set.x);
  EXPECT_TRUE(panes().redo());
  EXPECT_EQ(steering().x, set.x);
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  key(Qt::Key_R);
  key(Qt::Key_R, Qt::ShiftModifier);  // another seed
  EXPECT_EQ(session().step(), 0u);
  EXPECT_EQ(session().journal().size(), 1u);
  EXPECT_EQ(steering().x, set.x);
  key(Qt::Key_Z, Qt::ControlModifier);  // the seed
  EXPECT_EQ(steering().x, set.x);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(session().journal().empty());
  EXPECT_NE(steering().x, set.x);
}

// What a restart has no place for, undoing it brings back.
TEST_F(MomentumTest, UndoBringsBackABeginning) {
  follow_on("sgnht");
  panes().seek(0);
  frames(4);
  panes().assign({{"chain.300.momentum", "1 -2"}});
  const Journal beginning = session().journal();
  const std::string hash = session().state_hash();
  for (const Assignment& change : {Assignment{"chains", "20"}, Assignment{"sampler", "hmc"}}) {
    panes().assign({change});
    EXPECT_TRUE(session().journal().empty()) << change.path;
    panes().restart();
    EXPECT_TRUE(panes().undo());
    EXPECT_EQ(session().journal(), beginning) << change.path;
    EXPECT_EQ(session().state_hash(), hash) << change.path;
    EXPECT_TRUE(panes().redo());
    EXPECT_TRUE(session().journal().empty()) << change.path;
    EXPECT_TRUE(panes().undo());
  }
  EXPECT_TRUE(panes().undo());
  EXPECT_TRUE(session().journal().empty());
}

// A value changed in the course of a run and reset with it stays as it is when the beginning is taken back.
TEST_F(MomentumTest, TakingBackABeginningLeavesOtherValues) {
  follow_on("sgnht");
  panes().seek(0);
  frames(4);
  panes().assign({{"chain.5.momentum", "1 -2"}});
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  const double usual = sampler_value("step_size");
  panes().assign({{"sampler.step_size", "0.02"}});
  panes().restart();
  EXPECT_TRUE(panes().undo());
  EXPECT_EQ(sampler_value("step_size"), usual);
  for (int i = 0; i < 3; ++i) key(Qt::Key_Right);
  EXPECT_TRUE(panes().undo());
  EXPECT_EQ(sampler_value("step_size"), usual);
  EXPECT_TRUE(session().journal().empty());
}

TEST_F(MomentumTest, OtherDragsMoveThePicture) {
  follow_on("sgnht");
  const Position centre = picture().navigation().camera().centre;
  const QPointF beside = disc() + QPointF(40, 60);
  drag(beside, beside + way_);
  EXPECT_TRUE(session().journal().empty());
  EXPECT_NE(picture().navigation().camera().centre.x, centre.x);
}

TEST_F(MomentumTest, NothingIsSetWhereAStepForgetsItOrThePlaneIsAnother) {
  follow_on("hmc");
  const auto place = [&] {
    return steering_disc(*player().followed(), 0, session(),
                         projection(session(), picture().view.coordinates), picture().navigation(),
                         picture().size());
  };
  EXPECT_FALSE(place());
  panes().assign({{"sampler", "sgnht"}});
  frames(4);
  EXPECT_TRUE(place());
  picture().view.coordinates = Coordinates::phase;
  frames(4);
  EXPECT_FALSE(place());
}

TEST_F(MomentumTest, ByNameInTheCommandLineToo) {
  follow_on("sgnht");
  panes().assign({{"chain.5.momentum", "1 -2"}});
  EXPECT_EQ(session().journal().size(), 1u);
  panes().undo();
  EXPECT_TRUE(session().journal().empty());
}

}  // namespace
}  // namespace ergo::momentum_test
