// What the captions of the lectures on mixing and tuning say. Most cues play a preset of the Classroom as it is for the
// steps after which the tests of that preset's story look; the captions say no more than those stories.
#include <gtest/gtest.h>

#include "core/settings/preset_edit.h"
#include "tests/files/lecture_fixture.h"

namespace ergo::classroom_lectures_test {
namespace {

struct Played {
  const char* lecture;
  std::size_t cue;  ///< counted from 1
  const char* preset;
  std::uint64_t steps;  ///< at its end, since the preset began
};

TEST(ClassroomLectures, CuesPlayPresetsWhoseStoriesAreTested) {
  for (const Played& played : std::initializer_list<Played>{{"mixing", 2, "classroom-5-stuck", 2000},
                                                            {"mixing", 3, "classroom-2-swing", 600},
                                                            {"mixing", 4, "classroom-1-boomerang", 60},
                                                            {"mixing", 5, "classroom-burn-in", 500},
                                                            {"mixing", 6, "classroom-correlation", 500},
                                                            {"tuning", 1, "classroom-3-step", 600},
                                                            {"tuning", 2, "classroom-8-leapfrog", 60},
                                                            {"tuning", 3, "classroom-tuning", 60},
                                                            {"tuning", 5, "classroom-divergences", 200},
                                                            {"tuning", 6, "classroom-non-centred", 200},
                                                            {"tuning", 7, "classroom-6-noise", 400}}) {
    SCOPED_TRACE(std::string(played.lecture) + ", cue " + std::to_string(played.cue));
    const Lecture lecture = load_lecture(played.lecture);
    const std::size_t opening = opening_cue(lecture, played.cue - 1);
    EXPECT_EQ(lecture.cues[opening].preset, played.preset);
    EXPECT_EQ(runs_of(preset_at(lecture, played.cue - 1)), runs_of(load_preset(played.preset)));
    std::uint64_t steps = 0;
    for (std::size_t cue = opening; cue < played.cue; ++cue) steps += lecture.cues[cue].steps.value_or(0);
    EXPECT_EQ(steps, played.steps);
  }
}

// The total variation of n draws varies by 1/(2 sqrt(n)) at most: four of it are 0.02.
TEST(LectureMixing, GibbsHasWrittenTheWord) {
  for (std::size_t run = 0; run < 4; ++run) {
    Performance writing("mixing", 7, BackendKind::gpu, run);
    EXPECT_EQ(writing.session().step(), 100u);
    const SiteReport& sites = *writing.look().sites;
    const double tv = sites.distance.total_variation.value, floor = sites.floor.total_variation.mean;
    EXPECT_NEAR(floor, 0.18, 0.005);
    if (run == 0)
      EXPECT_NEAR(tv, floor, 0.02);
    else
      EXPECT_GT(tv, 0.45) << run;
  }
}

// Acceptance of single proposals varies by 0.5 at most: four standard errors of 2000 chains are 0.045.
TEST(LectureTuning, AGoodWalkIsOftenRejected) {
  Performance best("tuning", 4);
  EXPECT_EQ(parameter(best.session().config().sampler, best.session().sampler_descriptor(), "sd"), 1.7);
  EXPECT_NEAR(best.channel("acceptance_rate").value, 1.0 / 3, 0.045);
}

}  // namespace
}  // namespace ergo::classroom_lectures_test
