#include "core/raster/software_scene.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/lanes/lane_sets.h"
#include "core/picture/trail_look.h"
#include "core/raster/band.h"
#include "core/raster/divergences.h"
#include "core/raster/ground.h"
#include "core/raster/histogram_bars.h"
#include "core/raster/trails.h"
#include "core/view/colour_key.h"

namespace ergo {
namespace {

constexpr int longest_side = 32768;  // pixels

/// The threads of all scenes of this thread.
std::shared_ptr<ThreadPool> drawing_threads() {
  thread_local std::weak_ptr<ThreadPool> kept;
  std::shared_ptr<ThreadPool> pool = kept.lock();
  if (!pool) kept = pool = std::make_shared<ThreadPool>();
  return pool;
}

}  // namespace

struct SoftwareScene::Parts {
  /// What a frame puts together.
  struct Frame {
    const View& view;
    const PixelPlane& plane;
    const ToneSource& tone;
    lanes::ResolvePass pass;
    bool all_tiles = false;  ///< there are bars of a histogram
    double frames_of_ink = 0;
    bool new_ground = false;
    std::vector<Mark> marks;
  };
  void fit(const View& view);
  lanes::ResolvePass pass_of(const Session& session, const View& view, const PixelPlane& plane, bool target_shown);
  void set_colours(lanes::ResolvePass& pass, const Session& session, const View& view, const ToneSource& tone) const;
  void draw_bands(const Frame& frame, const Pause& pause);
  void draw_tiles(const Frame& frame, lanes::ResolvePass& pass, int row);
  void lay_bare(const Frame& frame, int column, int row);
  void end_frame();

