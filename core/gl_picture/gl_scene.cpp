#include "core/gl_picture/gl_scene.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/memory.h"
#include "core/gl/context.h"
#include "core/gl_picture/chain_layer.h"
#include "core/gl_picture/chain_source.h"
#include "core/gl_picture/density_layer.h"
#include "core/gl_picture/divergence_layer.h"
#include "core/gl_picture/live_tiles.h"
#include "core/gl_picture/site_layer.h"
#include "core/gl_picture/trail_layer.h"
#include "core/picture/trail_look.h"
#include "core/view/colour_key.h"

namespace ergo {

namespace {

/// The last pass, with a histogram or not, with chains in these colours.
DrawProgram resolve_program(const ShaderLibrary& library, bool histogram, ChainLayer::Colours colours) {
  const char* const tones[] = {"draw/no_tone.glsl", "draw/tone.glsl", "draw/classes.glsl"};
  return DrawProgram::over_tiles(
      library, {"draw/trails.glsl", histogram ? "draw/histogram.glsl" : "draw/no_histogram.glsl",
                tones[static_cast<int>(colours)], "draw/resolve.frag"});
}

struct Programs {
  explicit Programs(const ShaderLibrary& library)
      : trails{DrawProgram::per_chain(library, {"draw/touch.glsl", "draw/trail.comp"}),
               DrawProgram::fragment(library, {"draw/taken_trails.frag"})},
        median(DrawProgram::per_chain(library, {"draw/weights.glsl", "draw/median.comp"})),
        splat(DrawProgram::per_chain(
            library, {"draw/touch.glsl", "draw/weights.glsl", "draw/mark.glsl", "draw/splat.comp"})),
        sites(library),
        fade(DrawProgram::over_tiles(library, {"draw/trails.glsl", "draw/fade.frag"})),
        resolve{resolve_programs(library, false), resolve_programs(library, true)} {}
  using Resolve = std::array<DrawProgram, 3>;
  static Resolve resolve_programs(const ShaderLibrary& library, bool histogram) {
    using enum ChainLayer::Colours;
    return {resolve_program(library, histogram, sampler), resolve_program(library, histogram, ramp),
            resolve_program(library, histogram, classes)};
  }
  TrailPrograms trails;
  DrawProgram median, splat;
  SitePrograms sites;
  DrawProgram fade;
  Resolve resolve[2];  ///< [histogram][colours]
};

enum Unit { density_unit, faded_unit, ink_unit, coverage_unit, marks_unit, tones_unit, tiles_unit, units };

}  // namespace

struct GlScene::Parts {
  explicit Parts(std::shared_ptr<ShaderLibrary> shaders)
      : library(shaders ? std::move(shaders) : std::make_shared<ShaderLibrary>()),
        revision(library->revision()),
        programs(*library) {}

  void reload();
  const DivergencePrograms& programs_of_divergences();
  void set_colours(const DrawProgram& program, const Session& session, const View& view) const;
  void set_histogram(const DrawProgram& program, const Target& target, const Projection& shown) const;
  /// Draws the still part and returns its texture and what is known of the density there.
  std::pair<unsigned, const DensityLevels&> draw_ground(const ChainBuffers& chains, const Session& session,
                                                        const View& view, const Projection& shown,
                                                        const Pause& pause);
  void resolve(const Session& session, const View& view, const Projection& shown, std::size_t chain_count,
               unsigned ground, const Pause& pause);
  void bind_trails(const DrawProgram& program, const View& view, bool all_tiles);
  void fill_tiles(const DrawProgram& program, const Pause& pause);
  void end_frame();

