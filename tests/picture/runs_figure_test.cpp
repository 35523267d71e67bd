// Pictures of all runs above their curves: pixels, places, and clips of them.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/raster/software_scene.h"
#include "core/run_figures/runs_clip.h"
#include "tests/picture/picture_fixture.h"
#include "tests/scratch_folder.h"

namespace ergo::runs_figure_test {
namespace {

class RunsFigures : public testing::Test {
 protected:
  static Comparison runs(const std::vector<std::string>& samplers, const std::string& target) {
    Comparison::Sessions sessions;
    for (const std::string& sampler : samplers) {
      RunConfig config = pair_config(target, sampler, 200);
      config.backend = BackendKind::cpu;
      sessions.push_back(std::make_unique<Session>(
          config, [](BackendKind) -> std::unique_ptr<Backend> { return std::make_unique<CpuBackend>(); }));
    }
    return {std::move(sessions), Pace::steps};
  }
  static View view() {
    View view;
    view.palette = palette("light");
    view.trails = false;
    return view;
  }
  /// Made-up curves of so many runs, the value of run i being i + 1 + 1/(cost + 1).
  static CurveFigure curves(int runs, const std::string& journal = "single") {
    CurveFigure figure{.style = figure_style({.journal = journal})};
    figure.palette = palette("light");
    CurvePanel& panel = figure.panels.emplace_back();
    panel.title = "Value";
    panel.abscissa = "steps";
    for (int i = 0; i < runs; ++i) {
      CurvePanel::Curve& curve = panel.curves.emplace_back();
      curve.name = "curve " + std::to_string(i);
      for (int cost = 0; cost <= 8; ++cost) curve.values.push_back({1.0 * cost, i + 1 + 1.0 / (cost + 1), 0.01});
    }
    return figure;
  }
  /// The figure of runs after so many steps.
  static RunsFigure drawn(Comparison& runs, const View& view, CurveFigure curves, std::uint64_t steps,
                          double resolution = picture_resolution) {
    const PicturePlan plan = picture_plan(runs.sessions(), view.coordinates, view.palette);
    RunsFigure figure = runs_figure(std::move(curves), plan, resolution);
    ComparisonScene scene(runs, view_in(view, figure.layout), figure.layout.cells(), software_scenes(), {});
    scene.watch(steps, 1, [](std::uint64_t) {});
    figure.pictures = run_pictures(runs, scene, plan.titles);
    return figure;
  }
};

/// Pixels of a part of an image.
std::vector<std::uint8_t> part_of(const Image& image, const Cell& cell, int margin) {
  std::vector<std::uint8_t> pixels;
  for (int y = cell.y + margin; y < cell.y + cell.height - margin; ++y) {
    const auto row = image.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + cell.x + margin);
    pixels.insert(pixels.end(), row, row + 4 * (cell.width - 2 * margin));
  }
  return pixels;
}

TEST_F(RunsFigures, PicturesAreThoseOfTheScene) {
  constexpr int border = 4;  // pixels: the frame's line
  for (const auto& [samplers, target] :
       {std::pair(std::vector<std::string>{"mala", "hmc", "nuts", "esh"}, std::string("banana")),
        {{"acs", "dmala"}, "lattice8"}}) {
    SCOPED_TRACE(target);
    Comparison all = runs(samplers, target);
    const RunsFigure figure = drawn(all, view(), curves(all.count()), 8);
    const Image page = image_of(figure);
    ASSERT_EQ(figure.pictures.size(), samplers.size());
    std::set<std::vector<std::uint8_t>> different;
    for (std::size_t i = 0; i < samplers.size(); ++i) {
      const Image& picture = figure.pictures[i].image;
      const Cell cell = figure.layout.cells()[i];
      const auto own = part_of(picture, {0, 0, picture.width, picture.height}, border);
      EXPECT_EQ(part_of(page, cell, border), own) << i;
      different.insert(own);
    }
    EXPECT_EQ(different.size(), samplers.size());
  }
}

TEST_F(RunsFigures, PicturesAreAsOtherwiseDrawn) {
  Comparison all = runs({"mala", "hmc"}, "ring8"), again = runs({"mala", "hmc"}, "ring8");
  const RunsFigure figure = drawn(all, view(), curves(2), 8);
  View alone = view_in(view(), figure.layout);
  const Cell cell = figure.layout.cells().front();
  alone.width = 2 * cell.width + std::max(1, static_cast<int>(std::lround(alone.scale)));
  alone.height = cell.height;
  ComparisonScene scene(again, alone, software_scenes());
  ASSERT_EQ(scene.cells().front().width, cell.width);
  scene.watch(8, 1, [](std::uint64_t) {});
  for (int run = 0; run < 2; ++run)
    EXPECT_EQ(scene.read(run).rgba, figure.pictures[static_cast<std::size_t>(run)].image.rgba) << run;
}

TEST_F(RunsFigures, PartsOfThePageAreApart) {
  const std::vector<std::string> all = {"mala", "hmc", "nuts", "esh", "ula", "mala"};
  for (std::size_t count = 1; count <= all.size(); ++count)
    for (const char* journal : {"", "single", "double"})
      for (std::size_t plots = 1; plots <= 4; ++plots) {
        SCOPED_TRACE(std::to_string(count) + " runs, " + std::to_string(plots) + " plots " + journal);
        const Comparison some = runs({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)}, "banana");
        CurveFigure figure = curves(static_cast<int>(count), journal);
        figure.panels.resize(plots, figure.panels.front());
        const PicturePlan plan = picture_plan(some.sessions(), Coordinates::position, palette("light"));
        const RunsLayout layout = runs_layout(plan, figure, picture_resolution);
        EXPECT_DOUBLE_EQ(layout.size.x, points_per_mm * figure.style.width);
        std::vector<Box> boxes = layout.panels;
        for (const Box& box : layout.pictures)  // with their titles
          boxes.push_back({box.left, box.top - layout.title, box.right, box.bottom});
        ASSERT_EQ(boxes.size(), count + plots);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
          const Box& a = boxes[i];
          EXPECT_TRUE(a.left >= 0 && a.top >= 0 && a.right <= layout.size.x && a.bottom <= layout.size.y) << i;
          EXPECT_TRUE(a.width() > points_per_mm * 15 && a.height() > points_per_mm * 8) << i;
          for (std::size_t k = i + 1; k < boxes.size(); ++k) {
            const Box& b = boxes[k];
            EXPECT_TRUE(std::min(a.right, b.right) <= std::max(a.left, b.left) + 1e-9 ||
                        std::min(a.bottom, b.bottom) <= std::max(a.top, b.top) + 1e-9)
                << i << " on " << k;
          }
        }
      }
}