  std::shared_ptr<ThreadPool> pool = drawing_threads();
  Ground ground;
  unsigned ground_shown = 0;  ///< Ground::renders() of the picture in memory
  bool transparent = false;   ///< the picture in memory is
  PixelTiles tiles;
  Trails trails;
  Divergences divergences;
  Points points;
  ChainNumbers numbers;
  std::vector<std::uint32_t> words;
  int width = 0, height = 0;
};

void SoftwareScene::Parts::fit(const View& view) {
  tiles.fit(view.width, view.height);
  if (width == view.width && height == view.height) return;
  if (view.width < 1 || view.height < 1 || view.width > longest_side || view.height > longest_side)
    throw machine_error("picture size", std::to_string(view.width) + "x" + std::to_string(view.height),
                        "1 to " + std::to_string(longest_side) + " pixels a side", "size");
  const std::size_t count = static_cast<std::size_t>(padded(view.width)) * static_cast<std::size_t>(view.height);
  // Picture and ground, and the trails' two planes.
  require_memory(4 * sizeof(std::uint32_t) * count, "the picture", "a smaller picture");
  words.assign(count, 0);
  width = view.width;
  height = view.height;
  ground_shown = 0;
}

void SoftwareScene::Parts::set_colours(lanes::ResolvePass& pass, const Session& session, const View& view,
                                       const ToneSource& tone) const {
  const Palette& palette = view.palette;
  const Colour swarm = plain_chain_colour(session, view);
  pass.colours = tone.classes()                      ? lanes::ResolvePass::classes
                 : tone.place != ToneSource::none ? lanes::ResolvePass::ramp
                                                  : lanes::ResolvePass::plain;
  pass.swarm = pass_colour(swarm);
  pass.trails = pass_colour(tone.place == ToneSource::none ? swarm : palette.secondary);
  pass.highlight = pass_colour(palette.text);
  pass.emphasis = pass_colour(palette.emphasis);
  std::ranges::transform(palette.ramp, pass.ramp_colours, pass_colour);
  std::ranges::transform(class_colours(session, view), pass.class_colours, pass_colour);
}

lanes::ResolvePass SoftwareScene::Parts::pass_of(const Session& session, const View& view, const PixelPlane& plane,
                                                 bool target_shown) {
  lanes::ResolvePass pass = {.plane = plane.pass(), .words = words.data(), .ground = ground.words()};
  if (follows_paths(view)) {
    pass.decay = static_cast<float>(trails.fit(view, tiles));
    pass.trail = trails.left();
    pass.ink = trails.ink();
    pass.trail_opacity = target_shown ? 0.7f : 0;
  }
  pass.extinction = target_shown ? static_cast<float>(point_extinction(view, session.config().chains)) : 0;
  pass.opaque = !view.transparent;
  return pass;
}

/// The tile as the ground has it.
void SoftwareScene::Parts::lay_bare(const Frame& frame, int column, int row) {
  const int left = column * PixelTiles::side, stride = frame.plane.stride();
  for (int y = row * PixelTiles::side; y < std::min((row + 1) * PixelTiles::side, height); ++y) {
    const auto at = static_cast<std::ptrdiff_t>(height - 1 - y) * stride + left;
    if (frame.pass.opaque)
      std::copy_n(ground.words() + at, PixelTiles::side, words.begin() + at);
    else
      std::fill_n(words.begin() + at, PixelTiles::side, 0u);
  }
}

void SoftwareScene::Parts::draw_tiles(const Frame& frame, lanes::ResolvePass& pass, int row) {
  for (int column = 0; column < tiles.columns(); ++column) {
    const bool live = frame.all_tiles || tiles.live(column, row, frame.frames_of_ink);
    if (live) {
      pass.left = column * PixelTiles::side;
      while (column + 1 < tiles.columns() &&
             (frame.all_tiles || tiles.live(column + 1, row, frame.frames_of_ink))) {
        tiles.covered(column, row) = true;
        ++column;
      }
      pass.right = (column + 1) * PixelTiles::side;
      lanes::lane_sets().front().pictures->resolve(pass);
      tiles.covered(column, row) = true;
    } else if (pass.words && (frame.new_ground || tiles.covered(column, row))) {
      lay_bare(frame, column, row);
      tiles.covered(column, row) = false;
    }
  }
}

void SoftwareScene::Parts::draw_bands(const Frame& frame, const Pause& pause) {
  const int rows = tiles.rows();
  const int portion = pause ? std::max(1, portion_pixels / (frame.plane.stride() * PixelTiles::side)) : rows;
  for (int first = 0; first < rows; first += portion) {
    const int count = std::min(portion, rows - first);
    pool->for_blocks(static_cast<std::size_t>(count), [&](std::size_t begin, std::size_t end) {
      Band band(frame.plane, tiles, frame.tone);
      for (int row = first + static_cast<int>(begin); row < first + static_cast<int>(end); ++row) {
        band.begin(row);
        band.add(points);
        for (const Mark& mark : frame.marks) band.add(mark);
        lanes::ResolvePass pass = frame.pass;
        pass.low = band.low();
        pass.high = band.high();
        pass.coverage = band.coverage();
        pass.tones = band.tones();
        pass.marks = band.marks();
        draw_tiles(frame, pass, row);
      }
    });
    if (pause) pause();
  }
}

void SoftwareScene::Parts::end_frame() {
  if (!trails.held()) tiles.turn();  // which grow old as ink fades
  trails.turn();
}

SoftwareScene::SoftwareScene() : parts_(std::make_unique<Parts>()) {}

SoftwareScene::~SoftwareScene() = default;

void SoftwareScene::accumulate(Session& session, const View& view) {
  Parts& parts = *parts_;
  const bool diverging = colour_shown(view, session) == ColourBy::divergence;
  if (!diverging) parts.divergences.forget();
  if (!follows_paths(view)) parts.trails.forget();
  if (!diverging && !follows_paths(view)) return;
  const Projection shown = projection(session, view.coordinates);
  if (diverging) parts.divergences.accumulate(session, shown);
  if (!follows_paths(view)) return;
  parts.fit(view);
  const int read[] = {shown.horizontal, shown.vertical, shown.crossing};
  parts.numbers.take(session, read, {});
  parts.trails.accumulate(parts.numbers, shown, view, parts.tiles);
}

void SoftwareScene::clear_trails() {
  parts_->trails.forget();
  parts_->divergences.forget();
}

void SoftwareScene::hold_trails() { parts_->trails.hold(); }

void SoftwareScene::fade(const Session& session, const View& view, const Pause& pause) {
  if (!follows_paths(view)) return;
  Parts& parts = *parts_;
  parts.fit(view);
  const PixelPlane plane(view, projection(session, view.coordinates));
  const ToneSource none;
  lanes::ResolvePass pass = parts.pass_of(session, view, plane, false);
  pass.words = nullptr;
  parts.points.clear(projection(session, view.coordinates), session.config().chains);
  parts.draw_bands({view, plane, none, pass, false, frames_of_ink(view), false, {}}, pause);
  parts.end_frame();
}

void SoftwareScene::draw(Session& session, const View& view, const ChainData* moving, const Pause& pause) {
  Parts& parts = *parts_;
  parts.fit(view);
  const Projection shown = projection(session, view.coordinates);
  const PixelPlane plane(view, shown);
  parts.ground.update(session, view, shown, *parts.pool, pause);
  const bool target_shown = shown_on(session.target(), view) == Show::target;  // else sites show where chains are
  const ToneSource tone = tone_source(session, view, parts.ground.levels());
  parts.points.clear(shown, session.config().chains);
  // On a section the points are the trails.
  if (target_shown && shown.coordinates != Coordinates::section) {
    const Points::Reads reads = Points::reads(session, view, shown, tone);
    if (moving)
      parts.numbers.take(*moving, reads.state, reads.report);
    else
      parts.numbers.take(session, reads.state, reads.report);
    parts.points.place(parts.numbers, session, view, shown, tone, *parts.pool);
  }
  lanes::ResolvePass pass = parts.pass_of(session, view, plane, target_shown);
  parts.set_colours(pass, session, view, tone);
  std::vector<Mark> marks = parts.points.marks();
  if (colour_shown(view, session) == ColourBy::divergence)
    for (const Mark& mark : parts.divergences.marks(view, shown)) marks.push_back(mark);
  const bool bars = shown.line && target_shown;
  std::optional<HistogramBars> histogram;
  if (bars) {
    histogram.emplace(parts.points, plane,
                      whole_bin_height(session.target(), shown, parts.ground.levels(), parts.points.histogram()));
    pass.top = histogram->top.data();
    pass.other_top = histogram->other_top.data();
    pass.to_side = histogram->to_side.data();
  }
  const bool new_ground = parts.ground_shown != parts.ground.renders() || parts.transparent != view.transparent;
  parts.draw_bands({view, plane, tone, pass, bars, follows_paths(view) ? frames_of_ink(view) : 0, new_ground,
                    std::move(marks)},
                   pause);
  // Only now: where a pause stops the drawing, the next picture lays all tiles bare.
  parts.ground_shown = parts.ground.renders();
  parts.transparent = view.transparent;
  parts.end_frame();
}

DrawnPicture SoftwareScene::drawn() const {
  return {.words = parts_->words.data(), .stride = padded(parts_->width)};
}

Image SoftwareScene::read() const {
  const Parts& parts = *parts_;
  Image image{parts.width, parts.height, {}};
  const std::size_t count = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  require_memory(4 * count, "the picture", "a smaller picture");
  image.rgba.resize(4 * count);
  std::uint8_t* to = image.rgba.data();
  for (int y = 0; y < image.height; ++y) {
    const std::uint32_t* row = parts.words.data() + static_cast<std::ptrdiff_t>(y) * padded(image.width);
    for (int x = 0; x < image.width; ++x)
      for (const int shift : {16, 8, 0, 24}) *to++ = static_cast<std::uint8_t>(row[x] >> shift);
  }
  return image;
}

unsigned SoftwareScene::density_renders() const { return parts_->ground.renders(); }

const SiteScale& SoftwareScene::site_scale() const { return parts_->ground.scale(); }

SceneFactory software_scenes() {
  return [] { return std::make_unique<SoftwareScene>(); };
}

}  // namespace ergo
