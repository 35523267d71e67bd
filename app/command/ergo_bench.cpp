#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "core/live/machine.h"
#include "app/command/peer_programs.h"
#include "app/command/speed.h"
#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/config/noise_settings.h"

namespace ergo {

namespace {

template <class Interface>
bool is_of_sites(const std::vector<Unit<Interface>>& units, const std::string& id) {
  return std::ranges::any_of(units, [&](const Unit<Interface>& unit) {
    return unit.descriptor.id == id && unit.descriptor.space == Space::sites;
  });
}

/// The pairs that are wanted; those of sites only where one of them is named. Throws Error where the names are those of
/// samplers and targets that do not go together.
std::vector<UnitPair> pairs_wanted(const std::vector<std::string>& ids) {
  const bool sites = std::ranges::any_of(
      ids, [](const std::string& id) { return is_of_sites(samplers(), id) || is_of_sites(targets(), id); });
  std::string legal, words;
  for (const std::string& id : ids) words += (words.empty() ? "" : " ") + id;
  const std::vector<UnitPair> all = unit_pairs();
  std::vector<UnitPair> pairs;
  for (const SamplerUnit& sampler : samplers())
    for (const auto& [target, on_target] : all) {
      if (on_target.descriptor.id != sampler.descriptor.id) continue;
      if (!sites && sampler.descriptor.space == Space::sites) continue;
      if (pair_wanted(ids, sampler.descriptor.id, target.descriptor.id)) pairs.push_back({target, on_target});
      if (std::ranges::count(ids, sampler.descriptor.id) > 0)
        legal += (legal.empty() ? "" : ", ") + target.descriptor.id;
    }
  if (pairs.empty()) throw Error("no sampler runs on these targets:", words, legal, "ergo bench");
  return pairs;
}

/// The measurements, printed one by one.
class Table {
 public:
  explicit Table(const BenchOptions& options) : options_(options) {
    if (!options.json)
      std::printf("%-13s %-20s %-7s %10s %6s %18s\n", "sampler", "target", "backend", "chains", "K",
                  "chain-steps/s");
  }

  void add(const RunConfig& config, const Backend& backend, std::uint64_t steps, double rate) {
    list_.push_back({{"sampler", config.sampler.id},
                     {"target", config.target.id},
                     {"backend", to_string(backend.kind())},
                     {"device", backend.device()},
                     {"chains", config.chains},
                     {"steps_per_dispatch", steps},
                     {"chain_steps_per_second", rate}});
    if (options_.json) return;
    std::printf("%-13s %-20s %-7s %10llu %6llu %18.4g\n", config.sampler.id.c_str(), config.target.id.c_str(),
                to_string(backend.kind()).c_str(), static_cast<unsigned long long>(config.chains),
                static_cast<unsigned long long>(steps), rate);
    std::fflush(stdout);  // a row as soon as it is known, to a file too
  }

  void end() const {
    if (options_.json) std::printf("%s\n", list_.dump(2).c_str());
  }