TEST_F(RunsFigures, AChosenHeightHolds) {
  const Comparison all = runs({"mala", "hmc"}, "banana");
  const PicturePlan plan = picture_plan(all.sessions(), Coordinates::position, palette("light"));
  CurveFigure figure = curves(2);
  figure.style = figure_style({.size = "120x150mm"});
  const RunsLayout layout = runs_layout(plan, figure, picture_resolution);
  EXPECT_DOUBLE_EQ(layout.size.y, points_per_mm * 150);
  EXPECT_LE(layout.panels.back().bottom, layout.size.y);
  EXPECT_GT(layout.panels.back().bottom, 0.97 * layout.size.y);
  figure.style = figure_style({.size = "120x40mm"});
  EXPECT_THROW(runs_layout(plan, figure, picture_resolution), Error);
}

TEST_F(RunsFigures, CurvesGrowOnTheAxesOfTheWhole) {
  const CurveFigure whole = curves(2);
  const CurveFigure cut = curves_until(whole, {3, 5});
  EXPECT_EQ(cut.panels.front().curves[0].values.size(), 4u);
  EXPECT_EQ(cut.panels.front().curves[1].values.size(), 6u);
  const Interval x = abscissa_range(cut.panels.front()), all = abscissa_range(whole.panels.front());
  EXPECT_EQ(x.low, all.low);
  EXPECT_EQ(x.high, all.high);
  EXPECT_EQ(ordinate_range(cut.panels.front()).high, ordinate_range(whole.panels.front()).high);
}

/// In place of the program that encodes, one that copies the frames' pixels, as long as it lives.
class CopiedFrames {
 public:
  explicit CopiedFrames(const std::string& folder) : path_(std::getenv("PATH")) {
    write_file(folder + "/ffmpeg", "#!/bin/sh\nfor to; do :; done\nexec /bin/cat > \"${to#file:}\"\n");
    std::filesystem::permissions(folder + "/ffmpeg", std::filesystem::perms::owner_all);
    ::setenv("PATH", folder.c_str(), 1);
  }
  ~CopiedFrames() { ::setenv("PATH", path_.c_str(), 1); }

 private:
  std::string path_;
};

// The last frame is the figure of the last step, at the clip's resolution; the first one is of the beginning.
TEST_F(RunsFigures, AClipEndsWithTheFigure) {
  const std::string folder = std::filesystem::temp_directory_path() / ("ergo-runs-clip-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::vector<std::string> samplers = {"mala", "hmc"};
  Comparison all = runs(samplers, "ring8");
  ClipRecord record{.path = folder + "/a.mp4", .view = view(), .looks = {}, .end = 8, .steps_per_frame = 2};
  record.words = false;
  {
    const CopiedFrames instead(folder);
    write_runs_clip(all, record, curves(2), CostAxis::steps, software_scenes(), [](std::uint64_t) {});
  }
  for (const std::uint64_t step : {0, 8}) {
    Comparison again = runs(samplers, "ring8");
    RunsFigure figure = drawn(again, view(), curves(2), step, clip_resolution);
    figure.curves = curves_until(figure.curves, {1.0 * static_cast<double>(step), 1.0 * static_cast<double>(step)});
    const Image expected = image_of(figure);
    const std::string frames = read_file(record.path, std::size_t{1} << 28);
    ASSERT_EQ(frames.size(), 5 * expected.rgba.size()) << "steps 0, 2, 4, 6, 8";
    const auto* at = reinterpret_cast<const std::uint8_t*>(frames.data()) + (step == 0 ? 0 : 4) * expected.rgba.size();
    EXPECT_TRUE(std::equal(expected.rgba.begin(), expected.rgba.end(), at)) << "step " << step;
  }
  record.path = folder + "/a.avi";
  EXPECT_THROW(write_runs_clip(all, record, curves(2), CostAxis::steps, software_scenes(), {}), Error);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace ergo::runs_figure_test
