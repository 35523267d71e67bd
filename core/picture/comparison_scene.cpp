#include "core/picture/comparison_scene.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/config/run_names.h"
#include "core/picture/configuration_scene.h"
#include "core/picture/visible_steps.h"
#include "core/view/projection.h"

namespace ergo {
namespace {

constexpr double words_room = 52;  ///< above pictures of configurations, in logical pixels
constexpr double slack = 1e-9;  // of a step: frames pass parts of one

/// Steps that are made when so many are over.
std::uint64_t whole(double steps) { return static_cast<std::uint64_t>(steps + slack); }

/// The part of a cell that lies on an image.
Cell on(const Image& image, const Cell& cell) {
  const int left = std::max(0, cell.x), top = std::max(0, cell.y);
  return {left, top, std::max(0, std::min(cell.x + cell.width, image.width) - left),
          std::max(0, std::min(cell.y + cell.height, image.height) - top)};
}

/// Throws Error where the frame leaves nothing.
std::vector<Cell> within(const Frame& frame, std::vector<Cell> cells) {
  const int across = frame.left + frame.right, along = frame.top + frame.bottom;
  for (Cell& cell : cells) {
    if (cell.width <= across || cell.height <= along)
      throw Error("the picture is too small:",
                  std::to_string(cell.width) + "x" + std::to_string(cell.height) + " of a run",
                  "more than the " + std::to_string(across) + "x" + std::to_string(along) +
                      " that title and axes take",
                  "size");
    cell = {cell.x + frame.left, cell.y + frame.top, cell.width - across, cell.height - along};
  }
  return cells;
}

std::uint8_t* pixel(Image& image, int x, int y) {
  return &image.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                          static_cast<std::size_t>(x))];
}

void fill(Image& image, const Cell& cell, Colour colour, int alpha) {
  const Cell area = on(image, cell);
  const std::uint8_t ink[] = {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8),
                              static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(alpha)};
  for (int y = area.y; y < area.y + area.height; ++y)
    for (int x = area.x; x < area.x + area.width; ++x) std::copy_n(ink, 4, pixel(image, x, y));
}

void paste(const Image& part, const Cell& cell, Image& image) {
  const Cell area = on(image, cell);
  if (area.width == 0) return;
  for (int y = 0; y < area.height; ++y)
    std::copy_n(&part.rgba[4 * static_cast<std::size_t>(y) * static_cast<std::size_t>(part.width)],
                4 * static_cast<std::size_t>(area.width), pixel(image, area.x, area.y + y));
}

}  // namespace

ComparisonScene::ComparisonScene(Comparison& runs, const View& view,
                                 const SceneFactory& make_scene,
                                 const std::vector<Look>& looks, Position numbers, const Frame& frame)
    : runs_(runs), view_(view), numbers_(numbers) {
  if (runs.count() > 1) line_ = std::max(1, static_cast<int>(std::lround(view.scale)));
  cells_ = within(frame, grid(runs.count(), view.width, view.height, line_));
  make_parts(make_scene, looks);
}

ComparisonScene::ComparisonScene(Comparison& runs, const View& view, std::vector<Cell> cells,
                                 const SceneFactory& make_scene, const std::vector<Look>& looks)
    : runs_(runs), view_(view), cells_(std::move(cells)) {
  make_parts(make_scene, looks);
}

void ComparisonScene::make_parts(const SceneFactory& make_scene, const std::vector<Look>& looks) {
  const View& view = view_;
  const Projection first = projection(runs_.session(0), view.coordinates);
  const Window common = common_window(std::as_const(runs_).sessions(), first.coordinates);
  const auto places = run_places(runs_.configs());
  for (int run = 0; run < runs_.count(); ++run) {
    const Session& session = runs_.session(run);
    const Cell& cell = cells_[static_cast<std::size_t>(run)];
    const Projection own = projection(session, view.coordinates);
    const Window worth = own.coordinates == first.coordinates ? common : own.window;
    const Look look = looks.empty() ? Look{worth, view.show} : looks.at(static_cast<std::size_t>(run));
    Part part{.view = view, .scene = nullptr};
    part.view.show = look.show;
    part.view.place = places[static_cast<std::size_t>(run)];
    part.view.width = cell.width;
    part.view.height = cell.height;
    const bool words = numbers_ != Position{} || runs_.count() > 1;
    if (shows_configurations(session.target(), part.view))
      part.scene = std::make_unique<ConfigurationScene>(session, part.view, words ? words_room * view.scale : 0);
    else
      part.scene = make_scene();
    part.view.camera =
        looks.empty()
            ? camera_at(look.window, own, part.view)
            : camera_for(look.window, static_cast<double>(cell.width) / static_cast<double>(cell.height));
    if (look.show == Show::expected && session.target().lattice())
      part.infinite = std::make_unique<RunEvolution>(session.initial(), session.journal());
    parts_.push_back(std::move(part));
  }
}

