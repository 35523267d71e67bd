#include "core/settings/provenance.h"

#include <nlohmann/json.hpp>

#include "core/config/assignment.h"
#include "core/settings/preset.h"
#include "core/settings/run_json.h"
#include "core/settings/share_string.h"

namespace ergo {

std::string version() { return ERGO_VERSION; }

namespace {

using Json = nlohmann::ordered_json;

Json beginning() { return {{"program", "ergoscope"}, {"version", version()}}; }

void add_run(Json& meta, const std::string& backend, const std::string& device, const RunConfig& initial,
             const Journal& journal, std::uint64_t step) {
  meta["backend"] = backend;
  meta["device"] = device;
  meta["seed"] = initial.seed;
  meta["steps"] = step;
  meta["run"] = run_json(assignments_of(initial, true));
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
  add_run(meta, to_string(backend.kind()), backend.device(), initial, journal, step);
  return finished(std::move(meta), extra);
}

std::string exact_provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step) {
  Json meta = beginning();
  add_run(meta, "exact", "CPU", initial, journal, step);
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
    add_run(one, to_string(backend.kind()), backend.device(), run->initial(), run->journal(), run->step());
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

}  // namespace ergo