  std::shared_ptr<ShaderLibrary> library;
  unsigned revision;
  Programs programs;
  ChainSource source, moving;
  DensityLayer density;  ///< of a target of the plane
  SiteLayer sites;       ///< of a lattice
  LiveTiles tiles;
  TrailLayer trails;
  ChainLayer chains;
  DivergenceLayer divergences;
  std::optional<DivergencePrograms> divergence_programs;  ///< once divergences are to be seen
  RenderTarget picture;
};

void GlScene::Parts::reload() {
  // Stored first, so that an error is reported once, not in every frame.
  const unsigned current = library->revision();
  if (std::exchange(revision, current) == current) return;
  Programs fresh(*library);
  density.reload(*library);
  sites.reload();
  programs = std::move(fresh);
  divergence_programs.reset();
}

const DivergencePrograms& GlScene::Parts::programs_of_divergences() {
  if (!divergence_programs)
    divergence_programs = {
        DrawProgram::per_chain(*library, {"draw/divergences.glsl", "draw/find_divergences.comp"}),
        DrawProgram::per_chain(*library, {"draw/touch.glsl", "draw/mark.glsl", "draw/divergences.glsl",
                                          "draw/divergences.comp"})};
  return *divergence_programs;
}

void GlScene::Parts::set_colours(const DrawProgram& program, const Session& session, const View& view) const {
  const Palette& palette = view.palette;
  const Colour swarm = plain_chain_colour(session, view);
  program.set_colour("swarm_colour", swarm);
  program.set_colour("trail_colour", chains.colours() == ChainLayer::Colours::sampler ? swarm : palette.secondary);
  program.set_colour("highlight", palette.text);
  program.set_colour("emphasis", palette.emphasis);
  for (std::size_t k = 0; k < palette.ramp.size(); ++k)
    program.set_colour(("ramp[" + std::to_string(k) + "]").c_str(), palette.ramp[k]);
  const auto classes = class_colours(session, view);
  for (std::size_t k = 0; k < classes.size(); ++k)
    program.set_colour(("class_colours[" + std::to_string(k) + "]").c_str(), classes[k]);
}

void GlScene::Parts::set_histogram(const DrawProgram& program, const Target& target,
                                 const Projection& shown) const {
  const HistogramLayout& histogram = chains.histogram();
  program.set("bin_range", Position{histogram.low, histogram.bins_per_unit});
  program.set("bin_count", histogram.count);
  program.set("bin_height", whole_bin_height(target, shown, density.levels(), histogram));
  chains.summary().bind(0);
}

std::pair<unsigned, const DensityLevels&> GlScene::Parts::draw_ground(const ChainBuffers& chain_buffers,
                                                                    const Session& session, const View& view,
                                                                    const Projection& shown,
                                                                    const Pause& pause) {
  if (session.target().lattice()) {
    sites.update(programs.sites, chain_buffers, session, view, shown, pause);
    return {sites.texture(), sites.levels()};
  }
  density.update(*library, session, view, shown, chain_buffers.target, pause);
  return {density.texture(), density.levels()};
}

void GlScene::Parts::resolve(const Session& session, const View& view, const Projection& shown,
                           std::size_t chain_count, unsigned ground, const Pause& pause) {
  const Target& target = session.target();
  const bool drawn =
      shown_on(target, view) == Show::target;  // otherwise the sites show where the chains are
  const bool bars = shown.line && drawn;
  const DrawProgram& program = programs.resolve[bars][static_cast<std::size_t>(chains.colours())];
  program.use();
  program.set_picture(view, shown);
  set_colours(program, session, view);
  if (bars) set_histogram(program, target, shown);
  program.set("extinction", drawn ? point_extinction(view, chain_count) : 0.0);
  program.set("ground_opacity", view.transparent ? 0.0 : 1.0);
  program.set("trail_opacity", follows_paths(view) && drawn ? 0.7 : 0.0);
  bind_trails(program, view, bars);  // bars of a histogram stand where no chain is
  const std::pair<const char*, int> samplers[] = {
      {"density", density_unit}, {"coverage", coverage_unit}, {"marks", marks_unit}, {"tones", tones_unit}};
  for (const auto& [name, unit] : samplers) program.set(name, unit);
  chains.coverage().bind_texture(coverage_unit);
  chains.marks().bind_texture(marks_unit);
  chains.tones().bind_texture(tones_unit);
  glActiveTexture(GL_TEXTURE0 + density_unit);
  glBindTexture(GL_TEXTURE_2D, ground);
  if (view.transparent)
    picture.clear();
  else
    picture.copy(ground);
  fill_tiles(program, pause);
  end_frame();
  chains.clear();
}

void GlScene::Parts::bind_trails(const DrawProgram& program, const View& view, bool all_tiles) {
  const double decay = trails.bind(programs.trails, view, ink_unit, faded_unit);
  program.use();
  program.set("trail_decay", decay);
  program.set("ink", ink_unit);
  program.set("faded", faded_unit);
  tiles.bind_for_pass(program, tiles_unit, follows_paths(view) ? frames_of_ink(view) : 0,
                      all_tiles || trails.unsettled());
}

void GlScene::Parts::end_frame() {
  unbind_textures(units);
  if (!trails.held()) tiles.turn();  // which grow old as ink fades
  trails.turn();
}

void GlScene::Parts::fill_tiles(const DrawProgram& program, const Pause& pause) {
  const int portion = pause ? portion_pixels >> (2 * LiveTiles::side_bits) : tiles.count();
  for (int first = 0; first < tiles.count(); first += portion) {
    program.use();
    program.set("first_tile", first);
    picture.fill_tiles(std::min(portion, tiles.count() - first), trails.next());
    if (pause) finish_portion(pause);
  }
}

GlScene::GlScene(std::shared_ptr<ShaderLibrary> shaders) : parts_(std::make_unique<Parts>(std::move(shaders))) {}

GlScene::~GlScene() = default;

void GlScene::accumulate(Session& session, const View& view) {
  const bool diverging = colour_shown(view, session) == ColourBy::divergence;
  if (!diverging) parts_->divergences.forget();
  if (!follows_paths(view)) parts_->trails.forget();
  if (!diverging && !follows_paths(view)) return;
  const Projection shown = projection(session, view.coordinates);
  std::vector<int> read;  // divergences are found by all numbers
  if (!diverging) read = {shown.horizontal, shown.vertical, std::max(shown.crossing, 0)};
  const ChainBuffers chains = parts_->source.update(session, read);
  if (diverging) parts_->divergences.accumulate(parts_->programs_of_divergences(), chains, session, shown);
  if (!follows_paths(view)) return;
  parts_->tiles.fit(view.width, view.height);
  parts_->trails.accumulate(parts_->programs.trails, chains, shown, view, parts_->tiles);
}

void GlScene::clear_trails() {
  parts_->trails.forget();
  parts_->divergences.forget();
}

void GlScene::hold_trails() { parts_->trails.hold(); }

void GlScene::fade(const Session& session, const View& view, const Pause& pause) {
  if (!follows_paths(view)) return;
  parts_->reload();
  parts_->picture.fit(view.width, view.height);
  parts_->tiles.fit(view.width, view.height);
  const DrawProgram& program = parts_->programs.fade;
  program.use();
  program.set_picture(view, projection(session, view.coordinates));
  parts_->bind_trails(program, view, false);
  parts_->fill_tiles(program, pause);
  parts_->end_frame();
}

void GlScene::draw(Session& session, const View& view, const ChainData* moving, const Pause& pause) {
  parts_->reload();
  parts_->picture.fit(view.width, view.height);
  parts_->tiles.fit(view.width, view.height);
  const ChainBuffers chains = parts_->source.update(session);
  const Projection shown = projection(session, view.coordinates);
  const auto [ground, levels] = parts_->draw_ground(chains, session, view, shown, pause);
  const ChainBuffers drawn = moving ? parts_->moving.copy(*moving, session) : chains;
  parts_->chains.add(parts_->programs.median, parts_->programs.splat, drawn, session, view, shown, levels,
                     parts_->tiles, pause);
  if (colour_shown(view, session) == ColourBy::divergence)
    parts_->divergences.draw(parts_->programs_of_divergences(), view, shown, parts_->chains.marks(), parts_->tiles);
  parts_->resolve(session, view, shown, chains.chains, ground, pause);
}

DrawnPicture GlScene::drawn() const { return {.framebuffer = parts_->picture.framebuffer()}; }

unsigned GlScene::density_renders() const { return parts_->density.renders() + parts_->sites.renders(); }

const SiteScale& GlScene::site_scale() const { return parts_->sites.scale(); }

Image GlScene::read() const {
  const RenderTarget& picture = parts_->picture;
  Image image{picture.width(), picture.height(), {}};
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  require_memory(row * static_cast<std::size_t>(image.height), "the picture", "a smaller picture");
  image.rgba.resize(row * static_cast<std::size_t>(image.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, picture.framebuffer());
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  require_live_context();
  for (int low = 0, high = image.height - 1; low < high; ++low, --high)
    std::swap_ranges(image.rgba.begin() + low * row, image.rgba.begin() + (low + 1) * row,
                     image.rgba.begin() + high * row);
  return image;
}

SceneFactory gl_scenes(std::shared_ptr<ShaderLibrary> shaders) {
  return [shaders = std::move(shaders)] { return std::make_unique<GlScene>(shaders); };
}

}  // namespace ergo
