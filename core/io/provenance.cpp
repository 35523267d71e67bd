#include "core/io/provenance.h"

#include <nlohmann/json.hpp>

#include "core/config/assignment.h"
#include "core/io/run_json.h"

namespace ergo {

std::string version() { return ERGO_VERSION; }

namespace {

std::string meta_text(const std::string& backend, const std::string& device, const RunConfig& initial,
                      const Journal& journal, std::uint64_t step,
                      const std::map<std::string, std::string>& extra) {
  nlohmann::ordered_json meta;
  meta["program"] = "ergoscope";
  meta["version"] = version();
  meta["backend"] = backend;
  meta["device"] = device;
  meta["seed"] = initial.seed;
  meta["steps"] = step;
  meta["run"] = run_json(assignments_of(initial, true));
  meta["journal"] = journal_json(journal);
  for (const auto& [key, text] : extra) meta[key] = text;
  return meta.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step,
                       const Backend& backend, const std::map<std::string, std::string>& extra) {
  return meta_text(to_string(backend.kind()), backend.device(), initial, journal, step, extra);
}

std::string exact_provenance(const RunConfig& initial, const Journal& journal, std::uint64_t step) {
  return meta_text("exact", "CPU", initial, journal, step, {});
}

std::string provenance(const Session& session, const std::map<std::string, std::string>& extra) {
  return provenance(session.initial(), session.journal(), session.step(), session.backend(), extra);
}

}  // namespace ergo
