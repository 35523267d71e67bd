#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "app/command/ergo_commands.h"
#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/config/learning_settings.h"
#include "core/diagnostics/quantities.h"
#include "core/run/followed_chain.h"
#include "core/settings/lecture.h"
#include "core/settings/preset_edit.h"
#include "core/settings/share_string.h"
#include "core/sites/site_units.h"

namespace ergo {

namespace {

using Json = nlohmann::ordered_json;

const char* const kind_names[] = {"real", "integer", "choice", "boolean", "picture", "text", "table"};
const char* const distribution_names[] = {"exact", "biased", "weighted", "long_run"};

const std::string property_kind = "property", site_target_kind = "site target", site_sampler_kind = "site sampler";

const char* space_name(const Descriptor& d) {
  return d.space == Space::plane ? "plane" : d.space == Space::lattice ? "lattice" : "sites";
}

Json parameter_json(const Parameter& p) {
  Json json = {{"id", p.id},
               {"title", p.title},
               {"symbol", p.symbol},
               {"unit", p.unit},
               {"doc", p.doc},
               {"kind", kind_names[static_cast<int>(p.kind)]},
               {"applies", p.applies == Applies::live ? "live" : "restart"}};
  if (is_content(p)) {
    json["default"] = p.text.initial;
    return json;
  }
  json["default"] = p.initial;
  if (p.step) json["default_by_target"] = initial_text(p);
  json["minimum"] = p.hard.low;
  json["maximum"] = p.hard.high;
  json["slider"] = {p.slider.low, p.slider.high};
  json["scale"] = p.scale == Scale::log ? "log" : "linear";
  if (!p.choices.empty()) json["choices"] = p.choices;
  if (!p.used_when.choice.empty())
    json["used_when"] = {{"parameter", p.used_when.choice}, {"values", p.used_when.values}};
  return json;
}

Json claims_json(const Claims& c) {
  Json json = {{"distribution", distribution_names[static_cast<int>(c.distribution)]}};
  if (c.bias_order) json["bias_order"] = c.bias_order;
  json["ergodic"] = c.ergodic;
  if (!c.importance_channel.empty()) json["importance_channel"] = c.importance_channel;
  if (!c.time_weight_channel.empty()) json["time_weight_channel"] = c.time_weight_channel;
  if (!c.reservoir_field.empty()) json["reservoir_field"] = c.reservoir_field;
  if (!c.ergodic_field.empty()) json["ergodic_field"] = c.ergodic_field;
  if (!c.conserved_channel.empty()) json["conserved_channel"] = c.conserved_channel;
  if (!c.acceptance_channel.empty()) json["acceptance_channel"] = c.acceptance_channel;
  if (!c.metropolis_parameter.empty()) json["metropolis_parameter"] = c.metropolis_parameter;
  if (c.best_acceptance) json["best_acceptance"] = {c.best_acceptance->on_line, c.best_acceptance->in_plane};
  if (!c.momentum_field.empty()) json["momentum_field"] = c.momentum_field;
  if (!c.thermostat_field.empty()) json["thermostat_field"] = c.thermostat_field;
  if (!c.control_field.empty()) json["control_field"] = c.control_field;
  if (!c.attempts_parameter.empty()) json["attempts_parameter"] = c.attempts_parameter;
  if (!c.gradients_field.empty()) json["gradients_field"] = c.gradients_field;
  return json;
}

Json preset_json(const std::string& name) {
  const Preset preset = load_preset(name);
  return {{"id", name},
          {"title", preset.title},
          {"group", preset.group},
          {"space", space_name(target_descriptor(preset.config))},
          {"story", preset.story},
          {"target", preset.config.target.id},
          {"sampler", preset.config.sampler.id}};
}

Json descriptor_json(const Descriptor& d, const std::string& kind) {
  Json json = {{"id", d.id},   {"kind", kind},       {"title", d.title},           {"space", space_name(d)},
               {"doc", d.doc}, {"source", d.source}, {"parameters", Json::array()}};
  if (kind == property_kind) json.erase("space");
  if (kind == site_target_kind || kind == site_sampler_kind) json["space"] = "sites";
  for (const auto& p : d.parameters) json["parameters"].push_back(parameter_json(p));
  if (kind == "target") {
    json["dim"] = d.dim;
    json["minibatches"] = d.minibatches;
  }
  if (kind != "sampler") return json;
  for (const auto& f : d.state)
    json["state"].push_back({{"id", f.id}, {"components", f.components}, {"doc", f.doc}});
  for (const auto& c : d.channels)
    json["channels"].push_back({{"id", c.id}, {"title", c.title}, {"symbol", c.symbol}, {"doc", c.doc}});
  for (const SubStep& part : parts_of_step(d))
    json["parts_of_step"].push_back({{"name", part.name}, {"formula", part.formula}});
  json["claims"] = claims_json(d.claims);
  const std::vector<double> values = initial_values(d.parameters);
  const Parameters defaults(d.parameters, values);
  json["gradients_per_step"] = d.gradients_per_step(defaults);
  if (d.space == Space::sites) json["single_sites_per_step"] = d.single_sites_per_step(defaults);
  return json;
}

void print_parameter(const Parameter& p) {
  std::string range = legal_text(p);
  if (!p.unit.empty()) range += " " + p.unit;
  if (const std::string condition = condition_text(p); !condition.empty())
    range += "; used when " + condition;
  std::printf("  %-16s %s  default %s; %s\n  %-16s %s\n", p.id.c_str(), p.symbol.c_str(),
              initial_text(p).c_str(), range.c_str(), "", p.doc.c_str());
  if (const std::string limits = limits_text(p); !limits.empty())
    std::printf("  %-16s %s\n", "", limits.c_str());
}

void print_descriptor(const Descriptor& d, const std::string& kind) {
  std::printf("%s %s: %s\n\n%s\n\nSource: %s\n", kind.c_str(), d.id.c_str(), d.title.c_str(), d.doc.c_str(),
              d.source.c_str());
  if (!d.parameters.empty()) std::printf("\nParameters\n");
  for (const auto& p : d.parameters) print_parameter(p);
  if (kind == "sampler") {
    std::printf("\nParts of a step\n");
    for (const SubStep& part : parts_of_step(d))
      std::printf("  %-22s %s\n", part.name.c_str(), part.formula.c_str());
  }
  if (!d.state.empty()) std::printf("\nState\n");
  for (const auto& f : d.state) std::printf("  %-16s %s\n", f.id.c_str(), f.doc.c_str());
  if (!d.channels.empty()) std::printf("\nChannels\n");
  for (const auto& c : d.channels)
    std::printf("  %-18s %s  %s\n", c.id.c_str(), c.symbol.c_str(), c.doc.c_str());
}

Json cue_json(const Cue& cue) {
  Json json = {{"title", cue.title}, {"caption", cue.caption}, {"notes", cue.notes}};
  if (!cue.preset.empty()) json["preset"] = cue.preset;
  for (const auto& [path, value] : cue.set) json["set"][path] = value;
  if (cue.steps) json["steps"] = *cue.steps;
  json["running"] = cue.running;
  return json;
}

Json lecture_json(const std::string& name) {
  const Lecture lecture = load_lecture(name);
  Json json = {{"id", name}, {"title", lecture.title}, {"story", lecture.story}, {"cues", Json::array()}};
  for (const Cue& cue : lecture.cues) json["cues"].push_back(cue_json(cue));
  return json;
}

void print_lecture(const std::string& name) {
  const Lecture lecture = load_lecture(name);
  std::printf("lecture %s: %s\n\n%s\n\nCues\n", name.c_str(), lecture.title.c_str(), lecture.story.c_str());
  for (std::size_t i = 0; i < lecture.cues.size(); ++i) {
    const Cue& cue = lecture.cues[i];
    std::printf("  %2zu  %s%s\n", i + 1, cue.title.c_str(),
                cue.preset.empty() ? "" : (", opens " + cue.preset).c_str());
    for (const auto& [path, value] : cue.set) std::printf("      %s=%s\n", path.c_str(), value.c_str());
    std::istringstream caption(cue.caption);
    for (std::string line; std::getline(caption, line);) std::printf("      %s\n", line.c_str());
  }
}

/// Units on sites as those of the other spaces are listed.
template <class SiteUnit>
std::vector<TargetUnit> listed(std::span<const SiteUnit> units) {
  std::vector<TargetUnit> list;
  for (const SiteUnit& unit : units)
    list.push_back({{.id = unit.id, .title = unit.title, .doc = unit.doc, .source = unit.source, .parameters = unit.parameters},
                    {}});
  return list;
}

template <class Interface>
void add_units(Json& list, const std::vector<Unit<Interface>>& units, const std::string& kind) {
  for (const auto& unit : units) list.push_back(descriptor_json(unit.descriptor, kind));
}

Json list_json(const std::string& what) {
  Json list = Json::array();
  if (what == "targets") add_units(list, targets(), "target");
  if (what == "samplers") add_units(list, samplers(), "sampler");
  if (what == "starts") add_units(list, starts(), "start");
  if (what == "site_targets") add_units(list, listed(site_targets()), site_target_kind);
  if (what == "site_samplers") add_units(list, listed(site_samplers()), site_sampler_kind);
  if (what == "diagnostics")
    for (const Quantity& q : metric_columns())
      list.push_back({{"id", q.id}, {"title", q.title}, {"symbol", q.symbol}, {"doc", full_doc(q)}});
  if (what == "lectures")
    for (const std::string& name : lecture_names()) list.push_back(lecture_json(name));
  if (what == "presets")
    for (const auto& name : preset_names()) list.push_back(preset_json(name));
  return list;
}

void print_preset(const std::string& name) {
  const Preset preset = load_preset(name);
  std::printf("# %s\n\nPreset `%s`", preset.title.c_str(), name.c_str());
  if (!preset.group.empty()) std::printf(", %s", preset.group.c_str());
  std::printf(".\n\n%s\n", preset.story.c_str());
  for (const PresetSession& run : runs_of(preset)) {
    RunConfig fresh;
    std::printf("\n```\n");
    for (const Assignment& a : apply_needed(fresh, assignments_of(run.config)))
      std::printf("%s=%s\n", a.path.c_str(), a.value.c_str());
    std::printf("```\n");
  }
}

std::string code_list(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const auto& p : parameters)
    text += (text.empty() ? "`" : ", `") + p.id + "` (" + (p.symbol.empty() ? "" : p.symbol + ", ") +
            initial_text(p) + ")";
  return text;
}

template <class Interface>
void print_markdown(const std::vector<Unit<Interface>>& units) {
  std::printf("| id | name | parameters (symbol, default) | source |\n|---|---|---|---|\n");
  for (const auto& unit : units) {
    const Descriptor& d = unit.descriptor;
    std::printf("| `%s` | %s | %s | %s |\n", d.id.c_str(), d.title.c_str(), code_list(d.parameters).c_str(),
                d.source.c_str());
  }
}

void print_columns() {
  std::printf("| column | what |\n|---|---|\n");
  for (const Quantity& q : metric_columns()) std::printf("| `%s` | %s |\n", q.id.c_str(), full_doc(q).c_str());
}

}  // namespace