Comparison::Stepping ComparisonScene::leaving_trails() {
  return [this](int run, std::uint64_t count) {
    const Part& part = parts_[static_cast<std::size_t>(run)];
    advance_with_trails(runs_.session(run), *part.scene, part.view, count);
  };
}

Camera ComparisonScene::camera_at(const Window& window, const Projection& shown, const View& view) const {
  const Position size = Position{double(view.width), double(view.height)} / view.scale;
  const Position free = size - strip_room(view, shown, size, numbers_);
  return camera_for(window, size, {0, 0, free.x, free.y});
}

std::vector<Strip> ComparisonScene::strips(int run) {
  Part& part = parts_.at(static_cast<std::size_t>(run));
  if (shows_configurations(runs_.session(run).target(), part.view)) return {};
  return part.strips.of(runs_.session(run), part.view, numbers_);
}

void ComparisonScene::watch(std::uint64_t end, double steps_per_frame, const Progress& progress) {
  slow_ = in_slow_motion(steps_per_frame);
  const std::uint64_t begin = end - std::min(end, visible_steps(view_, steps_per_frame));
  while (runs_.steps() < begin) {
    runs_.advance(std::min(runs_.portion(), begin - runs_.steps()));
    progress(runs_.steps());
  }
  accumulate();
  // On a section nothing fades, and frames without a step change nothing.
  const double frame =
      view_.coordinates == Coordinates::section ? std::max(1.0, steps_per_frame) : steps_per_frame;
  for (double left = std::ceil(static_cast<double>(end - begin) / frame - slack) - 1; left > 0; --left) {
    advance_to(whole(static_cast<double>(end) - left * frame), progress);
    fade();
  }
  advance_to(end, progress);
  draw();
}

void ComparisonScene::frame(double steps, const Progress& progress) {
  advance_to(whole(steps), progress);
  const double share = steps - static_cast<double>(runs_.steps());
  if (slow_ && share > slack) runs_.advance_within(share, leaving_trails());
  progress(runs_.steps());
  draw();
}

void ComparisonScene::advance_to(std::uint64_t steps, const Progress& progress) {
  for (; runs_.steps() < steps; progress(runs_.steps()))
    runs_.advance(std::min(runs_.portion(), steps - runs_.steps()), leaving_trails());
}

void ComparisonScene::accumulate() {
  for (int run = 0; run < runs_.count(); ++run) {
    const Part& part = parts_[static_cast<std::size_t>(run)];
    part.scene->accumulate(runs_.session(run), part.view);
  }
}

void ComparisonScene::fade() {
  for (int run = 0; run < runs_.count(); ++run) {
    const Part& part = parts_[static_cast<std::size_t>(run)];
    part.scene->fade(runs_.session(run), part.view);
  }
}

void ComparisonScene::draw() {
  for (int run = 0; run < runs_.count(); ++run) {
    Part& part = parts_[static_cast<std::size_t>(run)];
    Session& session = runs_.session(run);
    if (part.infinite) {
      part.infinite->advance_to(session.step());
      part.view.infinite = {session.step(),
                            std::make_shared<const std::vector<double>>(part.infinite->now().distribution())};
    }
    const double phase = slow_ ? runs_.phase(run) : 0;
    part.scene->draw(session, part.view, phase > 0 ? part.motion.at(session, phase) : nullptr);
  }
}

Image ComparisonScene::read() const {
  if (parts_.size() == 1) return read(0);
  Image whole{view_.width, view_.height, {}};
  require_memory(
      std::uint64_t{4} * static_cast<std::uint64_t>(whole.width) * static_cast<std::uint64_t>(whole.height),
      "the picture", "a smaller picture");
  whole.rgba.resize(4 * static_cast<std::size_t>(whole.width) * static_cast<std::size_t>(whole.height));
  const int alpha = view_.transparent ? 0 : 255;
  fill(whole, {0, 0, whole.width, whole.height}, view_.palette.ground, alpha);
  for (const Cell& cell : cells_)
    fill(whole, {cell.x - line_, cell.y - line_, cell.width + 2 * line_, cell.height + 2 * line_},
         view_.palette.hairline, alpha);
  for (int run = 0; run < runs_.count(); ++run)
    paste(read(run), cells_[static_cast<std::size_t>(run)], whole);
  return whole;
}

}  // namespace ergo
