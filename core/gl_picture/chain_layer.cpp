#include "core/gl_picture/chain_layer.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/unit/lattice.h"
#include "core/view/colour_key.h"

namespace ergo {
namespace {

constexpr int most_bins = most_side;

/// Sets the index of the chains' weights; -1 if there are none.
void set_weights(const DrawProgram& program, const Descriptor& sampler) {
  const WeightPlaces places = weight_places(sampler);
  program.set("weight_component", places.log_time);
  if (places.log_time >= 0) program.set("time_components", places.scale, places.total);
}

}  // namespace

void ChainLayer::fit(const View& view, const Projection& shown, std::size_t chains) {
  for (PixelBuffer* plane : {&coverage_, &tones_, &marks_}) plane->fit(view.width, view.height);
  if (summary_.size() == 0) summary_ = gl::Buffer(2 * sizeof(GLfloat) + sizeof(GLuint) * (1 + most_bins));
  if (!shown.line) return;
  histogram_ = histogram_layout(shown, chains);
  summary_.clear();
}

void ChainLayer::classify(const Session& session) {
  const auto origins = session.origins();
  if (origins == origins_) return;
  const std::vector<std::uint32_t> classes = classes_of(*origins);
  classes_ = gl::Buffer(std::span<const std::uint32_t>(classes));
  origins_ = origins;
}

void ChainLayer::find_medians(const DrawProgram& median, const ChainBuffers& chains,
                              const Descriptor& sampler, int tone) {
  if (sampler.claims.time_weight_channel.empty() && tone < 0) return;
  median.use();
  median.set("chains", static_cast<unsigned>(chains.chains));
  set_weights(median, sampler);
  median.set("tone_component", tone);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, chains.state);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, chains.report);
  summary_.bind(3);
  glDispatchCompute(2, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void ChainLayer::add(const DrawProgram& median, const DrawProgram& splat, const ChainBuffers& chains,
                     const Session& session, const View& view, const Projection& shown,
                     const DensityLevels& levels, const LiveTiles& tiles, const Pause& pause) {
  if (filled_) clear();  // of a picture that a pause stopped
  filled_ = true;
  fit(view, shown, chains.chains);
  const Descriptor& sampler = session.sampler_descriptor();
  const ToneSource tone = tone_source(session, view, levels);
  colours_ = tone.classes() ? Colours::classes : tone.place != ToneSource::none ? Colours::ramp : Colours::sampler;
  if (tone.place == ToneSource::class_of_chain) classify(session);
  find_medians(median, chains, sampler, tone.place == ToneSource::report ? tone.component : -1);

  if (shown.coordinates == Coordinates::section) return;  // its points are the trails
  if (shown_on(session.target(), view) != Show::target)
    return;  // the ground shows where the chains are
  splat.use();
  splat.set_picture(view, shown);
  splat.set("chains", static_cast<unsigned>(chains.chains));
  const auto [first, second] = place_components(sampler, view.draws, shown);
  splat.set("place_components", first, second);
  set_weights(splat, sampler);
  splat.set("weighted", is_weighted(sampler, view) ? 1 : 0);
  splat.set("tone_source", static_cast<int>(tone.place));
  splat.set("tone_component", tone.component);
  splat.set("tone_range", Position{tone.range.middle, tone.range.width});
  splat.set("divergence_component", divergence_component(session, view));
  splat.set("radius", point_radius(view, chains.chains));
  splat.set("bin_range", Position{histogram_.low, histogram_.bins_per_unit});
  splat.set("bin_count", histogram_.count);
  splat.set("bin_unit", histogram_unit(chains.chains));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, chains.state);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, chains.report);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, chains.diverged);
  summary_.bind(3);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, origins_ ? classes_.name() : chains.diverged);
  coverage_.bind_image(0);
  tones_.bind_image(1);
  marks_.bind_image(2);
  tiles.bind_for_drawing(splat);
  draw(splat, chains.chains, point_radius(view, chains.chains), pause);
}

void ChainLayer::draw(const DrawProgram& splat, std::size_t chains, double radius, const Pause& pause) {
  const double pixels = std::numbers::pi * radius * radius;
  const std::size_t group = 64, groups = static_cast<std::size_t>(portion_pixels / (group * pixels));
  const std::size_t portion = pause ? group * std::max<std::size_t>(1, groups) : chains;
  for (std::size_t first = 0; first < chains; first += portion) {
    splat.set("first", static_cast<unsigned>(first));
    gl::dispatch(std::min(portion, chains - first));
    if (pause) finish_portion(pause);
  }
}

void ChainLayer::clear() {
  filled_ = false;
  coverage_.clear();
  marks_.clear();
  if (colours_ != Colours::sampler) tones_.clear();
}

}  // namespace ergo
