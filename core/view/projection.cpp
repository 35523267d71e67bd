#include "core/view/projection.h"

#include <algorithm>
#include <cmath>

#include "core/run/followed_chain.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

namespace {
std::optional<Prediction> predicted_thermostat(const Session& session) {
  const Descriptor& sampler = session.sampler_descriptor();
  const int channel = find_channel(sampler, sampler.claims.thermostat_field);
  if (channel < 0) return {};
  return prediction(sampler.channels[static_cast<std::size_t>(channel)], session.config());
}
}  // namespace

Prediction thermostat_distribution(const Session& session) {
  Prediction distribution = predicted_thermostat(session).value_or(Prediction{0, 1, ""});
  if (distribution.sd == 0) distribution.sd = 1;
  return distribution;
}

namespace {

constexpr double least_site = 8;          // with a scale, in logical pixels
constexpr double momentum_reach = 4.5;    // standard deviations of N(0, 1) worth showing
constexpr double direction_reach = 1.15;  // of a component of a unit vector
constexpr double thermostat_reach = 4;
constexpr double lattice_margin = 0.05;  // of its sides: room for the axes' numbers

/// Height of a phase plane as drawn, over its width.
constexpr double phase_aspect = 0.62;

Window stretched(Projection& shown, double low_x, double high_x, double low_y, double high_y) {
  shown.stretch = phase_aspect * (high_x - low_x) / (high_y - low_y);
  return {{low_x, shown.stretch * low_y}, {high_x, shown.stretch * high_y}};
}

/// E(x) + p^2/2, or p and xi independent normal.
class GroundDensity final : public Target {
 public:
  GroundDensity(const Projection& shown, const Target& target) : shown_(shown), target_(target) {}
  Evaluation evaluate(Position at) const override {
    if (shown_.ground == Projection::Ground::target_and_momentum) {
      const Evaluation x = target_.evaluate({at.x, 0});
      return {x.energy + at.y * at.y / 2, {x.gradient.x, at.y}};
    }
    const Position z{(at.x - shown_.mean.x) / shown_.sd.x, (at.y - shown_.mean.y) / shown_.sd.y};
    return {dot(z, z) / 2, {z.x / shown_.sd.x, z.y / shown_.sd.y}};
  }
  Window window() const override {
    const auto own = [&](Position drawn) { return Position{drawn.x, drawn.y / shown_.stretch}; };
    return {own(shown_.window.low), own(shown_.window.high)};
  }

 private:
  const Projection& shown_;
  const Target& target_;
};

/// (x, p): the position's first component and its momentum, or the direction u of a flow that keeps one.
void show_phase(Projection& shown, const Session& session) {
  const Window window = session.target().window();
  const bool direction = keeps_direction(session.sampler_descriptor());
  const double reach = direction ? direction_reach : momentum_reach;
  shown.horizontal = 0;
  shown.vertical = momentum_offset(session.sampler_descriptor());
  shown.vertical_symbol.assign(1, direction ? 'u' : 'p');
  shown.window = stretched(shown, window.low.x, window.high.x, -reach, reach);
  shown.ground = session.target().dim == 1 && !direction ? Projection::Ground::target_and_momentum
                                                         : Projection::Ground::none;
}

/// (p, xi): at equilibrium independent normal distributions.
void show_thermostat(Projection& shown, const Session& session) {
  const Claims& claims = session.sampler_descriptor().claims;
  const Prediction distribution = thermostat_distribution(session);
  shown.horizontal = state_offset(session.sampler_descriptor(), claims.momentum_field);
  shown.vertical = state_offset(session.sampler_descriptor(), claims.thermostat_field);
  shown.horizontal_symbol.assign(1, 'p');
  shown.vertical_symbol = "ξ";
  shown.mean = {0, distribution.mean};
  shown.sd = {1, distribution.sd};
  shown.window = stretched(shown, -momentum_reach, momentum_reach,
                           distribution.mean - thermostat_reach * distribution.sd,
                           distribution.mean + thermostat_reach * distribution.sd);
  const auto predicted = predicted_thermostat(session);
  shown.ground = predicted && predicted->sd > 0 ? Projection::Ground::normal : Projection::Ground::none;
}

/// The target's frame with the start, but at most so many times as large.
constexpr double most_growth = 6;

void include(const Window& start, double Position::*axis, Window& frame) {
  const double extent = frame.high.*axis - frame.low.*axis, margin = 0.05 * extent;
  const double room = (most_growth - 1) * extent;
  if (start.low.*axis < frame.low.*axis)
    frame.low.*axis = std::max(start.low.*axis - margin, frame.low.*axis - room);
  if (start.high.*axis > frame.high.*axis)
    frame.high.*axis = std::min(start.high.*axis + margin, frame.high.*axis + room);
}

Window frame_with_start(const Session& session) {
  Window frame = session.target().frame();
  const auto start = make_start(session.config())->place();
  if (!start) return frame;
  include(*start, &Position::x, frame);
  if (session.target().dim > 1) include(*start, &Position::y, frame);
  return frame;
}

}  // namespace

