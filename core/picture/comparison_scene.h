#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/exact/evolution.h"
#include "core/picture/scene.h"
#include "core/run/comparison.h"
#include "core/run/swarm_motion.h"
#include "core/view/grid.h"
#include "core/view/marginal_strips.h"

namespace ergo {

/// The margins around the picture of each run, in pixels.
struct Frame {
  int left = 0, top = 0, right = 0, bottom = 0;
};

/// Camera and coordinates of one run's picture.
struct Look {
  Window window;  ///< of the plane; all of it is seen
  Show show = Show::target;
};

/// The pictures of a comparison, or of a single run, in the cells that the window has for them, each by a scene of its
/// own.
class ComparisonScene {
 public:
  using Progress = std::function<void(std::uint64_t)>;

  /// `view`: of the whole; the camera is set here. `looks`: at each run; none: at what is worth showing, as
  /// the view has it, beside the marginal strips. `numbers`: what those of scales take from the right and the
  /// lower edge where they are drawn. `frame`: is left around each picture. Throws Error where the
  /// distribution of infinitely many chains is to be seen and not known.
  ComparisonScene(Comparison& runs, const View& view, const SceneFactory& make_scene,
                  const std::vector<Look>& looks = {}, Position numbers = {}, const Frame& frame = {});
  /// The same with pictures in these cells.
  ComparisonScene(Comparison& runs, const View& view, std::vector<Cell> cells,
                  const SceneFactory& make_scene, const std::vector<Look>& looks);

  /// Goes on to so many steps of the dearest sampler, leaving the trails of the last ones as a window would
  /// that shows the runs at this pace, and draws. `progress` gets the steps now and then; it may throw to
  /// stop.
  void watch(std::uint64_t end, double steps_per_frame, const Progress& progress);
  /// One frame more at that pace: so many steps are over. In slow motion the chains are drawn on their way
  /// through the step of which a part is.
  void frame(double steps, const Progress& progress);

  const View& view() const { return view_; }
  const View& view(int run) const { return parts_.at(static_cast<std::size_t>(run)).view; }
  const std::vector<Cell>& cells() const { return cells_; }
  /// What lies along the edges of its picture as drawn last. Waits for the device.
  std::vector<Strip> strips(int run);
  Image read(int run) const { return parts_.at(static_cast<std::size_t>(run)).scene->read(); }
  /// All of them, lines between the cells.
  Image read() const;

 private:
  struct Part {
    View view;
    std::unique_ptr<Scene> scene;
    std::unique_ptr<RunEvolution> infinite;  ///< where its distribution is to be seen
    RunStrips strips = {};
    SwarmMotion motion = {};
  };
  void make_parts(const SceneFactory& make_scene, const std::vector<Look>& looks);
  Camera camera_at(const Window& window, const Projection& shown, const View& view) const;
  Comparison::Stepping leaving_trails();
  void advance_to(std::uint64_t steps, const Progress& progress);
  void accumulate();
  void fade();
  void draw();

  Comparison& runs_;
  View view_;
  Position numbers_;
  int line_ = 0;  ///< pixels between cells
  bool slow_ = false;
  std::vector<Cell> cells_;
  std::vector<Part> parts_;
};

}  // namespace ergo
