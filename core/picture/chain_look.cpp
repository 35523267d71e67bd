#include "core/picture/chain_look.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/unit/lattice.h"

namespace ergo {
namespace {

bool has_stepped(const Session& session) { return session.step() > session.backend().begun(); }

}  // namespace

HistogramLayout histogram_layout(const Projection& shown, std::size_t chains) {
  const bool sites = shown.spread > 0;
  const Window window = sites ? shown.sites : shown.window;
  const double extent = window.high.x - window.low.x, rice = 2 * std::cbrt(static_cast<double>(chains));
  const int count = sites ? static_cast<int>(extent) : std::clamp(static_cast<int>(rice), 16, 256);
  return {.low = window.low.x, .bins_per_unit = count / extent, .count = count};
}

double whole_bin_height(const Target& target, const Projection& shown, const DensityLevels& levels,
                        const HistogramLayout& histogram) {
  const double peak_height = line_layout(shown.window).peak_height;
  if (target.lattice()) return peak_height;
  // All weight in one bin is the density bins_per_unit; the curve's top is the density exp(-peak) / mass.
  return peak_height * histogram.bins_per_unit *
         std::exp(levels.peak + target.log_normaliser().value_or(levels.log_mass));
}

ToneSource tone_source(const Session& session, const View& view, const DensityLevels& levels) {
  const Descriptor& sampler = session.sampler_descriptor();
  // 99 % of the target's mass lie in this range of energies.
  const double energies = std::max(levels.energies.back() - levels.peak, 1e-6);
  switch (colour_shown(view, session)) {
    case ColourBy::automatic:
    case ColourBy::sampler:
    case ColourBy::divergence:
      return {};
    case ColourBy::energy:
      return {ToneSource::state, state_offset(sampler, "energy"), {levels.peak + 0.5 * energies, energies}};
    case ColourBy::kinetic_energy: {
      const int channel = find_channel(sampler, "kinetic_energy");
      return channel < 0 ? ToneSource{} : ToneSource{ToneSource::report, channel, {0, energies}};
    }
    case ColourBy::thermostat: {
      const int offset = state_offset(sampler, sampler.claims.thermostat_field);
      return offset < 0 ? ToneSource{} : ToneSource{ToneSource::state, offset, thermostat_tones(session)};
    }
    case ColourBy::origin:
      return {ToneSource::class_of_chain};
    case ColourBy::accepted:  // before the first step nothing was accepted
      if (!has_stepped(session)) return {};
      return {ToneSource::class_of_report, find_channel(sampler, sampler.claims.decision_channel)};
    case ColourBy::weight: {
      const int channel = find_channel(sampler, sampler.claims.time_weight_channel);
      return channel < 0 ? ToneSource{} : ToneSource{ToneSource::log_weight, channel, {0, 6}};
    }
  }
  return {};
}

WeightPlaces weight_places(const Descriptor& sampler) {
  const int channel = find_channel(sampler, sampler.claims.time_weight_channel);
  if (channel < 0) return {};
  return {channel, state_offset(sampler, "time_reference"), state_offset(sampler, "time_total")};
}

bool is_weighted(const Descriptor& sampler, const View& view) {
  return available(view.draws, sampler) == DrawsUsed::weighted;
}

std::pair<int, int> place_components(const Descriptor& sampler, DrawsUsed draws, const Projection& shown) {
  if (shown.coordinates != Coordinates::position) return {shown.horizontal, shown.vertical};
  const int first = state_offset(sampler, position_field(available(draws, sampler), sampler));
  return {first, first + 1};
}

int divergence_component(const Session& session, const View& view) {
  const Descriptor& sampler = session.sampler_descriptor();
  const bool marked = colour_shown(view, session) == ColourBy::divergence && has_stepped(session);
  return marked ? find_channel(sampler, sampler.claims.divergence_channel) : -1;
}

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

double histogram_unit(std::size_t chains) { return std::min(4096.0, std::exp2(25) / static_cast<double>(chains)); }

Colour plain_chain_colour(const Session& session, const View& view) {
  return colour_shown(view, session) == ColourBy::divergence
             ? view.palette.secondary
             : run_colour(session.sampler_descriptor().id, view.place, view.palette);
}

}  // namespace ergo