 private:
  const BenchOptions& options_;
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
};

/// The runs that are wanted: every pair of a sampler and a target named, with these settings.
std::vector<RunConfig> runs_of(const BenchOptions& options) {
  std::vector<std::string> ids;
  std::vector<Assignment> assignments;
  for (const std::string& word : options.words) {
    if (word.find('=') == std::string::npos) {
      ids.push_back(word);
      continue;
    }
    const Assignment assignment = parse_assignment(word);
    if (assignment.path == "target" || assignment.path == "sampler")
      ids.push_back(assignment.value);
    else
      assignments.push_back(assignment);
  }
  check_given_once(assignments, "ergo bench");
  check_unit_ids(ids, "ergo bench");
  std::vector<RunConfig> runs;
  for (const auto& [target, sampler] : pairs_wanted(ids)) {
    const std::string &s = sampler.descriptor.id, &t = target.descriptor.id;
    if (options.against && !peers_know(s, t)) continue;
    RunConfig& config = runs.emplace_back();
    config.chains = options.chains;
    std::vector<Assignment> settings = {{"target", t}, {"sampler", s}};
    settings.insert(settings.end(), assignments.begin(), assignments.end());
    apply_all(config, settings);
  }
  if (runs.empty())
    throw Error("no pair that --against can compare:", ids.empty() ? "" : ids[0],
                "esh, mala, ula with banana, ring8", "ergo bench");
  return runs;
}

std::string ratio_text(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, ratio < 100 ? "%.3g" : "%.0f", ratio);
  return text;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Rounds in which every backend and every program has its turn: what else the machine does meets all of them.
/// `libraries`: those to compare with; what is not installed leaves it.
void compare_with_peers(const BenchOptions& options, const RunConfig& config,
                        const std::vector<std::unique_ptr<Backend>>& backends, const PeerPrograms& programs,
                        std::vector<std::string>& libraries, nlohmann::ordered_json& list) {
  const PeerJob job = peer_job(config, options.seconds);
  std::vector<std::vector<double>> ours(backends.size());
  std::map<std::string, std::vector<PeerSpeed>> theirs;
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    for (std::size_t k = 0; k < backends.size(); ++k)
      ours[k].push_back(chain_steps_per_second(*backends[k], config, options.steps_per_dispatch, options.seconds));
    std::erase_if(libraries, [&](const std::string& library) {
      std::string why;
      const auto speed = programs.measure(library, job, why);
      if (speed) theirs[library].push_back(*speed);
      if (!speed && !options.quiet) std::fprintf(stderr, "%s is left out: %s\n", library.c_str(), why.c_str());
      return !speed;
    });
    if (libraries.empty())
      throw machine_error("nothing to compare with is installed:", "", "NumPy, PyTorch, node", "ergo bench --against");
  }
  for (const std::string& library : libraries)
    for (std::size_t k = 0; k < backends.size(); ++k) {
      std::vector<double> ratios, peer;
      for (std::uint64_t round = 0; round < options.rounds; ++round) {
        peer.push_back(theirs[library][round].chain_steps_per_second);
        ratios.push_back(ours[k][round] / peer.back());
      }
      double off = 0;
      for (const PeerSpeed& speed : theirs[library]) off = std::max(off, speed.deviation);
      const auto [least, most] = std::ranges::minmax(ratios);
      const PeerSpeed& any = theirs[library][0];
      list.push_back({{"sampler", config.sampler.id}, {"target", config.target.id}, {"chains", config.chains},
                      {"backend", to_string(backends[k]->kind())}, {"device", backends[k]->device()},
                      {"steps_per_dispatch", options.steps_per_dispatch},
                      {"chain_steps_per_second", median(ours[k])}, {"peer", any.name}, {"peer_device", any.device},
                      {"peer_chain_steps_per_second", median(peer)}, {"first_steps_differ_by", off},
                      {"ratio", median(ratios)}, {"ratio_least", least}, {"ratio_most", most}});
      if (options.json) continue;
      std::printf("%-7s %-7s %-7s %9.3g %9.3g %8s %8s to %-8s %9.0e  %s, %s\n", config.sampler.id.c_str(),
                  config.target.id.c_str(), to_string(backends[k]->kind()).c_str(), 1e9 / median(ours[k]),
                  1e9 / median(peer), ratio_text(median(ratios)).c_str(), ratio_text(least).c_str(),
                  ratio_text(most).c_str(), off, any.name.c_str(), any.device.c_str());
      std::fflush(stdout);
    }
}

int bench_against(const BenchOptions& options, const std::vector<RunConfig>& runs,
                  const std::vector<std::unique_ptr<Backend>>& backends) {
  const PeerPrograms programs(options.python);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  if (!options.json)
    std::printf("nanoseconds of a chain-step, and how many times as fast the backend is (median of %llu rounds)\n"
                "%-7s %-7s %-7s %9s %9s %8s %20s %9s  %s\n", static_cast<unsigned long long>(options.rounds),
                "sampler", "target", "backend", "ns", "peer's", "ratio", "least to most", "differ by", "peer");
  std::vector<std::string> libraries = PeerPrograms::libraries();
  for (const RunConfig& config : runs) compare_with_peers(options, config, backends, programs, libraries, list);
  if (options.json) std::printf("%s\n", list.dump(2).c_str());
  return 0;
}

}  // namespace

int bench_command(const BenchOptions& options) {
  const std::vector<RunConfig> runs = runs_of(options);
  Machine machine(machine_choice(options));
  const auto backends = backends_of(options.backend, machine, "measuring", options.quiet);
  if (options.against) return bench_against(options, runs, backends);
  Table table(options);
  for (const auto& backend : backends)
    for (const RunConfig& config : runs) {
      const std::string lacks = backend->kind() == BackendKind::cpu ? "" : without_kernel(config);
      if (!lacks.empty()) {
        if (!options.quiet)
          std::fprintf(stderr, "left out on %s: %s has no kernel\n", to_string(backend->kind()).c_str(), lacks.c_str());
        continue;
      }
      const double rate = chain_steps_per_second(*backend, config, options.steps_per_dispatch, options.seconds);
      table.add(config, *backend, options.steps_per_dispatch, rate);
    }
  table.end();
  return 0;
}

}  // namespace ergo
