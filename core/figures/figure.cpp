#include "core/figures/figure.h"

#include "core/base/marked_text.h"
#include "core/figures/scales.h"
#include "core/settings/provenance.h"
#include "core/settings/view_json.h"

namespace ergo {

std::string sampler_numbers(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  std::string words;
  for (const Parameter& p : sampler.parameters)
    if ((p.kind == Kind::real || p.kind == Kind::integer) &&
        is_used(p, sampler.parameters, config.sampler.values))
      words += (words.empty() ? "" : ",  ") + plain_text(p.symbol) + " = " +
               value_text(p, parameter(config.sampler, sampler, p.id));
  return words;
}

std::string settings_line(const RunConfig& config, const std::string& own) {
  std::string words;
  for (const std::string& part : {sampler_numbers(config), plain_text(own)})
    if (!part.empty()) words += part + ",  ";
  return words + std::to_string(config.chains) + " chains,  seed " + std::to_string(config.seed);
}

std::string subtitle_of(const RunConfig& config, std::uint64_t step, const std::string& own) {
  return settings_line(config, own) + ",  step " + std::to_string(step);
}

namespace {

/// The ends of the colour ramp if the chains' colours show their thermostat, the key of the chains' colours if they have
/// one; otherwise none.
std::vector<Figure::Sample> tone_samples(const Session& session, const View& view) {
  if (auto key = colour_key(session, view)) {
    const std::string subject = key->title.substr(key->title.find(": ") + 2);
    key->samples.front().words = subject + ": " + key->samples.front().words;
    return key->samples;
  }
  if (colour_shown(view, session) != ColourBy::thermostat) return {};
  const auto [middle, width] = thermostat_tones(session);
  return {{view.palette.ramp.front(), "ξ ≤ " + tick_text(middle - width / 2, width)},
          {view.palette.ramp.back(), "ξ ≥ " + tick_text(middle + width / 2, width)}};
}

}  // namespace

Figure figure_of(const Session& session, const View& view, Image image, std::vector<Strip> strips) {
  const Projection shown = projection(session, view.coordinates);
  const Descriptor& sampler = session.sampler_descriptor();
  const bool plane = !shows_configurations(session.target(), view);
  const bool sites = session.target().lattice() && view.coordinates == Coordinates::position;
  const std::string unit = sites && !session.target().sites() ? " (sites)" : "";
  const Position top_left = to_plane(view, {0, 0}),
                 foot_right = to_plane(view, {double(view.width), double(view.height)});
  Figure figure{.image = std::move(image),
                .strips = std::move(strips),
                .outline = learned_outline(session, view),
                .scale = view.scale,
                .low = {top_left.x, foot_right.y / shown.stretch},
                .high = {foot_right.x, top_left.y / shown.stretch},
                .title = session.target_descriptor().title + ", " + sampler.title,
                .subtitle = subtitle_of(session.config(), session.step()),
                .horizontal = plane ? shown.horizontal_symbol + unit : "",
                .vertical = shown.line || !plane ? "" : shown.vertical_symbol + unit,
                .palette = view.palette,
                .settings = provenance(session, look_notes(view)),
                .sites = sites};
  if (!plane) return figure;
  figure.legend = tone_samples(session, view);
  if (figure.legend.empty())
    figure.legend.push_back({run_colour(sampler.id, view.place, view.palette), sampler.title});
  return figure;
}

Figure figure_beside(const Session& session, const View& view, Image image, std::vector<Strip> strips,
                     const std::string& own) {
  Figure figure = figure_of(session, view, std::move(image), std::move(strips));
  figure.title = session.sampler_descriptor().title;
  figure.subtitle = subtitle_of(session.config(), session.step(), own);
  figure.dot = run_colour(session.sampler_descriptor().id, view.place, view.palette);
  figure.legend.clear();
  if (!shows_configurations(session.target(), view)) figure.legend = tone_samples(session, view);
  return figure;
}

}  // namespace ergo
