#include "app/help/help_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/config/learning_settings.h"
#include "core/diagnostics/quantities.h"
#include "core/exact/state_graph.h"
#include "core/unit/gradient_noise.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

nlohmann::json help_file(const char* name) { return nlohmann::json::parse(embedded_help().at(name)); }

/// Adds an entry, or the unit to one of the same words.
void add(std::vector<GlossaryEntry>& entries, GlossaryEntry entry) {
  const auto same = std::ranges::find_if(entries, [&](const GlossaryEntry& other) {
    return other.symbol == entry.symbol && other.title == entry.title && other.text == entry.text &&
           other.quantity == entry.quantity;
  });
  if (same == entries.end()) return entries.push_back(std::move(entry));
  for (std::string& unit : entry.units)
    if (std::ranges::find(same->units, unit) == same->units.end()) same->units.push_back(std::move(unit));
}

void add_parameters(std::vector<GlossaryEntry>& entries, const Descriptor& unit) {
  for (const Parameter& p : unit.parameters) add(entries, {p.symbol, p.title, p.doc, {unit.title}});
}

GlossarySection terms() {
  GlossarySection section{"Terms", {}};
  for (const auto& term : help_file("terms.json"))
    section.entries.push_back({term.at("symbol"), term.at("title"), term.at("text")});
  return section;
}

GlossarySection parameters() {
  GlossarySection section{"Parameters", {}};
  for (const auto& unit : samplers()) add_parameters(section.entries, unit.descriptor);
  for (const auto& unit : targets()) add_parameters(section.entries, unit.descriptor);
  for (const auto& unit : starts()) add_parameters(section.entries, unit.descriptor);
  add_parameters(section.entries, gradient_noise_descriptor());
  add_parameters(section.entries, learning_descriptor());
  add_parameters(section.entries, ising_descriptor());
  std::ranges::stable_sort(section.entries, {}, &GlossaryEntry::symbol);
  return section;
}

GlossarySection channels() {
  GlossarySection section{"Quantities of a chain", {}};
  for (const auto& unit : samplers())
    for (const Channel& c : unit.descriptor.channels)
      add(section.entries, {c.symbol, c.title, c.doc, {unit.descriptor.title}, quantity_of(c)});
  std::ranges::stable_sort(section.entries, {}, &GlossaryEntry::title);
  return section;
}

GlossarySection diagnostics() {
  GlossarySection section{"Diagnostics", {}};
  for (const Quantity& q : metric_columns())
    if (!q.id.starts_with('<')) section.entries.push_back({q.symbol, q.title, q.doc, {}, q.id});
  for (const Quantity& plot : chain_plots()) section.entries.push_back({plot.symbol, plot.title, plot.doc, {}, plot.id});
  return section;
}

}  // namespace

std::vector<GlossarySection> glossary() { return {terms(), diagnostics(), channels(), parameters()}; }

std::vector<GuideSection> guide() {
  std::vector<GuideSection> sections;
  for (const auto& section : help_file("guide.json"))
    sections.push_back({section.at("title"), section.at("text"),
                        section.value("rendered", std::vector<std::string>()), section.value("widget", "")});
  return sections;
}

std::vector<UsedLibrary> used_libraries() {
  std::vector<UsedLibrary> libraries;
  for (const auto& library : help_file("libraries.json"))
    libraries.push_back({library.at("name"), library.at("licence"), library.at("address")});
  return libraries;
}

}  // namespace ergo
