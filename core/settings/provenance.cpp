#include "core/settings/provenance.h"

#include <nlohmann/json.hpp>

#include "core/config/assignment.h"
#include "core/settings/json_reader.h"
#include "core/settings/object_reader.h"
#include "core/settings/run_json.h"
#include "core/settings/share_string.h"

namespace ergo {

std::string version() { return ERGO_VERSION; }

namespace {

using Json = nlohmann::ordered_json;

Json beginning() { return {{"program", "ergoscope"}, {"version", version()}}; }

void add_run(Json& meta, const std::string& backend, const std::string& device, const std::string& arithmetic,
             const RunConfig& initial, const Journal& journal, std::uint64_t step) {
  meta["backend"] = backend;
  meta["device"] = device;
  meta["arithmetic"] = arithmetic;
  meta["seed"] = initial.seed;
  meta["steps"] = step;
  meta["run"] = run_json(assignments_of(initial));
  if (gradient_noise_of(initial).kind != NoiseKind::none)
    meta["gradient_noise"] = {{"sigma", gradient_noise_sd(initial)}, {"B", gradient_noise_B(initial)}};
  meta["journal"] = journal_json(journal);
}

std::string finished(Json meta, const std::map<std::string, std::string>& extra) {
  for (const auto& [key, text] : extra) meta[key] = text;
  return meta.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step,
                       const Backend& backend, const std::map<std::string, std::string>& extra) {
  Json meta = beginning();
  add_run(meta, to_string(backend.kind()), backend.device(), backend.arithmetic(), initial, journal, step);
  return finished(std::move(meta), extra);
}

std::string exact_provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step) {
  Json meta = beginning();
  add_run(meta, "exact", "CPU", "double precision", initial, journal, step);
  return finished(std::move(meta), {});
}

std::string provenance(const Session& session, const std::map<std::string, std::string>& extra) {
  return provenance(session.initial(), session.journal(), session.step(), session.backend(), extra);
}

std::map<std::string, std::string> comparison_notes(std::span<const Session* const> runs,
                                                    const SharedClock& clock, std::uint64_t steps) {
  if (runs.size() == 1) return {};
  return {{"comparison", share_string(saved_runs(runs, clock))}, {"comparison_steps", std::to_string(steps)}};
}

namespace {

Json meta_of(std::span<const Session* const> runs, bool there) {
  Json meta = beginning();
  for (const Session* run : runs) {
    Json one;
    const Backend& backend = run->backend();
    add_run(one, to_string(backend.kind()), backend.device(), backend.arithmetic(), run->initial(),
            run->journal(), run->step());
    if (!there) one.erase("steps");
    meta["sessions"].push_back(std::move(one));
  }
  return meta;
}

}  // namespace

std::string provenance(std::span<const Session* const> runs, const SharedClock& clock, std::uint64_t steps,
                       const std::map<std::string, std::string>& extra) {
  if (runs.size() == 1) return provenance(*runs.front(), extra);
  std::map<std::string, std::string> notes = comparison_notes(runs, clock, steps);
  notes.insert(extra.begin(), extra.end());
  return finished(meta_of(runs, true), notes);
}

std::string provenance(const Comparison& runs, std::uint64_t steps,
                       const std::map<std::string, std::string>& extra) {
  if (runs.steps() == steps) return provenance(runs.sessions(), runs.clock(), steps, extra);
  const Session& first = runs.session(0);
  if (runs.count() == 1) return provenance(first.initial(), first.journal(), steps, first.backend(), extra);
  std::map<std::string, std::string> notes = comparison_notes(runs.sessions(), runs.clock(), steps);
  notes.insert(extra.begin(), extra.end());
  return finished(meta_of(runs.sessions(), false), notes);
}

namespace {

/// The text of a key; "" for what has none.
std::string text_of(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_string()) return "";
  return object[key].get<std::string>();
}

/// The runs go to the backend that made the file; exact computations have none.
void set_backend(Preset& preset, const Json& description, const std::string& source) {
  const std::string kind = text_of(description, "backend");
  if (kind.empty() || kind == "exact") return;
  apply_at(preset.config, {"backend", kind}, source);
  for (PresetSession& session : preset.beside) session.config.backend = preset.config.backend;
}

}  // namespace

bool is_description(std::string_view json, const std::string& source) {
  return !text_of(parse_json(json, source), "program").empty();
}

Preset parse_description(std::string_view json, const std::string& source) {
  const Json document = parse_json(json, source);
  if (text_of(document, "program") != "ergoscope")
    throw Error("no description of a run:", shown(document),
                "the meta.json of a file that this program exported", source);
  if (document.contains("init"))
    throw Error("the run started from the chains of a file:", shown(document["init"]),
                "its assignments, and --init with that file", source);
  if (document.contains("weights"))
    throw Error("the run's model began with the weights of a file:", shown(document["weights"]),
                "its assignments, and --weights with that file", source);
  if (const auto list = document.find("sessions"); list != document.end()) {
    Preset preset = parse_share_string(text_of(document, "comparison"));
    if (list->is_array() && !list->empty()) set_backend(preset, list->front(), source);
    return preset;
  }
  Json form = {{"version", 1}, {"title", "Reproduced run"}};
  for (const char* key : {"run", "journal"})
    if (document.contains(key)) form[key] = document[key];
  if (document.contains("steps")) form["step"] = document["steps"];
  Preset preset = parse_preset(form.dump(), source);
  set_backend(preset, document, source);
  return preset;
}

}  // namespace ergo
