#include "core/picture/chain_layer.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/unit/lattice.h"
#include "core/view/colour_key.h"

namespace ergo {
namespace {

constexpr int most_bins = most_side;

/// Where the colour's quantity is found: 0 nowhere, 1 in the state, 2 in the report, 3 it is the log weight;
/// the last two are from the median. Of classes: 4 by chain, 5 whether a number of the report is above 0.
constexpr int class_of_chain = 4, class_of_report = 5;
struct ToneSource {
  int source = 0, component = -1;
  ToneRange range = {};
};

ToneSource tone_source(const Descriptor& sampler, ColourBy colour_by, const DensityLevels& levels,
                       const ToneRange& thermostat) {
  // 99 % of the target's mass lie in this range of energies.
  const double energies = std::max(levels.energies.back() - levels.peak, 1e-6);
  switch (colour_by) {
    case ColourBy::automatic:
    case ColourBy::sampler:
    case ColourBy::divergence:
      return {};
    case ColourBy::energy:
      return {1, state_offset(sampler, "energy"), {levels.peak + 0.5 * energies, energies}};
    case ColourBy::kinetic_energy: {
      const int channel = find_channel(sampler, "kinetic_energy");
      return channel < 0 ? ToneSource{} : ToneSource{2, channel, {0, energies}};
    }
    case ColourBy::thermostat: {
      const int offset = state_offset(sampler, sampler.claims.thermostat_field);
      return offset < 0 ? ToneSource{} : ToneSource{1, offset, thermostat};
    }
    case ColourBy::origin:
      return {class_of_chain};
    case ColourBy::accepted:
      return {class_of_report, find_channel(sampler, sampler.claims.decision_channel)};
    case ColourBy::weight: {
      const int channel = find_channel(sampler, sampler.claims.time_weight_channel);
      return channel < 0 ? ToneSource{} : ToneSource{3, channel, {0, 6}};
    }
  }
  return {};
}

/// Sets the index of the chains' weights; -1 if there are none.
void set_weights(const DrawProgram& program, const Descriptor& sampler) {
  const int channel = find_channel(sampler, sampler.claims.time_weight_channel);
  program.set("weight_component", channel);
  if (channel < 0) return;
  program.set("time_components", state_offset(sampler, "time_reference"),
              state_offset(sampler, "time_total"));
}

/// The numbers of the state that are drawn: a draw that is kept stands in for the position.
std::pair<int, int> place_components(const Descriptor& sampler, DrawsUsed draws, const Projection& shown) {
  if (shown.coordinates != Coordinates::position) return {shown.horizontal, shown.vertical};
  const int first = state_offset(sampler, position_field(available(draws, sampler), sampler));
  return {first, first + 1};
}

/// A bin for each site, or as many as Rice's rule has.
HistogramLayout histogram_layout(const Projection& shown, std::size_t chains) {
  const bool sites = shown.spread > 0;
  const Window window = sites ? shown.sites : shown.window;
  const double extent = window.high.x - window.low.x, rice = 2 * std::cbrt(static_cast<double>(chains));
  const int count = sites ? static_cast<int>(extent) : std::clamp(static_cast<int>(rice), 16, 256);
  return {.low = window.low.x, .bins_per_unit = count / extent, .count = count};
}

}  // namespace

double point_radius(const View& view, std::size_t chains) {
  const double growth = std::pow(16384.0 / static_cast<double>(chains), 0.25);
  return 0.5 * view.point_size * view.scale * std::clamp(growth, 0.75, 2.5);
}

double point_extinction(const View& view, std::size_t chains) {
  const double radius = point_radius(view, chains);
  const double area = std::numbers::pi * radius * radius * static_cast<double>(chains);
  const double share = area / (static_cast<double>(view.width) * view.height);
  return -std::log1p(-0.95 / (1 + 8 * share));
}

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
  fit(view, shown, chains.chains);
  const Descriptor& sampler = session.sampler_descriptor();
  const ColourBy colour = colour_shown(view, session);
  const bool stepped = session.step() > session.backend().begun();  // before, nothing was accepted or diverged
  const ToneSource tone = colour == ColourBy::accepted && !stepped
                              ? ToneSource{}
                              : tone_source(sampler, colour, levels, thermostat_tones(session));
  colours_ = tone.source >= class_of_chain ? Colours::classes : tone.source != 0 ? Colours::ramp : Colours::sampler;
  if (tone.source == class_of_chain) classify(session);
  find_medians(median, chains, sampler, tone.source == 2 ? tone.component : -1);

  if (shown.coordinates == Coordinates::section) return;  // its points are the trails
  if (shown_on(session.target(), view) != Show::target)
    return;  // the ground shows where the chains are
  splat.use();
  splat.set_picture(view, shown);
  splat.set("chains", static_cast<unsigned>(chains.chains));
  const auto [first, second] = place_components(sampler, view.draws, shown);
  splat.set("place_components", first, second);
  set_weights(splat, sampler);
  splat.set("weighted", available(view.draws, sampler) == DrawsUsed::weighted ? 1 : 0);
  splat.set("tone_source", tone.source);
  splat.set("tone_component", tone.component);
  splat.set("tone_range", Position{tone.range.middle, tone.range.width});
  splat.set("divergence_component", colour == ColourBy::divergence && stepped
                                        ? find_channel(sampler, sampler.claims.divergence_channel)
                                        : -1);
  splat.set("radius", point_radius(view, chains.chains));
  splat.set("bin_range", Position{histogram_.low, histogram_.bins_per_unit});
  splat.set("bin_count", histogram_.count);
  // Weights are at most 64, so that all of them sum to less than 2^32.
  splat.set("bin_unit", std::min(4096.0, std::exp2(25) / static_cast<double>(chains.chains)));
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
  coverage_.clear();
  marks_.clear();
  if (colours_ != Colours::sampler) tones_.clear();
}

}  // namespace ergo