int list_command(const std::string& what, const std::string& format) {
  const std::vector<std::string> kinds = {"targets", "samplers",     "starts",       "presets",
                                          "lectures", "diagnostics", "site_targets", "site_samplers"};
  if (std::find(kinds.begin(), kinds.end(), what) == kinds.end())
    throw Error("unknown list", what, legal_words(what, kinds), "ergo list");
  const Json list = list_json(what);
  if (format == "json") {
    std::printf("%s\n", list.dump(2).c_str());
    return 0;
  }
  if (format == "markdown" && what == "targets") print_markdown(targets());
  if (format == "markdown" && what == "samplers") print_markdown(samplers());
  if (format == "markdown" && what == "starts") print_markdown(starts());
  if (format == "markdown" && what == "site_targets") print_markdown(listed(site_targets()));
  if (format == "markdown" && what == "site_samplers") print_markdown(listed(site_samplers()));
  if (format == "markdown" && what == "diagnostics") print_columns();
  if (format == "markdown") return 0;
  for (const auto& item : list)
    std::printf("%-22s %s\n", item["id"].get<std::string>().c_str(),
                item["title"].get<std::string>().c_str());
  return 0;
}

int describe_command(const std::string& id, bool json) {
  constexpr std::string_view typed = "formula:";
  if (id.starts_with(typed)) {
    const std::string text = id.substr(typed.size());
    return describe_formula(text.substr(std::min(text.find_first_not_of(' '), text.size())), json);
  }
  std::vector<std::string> known;
  const auto found = [&](const Descriptor& d, const std::string& kind) {
    known.push_back(d.id);
    if (d.id != id) return false;
    if (json)
      std::printf("%s\n", descriptor_json(d, kind).dump(2).c_str());
    else
      print_descriptor(d, kind);
    return true;
  };
  const auto look = [&](const auto& units, const std::string& kind) {
    return std::ranges::any_of(units, [&](const auto& unit) { return found(unit.descriptor, kind); });
  };
  if (look(targets(), "target") || look(samplers(), "sampler") || look(starts(), "start") ||
      look(listed(site_targets()), site_target_kind) || look(listed(site_samplers()), site_sampler_kind) ||
      found(gradient_noise_descriptor(), property_kind) || found(learning_descriptor(), property_kind))
    return 0;
  const auto describe_lecture = [json](const std::string& name) {
    json ? (void)std::printf("%s\n", lecture_json(name).dump(2).c_str()) : print_lecture(name);
    return 0;
  };
  for (const std::string& name : lecture_names()) {
    known.push_back("lectures/" + name);
    if (name == id || known.back() == id) return describe_lecture(name);
  }
  for (const std::string& name : preset_names()) {
    known.push_back(name);
    if (name != id) continue;
    json ? (void)std::printf("%s\n", preset_json(name).dump(2).c_str()) : print_preset(name);
    return 0;
  }
  if (is_share_string(id)) {
    json ? (void)std::printf("%s\n", preset_json(id).dump(2).c_str()) : print_preset(id);
    return 0;
  }
  if (id.ends_with(".json")) return describe_lecture(id);
  throw Error("unknown unit, preset or lecture", id,
              looks_typed(id) ? "did you mean 'formula: " + id + "'?" : legal_words(id, known), "ergo describe");
}

}  // namespace ergo
