// What the stories of presets that learn say, and the captions of the lecture "Teaching a landscape".
#include <gtest/gtest.h>

#include <cmath>

#include "core/config/learning_settings.h"
#include "core/settings/preset_edit.h"
#include "tests/files/lecture_fixture.h"
#include "tests/stories/asserted_stories.h"

namespace ergo::learning_presets_test {
namespace {

const AssertedHere stories = {
    {"learn-1-ring", "total variation to the target is above 0.8 at first and below 0.5 after 3000 steps"},
    {"learn-2-esh",
     "From 3000 to 6000 steps the total variation of ESH’s network to the target is smaller than that of "
     "ULA’s, on average by 0.05 or more"},
    {"learn-3-pictures", "After 2000 steps, 400 iterations, its log likelihood is within 1 of −log 30"},
    {"learn-3-pictures", "At first it is more than 7 below"},
};

/// Of the model of this cue's run.
class LearningCue : public Performance {
 public:
  explicit LearningCue(std::size_t cue) : Performance("teaching", cue, BackendKind::automatic) {}
  LearningMoment now() { return session().learning()->now(); }
  /// By how much the log likelihood is below the best.
  double short_of_best() { return now().best_log_likelihood - now().log_likelihood; }
};

// Seeds 1 to 3 have 0.62, 0.62 and 0.61 after 500 steps, 0.29, 0.42 and 0.38 after 3000, and 0.12, 0.19 and
// 0.17 of the smaller ring. Other machines round otherwise, which makes another run of the same kind.
TEST(LectureTeaching, ANetworkLearnsARing) {
  LearningCue lecture(1);
  EXPECT_EQ(lecture.now().iterations, 0u);
  EXPECT_GT(lecture.now().total_variation, 0.8);
  lecture.next();
  EXPECT_EQ(lecture.session().step(), 500u);
  EXPECT_EQ(lecture.now().iterations, 24u);
  EXPECT_LT(lecture.now().total_variation, 0.7);
  lecture.next();
  EXPECT_EQ(lecture.session().step(), 3000u);
  EXPECT_EQ(lecture.now().iterations, 149u);
  EXPECT_LT(lecture.now().total_variation, 0.5);
  // Of a smaller ring, and then too fast: for seeds 1 to 3, on lanes and in double, the log likelihood falls
  // below -100.
  const double first = LearningCue(1).now().log_likelihood;
  lecture.next();
  EXPECT_LT(lecture.now().total_variation, 0.25);
  lecture.next();
  EXPECT_EQ(parameter(lecture.session().config().learning, learning_descriptor(), "rate"), 1);
  EXPECT_LT(lecture.now().log_likelihood, first);
}

TEST(LectureTeaching, PlaysPresetsWhoseStoriesAreTested) {
  const Lecture lecture = load_lecture("teaching");
  for (const auto& [cue, preset] :
       {std::pair(0, "learn-1-ring"), {5, "learn-2-esh"}, {6, "learn-3-pictures"}}) {
    EXPECT_EQ(lecture.cues[static_cast<std::size_t>(cue)].preset, preset);
    EXPECT_EQ(runs_of(preset_at(lecture, static_cast<std::size_t>(cue))), runs_of(load_preset(preset)));
  }
  EXPECT_EQ(lecture.cues[5].steps, 6000u);
  EXPECT_EQ(lecture.cues[6].steps, 2000u);
}

// For seeds 1 to 4 the differences are 0.18, 0.13, 0.09 and 0.16.
TEST(LearningPresets, EshKeepsUpWithTheNetwork) {
  std::vector<double> mean;
  for (const PresetSession& run : runs_of(load_preset("learn-2-esh"))) {
    Session session(run.config, test_factory(), run.journal, 0);
    session.advance(3000);
    double sum = 0;
    constexpr int looks = 16;
    for (int look = 0; look < looks; ++look) {
      sum += session.learning()->now().total_variation;
      if (look + 1 < looks) session.advance(200);
    }
    EXPECT_EQ(session.step(), 6000u);
    mean.push_back(sum / looks);
  }
  EXPECT_LT(mean[0] + 0.05, mean[1]);
}

// Seeds 1 to 3 are 0.62, 0.77 and 0.59 short of the best after 400 iterations, and 7.8 at first.
TEST(LearningPresets, AMachineLearnsThirtyPictures) {
  LearningCue lecture(7);
  Session first(load_preset("learn-3-pictures").config, test_factory());
  EXPECT_NEAR(first.learning()->now().best_log_likelihood, -std::log(30), 1e-6);
  EXPECT_GT(first.learning()->now().best_log_likelihood - first.learning()->now().log_likelihood, 7);
  EXPECT_EQ(lecture.session().step(), 2000u);
  EXPECT_LT(lecture.short_of_best(), 1);
  // With one pixel a step and slow decay seeds 1 to 3 lose 1.3, 1.9 and 2.0, with the usual one 0.4, -0.2 and 0.4.
  const double before = lecture.now().log_likelihood;
  lecture.next();
  EXPECT_EQ(lecture.session().config().sampler.id, "gibbs_sites");
  EXPECT_LT(lecture.now().log_likelihood, before - 0.5);
}

}  // namespace
}  // namespace ergo::learning_presets_test
