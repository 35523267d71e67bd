#include "widgets/panels/control_words.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/config/other_space.h"
#include "core/run/followed_chain.h"
#include "widgets/base/numbers.h"

namespace ergo {
std::string parameter_label(const Parameter& p) {
  const bool number = p.kind == Kind::real || p.kind == Kind::integer;
  return !number || p.symbol.empty() || p.symbol == p.title ? p.title : p.symbol + "  " + p.title;
}

std::string parameter_words(const Parameter& p) {
  std::string words = (p.symbol.empty() ? "" : p.symbol + ": ") + p.doc + "\nAllowed: " + legal_text(p) +
                      (p.unit.empty() ? "" : " " + p.unit) + ". Default: " + initial_text(p) + ".";
  if (p.applies == Applies::restart) words += "\nA change restarts the run.";
  if (p.kind == Kind::real || p.kind == Kind::integer) words += "\nCtrl+click to type a value.";
  return words;
}

std::string noise_reason(NoiseKind kind) {
  return kind == NoiseKind::minibatch ? "Set by the data and the mini-batch size."
                                      : "No noise is on. Choose its kind first.";
}

std::string learning_words(const Session& session) {
  if (!session.learning()) return "";
  const ModelState& state = session.learning()->state();
  const std::string iteration = "Iteration " + std::to_string(state.iterations);
  if (state.broken())
    return iteration + ": the gradient is not finite, so that the model stays as it is. Start again with a smaller "
                       "learning rate.";
  return iteration + (session.target().lattice() ? "." : ". The lines hold 50 and 95 % of the target.");
}

namespace {
bool fits(std::string_view path, const Descriptor& unit, const RunConfig& run) {
  return path != "sampler" || lacks_for(unit.id, run).empty();
}
}  // namespace

std::vector<const Descriptor*> listed_units(std::string_view path, const RunConfig& run) {
  std::vector<const Descriptor*> all;
  const auto add = [&](const auto& units) {
    for (const auto& unit : units) all.push_back(&unit.descriptor);
  };
  path == "sampler" ? add(samplers()) : path == "target" ? add(targets()) : add(starts());
  std::ranges::stable_sort(all, {}, [&](const Descriptor* unit) {
    if (path == "sampler") return fits(path, *unit, run) ? std::ptrdiff_t{0} : 1 + static_cast<int>(unit->space);
    if (path != "target") return std::ptrdiff_t{0};
    return std::ranges::find(target_groups(), group_of(*unit)) - target_groups().begin();
  });
  return all;
}

std::string group_heading(std::string_view path, const Descriptor& unit, const RunConfig& run) {
  if (path == "target") return group_of(unit);
  if (fits(path, unit, run)) return "";
  if (unit.space == target_descriptor(run).space) return "Need another target (a click switches to one)";
  switch (unit.space) {
    case Space::plane:
      return "Need a continuous target (a click switches to one)";
    case Space::lattice:
      return "Need a lattice target (a click switches to one)";
    case Space::sites:
      break;
  }
  return "Need a target of sites (a click switches to one)";
}

std::string switch_words(std::string_view path, const Descriptor& unit, const RunConfig& run) {
  if (fits(path, unit, run)) return "";
  return unit.title + " " + lacks_for(unit.id, run) + ". A click also changes the target to the nearest one, " +
         nearest_target(run.target, unit.space).title + ".\n\n";
}

std::string unit_words(const Descriptor& d) { return d.doc + (d.source.empty() ? "" : "\n\n" + d.source); }

namespace {
constexpr std::string_view square = "²";
bool squared(const Parameter& p) { return p.unit.ends_with(square); }
}  // namespace

std::string root_words(const Parameter& p, double value) {
  if (!squared(p) || !(value >= 0)) return "";
  return "√" + p.symbol + " = " + significant(std::sqrt(value), 3) + " " +
         p.unit.substr(0, p.unit.size() - square.size());
}

std::string slider_format(const Parameter& p, double value) {
  const bool thousands = std::abs(value) >= 1e3 && std::abs(value) < 1e4;  // 1575 rather than 1.58e+03
  std::string format = p.kind == Kind::integer ? "%.0f" : thousands ? "%.4g" : "%.3g";
  if (p.unit == "degrees") return format += "°";
  if (!p.unit.empty()) format += ' ';
  for (const char letter : p.unit) format.append(letter == '%' ? 2 : 1, letter);
  if (squared(p) && value >= 0) format += " √" + significant(std::sqrt(value), 3);
  return format;
}

const char* Choices::name_of(int value) const {
  for (const auto& [candidate, name] : all)
    if (candidate == value) return name;
  return all.front().second;
}

Choices colour_choices(const Descriptor& sampler) {
  Choices choices{{{static_cast<int>(ColourBy::automatic), "automatic"},
                   {static_cast<int>(ColourBy::sampler), "sampler"},
                   {static_cast<int>(ColourBy::energy), "energy"}}};
  if (find_channel(sampler, "kinetic_energy") >= 0)
    choices.all.push_back({static_cast<int>(ColourBy::kinetic_energy), "kinetic energy"});
  if (!sampler.claims.time_weight_channel.empty())
    choices.all.push_back({static_cast<int>(ColourBy::weight), "weight"});
  if (!sampler.claims.thermostat_field.empty())
    choices.all.push_back({static_cast<int>(ColourBy::thermostat), "ξ"});
  choices.all.push_back({static_cast<int>(ColourBy::origin), "origin"});
  if (!sampler.claims.decision_channel.empty())
    choices.all.push_back({static_cast<int>(ColourBy::accepted), "accepted"});
  if (!sampler.claims.divergence_channel.empty())
    choices.all.push_back({static_cast<int>(ColourBy::divergence), "divergence"});
  return choices;
}

Choices coordinates_choices(const Descriptor& sampler) {
  const std::pair<Coordinates, const char*> names[] = {
      {Coordinates::position, "position"},
      {Coordinates::phase, keeps_direction(sampler) ? "x and u" : "x and p"},
      {Coordinates::thermostat, "p and ξ"},
      {Coordinates::section, "section at ξ"}};
  Choices choices;
  for (const Coordinates legal : coordinates_of(sampler))
    for (const auto& [value, name] : names)
      if (value == legal) choices.all.push_back({static_cast<int>(value), name});
  return choices;
}

Choices draws_choices(const Descriptor& sampler) {
  Choices choices;
  for (const DrawsUsed draws : draws_of(sampler))
    choices.all.push_back({static_cast<int>(draws), draws_names[static_cast<std::size_t>(draws)]});
  return choices;
}

Choices show_choices(bool infinite) {
  Choices choices{{{static_cast<int>(Show::target), "target"},
                   {static_cast<int>(Show::histogram), "histogram"},
                   {static_cast<int>(Show::difference), "difference"}}};
  if (infinite) choices.all.push_back({static_cast<int>(Show::expected), "expected"});
  return choices;
}

Parameter trail_life_parameter() {
  return {.id = "trail_life",
          .title = "Trail",
          .symbol = "",
          .unit = "frames",
          .doc = "Frames until a trail has faded to 1/e.",
          .initial = 24,
          .hard = {1, 10000},
          .slider = {2, 200},
          .scale = Scale::log,
          .kind = Kind::integer};
}

double share_of(const Parameter& p, double value) {
  const bool log = p.scale == Scale::log;
  const auto on_axis = [&](double v) { return log ? std::log(std::max(v, p.slider.low)) : v; };
  const double share =
      (on_axis(value) - on_axis(p.slider.low)) / (on_axis(p.slider.high) - on_axis(p.slider.low));
  return std::clamp(share, 0.0, 1.0);
}

}  // namespace ergo