ColourBy colour_shown(const View& view, const Session& session) {
  const Descriptor& sampler = session.sampler_descriptor();
  const bool thermostat = !sampler.claims.thermostat_field.empty();
  if (view.colour_by == ColourBy::automatic)
    return view.coordinates == Coordinates::phase && thermostat ? ColourBy::thermostat : ColourBy::sampler;
  const bool decides = !sampler.claims.decision_channel.empty() &&
                       rejects(sampler, Parameters(sampler.parameters, session.config().sampler.values));
  const bool diverges = !sampler.claims.divergence_channel.empty();
  if ((view.colour_by == ColourBy::thermostat && !thermostat) ||
      (view.colour_by == ColourBy::accepted && !decides) || (view.colour_by == ColourBy::divergence && !diverges))
    return ColourBy::sampler;
  return view.colour_by;
}

ToneRange thermostat_tones(const Session& session) {
  const Prediction distribution = thermostat_distribution(session);
  return {distribution.mean, 4 * distribution.sd};
}

std::vector<Coordinates> coordinates_of(const Descriptor& sampler) {
  std::vector<Coordinates> all = {Coordinates::position};
  if (momentum_offset(sampler) < 0) return all;
  all.push_back(Coordinates::phase);
  if (sampler.claims.thermostat_field.empty()) return all;
  all.insert(all.end(), {Coordinates::thermostat, Coordinates::section});
  return all;
}

bool has_scales(const Projection& shown, double pixels_per_unit, bool wanted) {
  if (shown.line || shown.named || shown.coordinates != Coordinates::position) return true;
  return shown.spread > 0 ? pixels_per_unit >= least_site : wanted;
}

Position drawn_at(const Projection& shown, const Target& target, std::span<const double> row,
                  std::uint32_t chain) {
  if (shown.coordinates == Coordinates::position) return shown_position(target, {row[0], row[1]}, chain);
  return {row[static_cast<std::size_t>(shown.horizontal)],
          shown.stretch * row[static_cast<std::size_t>(shown.vertical)]};
}

std::optional<std::uint32_t> nearest_chain(const Projection& shown, const Target& target,
                                           const ChainData& chains, Position place) {
  std::optional<std::uint32_t> nearest;
  double least = INFINITY;
  for (std::size_t i = 0; i < chains.chains; ++i) {
    if (chains.diverged[i]) continue;
    const auto chain = static_cast<std::uint32_t>(i);
    const double distance = norm(drawn_at(shown, target, chains.state_row(i), chain) - place);
    if (!(distance < least)) continue;
    least = distance;
    nearest = chain;
  }
  return nearest;
}

std::unique_ptr<Target> ground_density(const Projection& shown, const Target& target) {
  return std::make_unique<GroundDensity>(shown, target);
}

Projection projection(const Session& session, Coordinates wanted) {
  const auto legal = coordinates_of(session.sampler_descriptor());
  Projection shown;
  shown.coordinates = std::ranges::find(legal, wanted) == legal.end() ? Coordinates::position : wanted;
  shown.spread = chain_spread(session.target());
  shown.window = session.target().lattice() ? session.target().frame() : frame_with_start(session);
  if (session.target().lattice()) {
    shown.sites = shown.window;
    if (const SitePlane* plane = session.target().sites()) {
      shown.horizontal_symbol = plane->statistics().title_x();
      shown.vertical_symbol = plane->statistics().title_y();
      shown.named = true;
    }
    const Position margin = lattice_margin * (shown.window.high - shown.window.low);
    shown.window = {shown.sites.low - margin, shown.sites.high + margin};
  }
  shown.line = session.target().dim == 1 && shown.coordinates == Coordinates::position;
  if (shown.coordinates == Coordinates::phase) show_phase(shown, session);
  if (shown.coordinates == Coordinates::thermostat) show_thermostat(shown, session);
  if (shown.coordinates == Coordinates::section) {
    show_phase(shown, session);
    shown.crossing =
        state_offset(session.sampler_descriptor(), session.sampler_descriptor().claims.thermostat_field);
    shown.level = thermostat_distribution(session).mean;
  }
  return shown;
}

Window common_window(std::span<const Session* const> runs, Coordinates shown) {
  std::optional<Window> all;
  for (const Session* run : runs) {
    const Projection own = projection(*run, shown);
    if (own.coordinates != shown) continue;
    if (!all) all = own.window;
    all->low = {std::min(all->low.x, own.window.low.x), std::min(all->low.y, own.window.low.y)};
    all->high = {std::max(all->high.x, own.window.high.x), std::max(all->high.y, own.window.high.y)};
  }
  return all.value();
}

}  // namespace ergo
