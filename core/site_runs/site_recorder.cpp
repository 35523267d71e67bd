#include "core/site_runs/site_recorder.h"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/files/csv_file.h"
#include "core/files/npz.h"

namespace ergo {
namespace {

constexpr std::size_t most_counted = std::size_t{1} << 16;

struct MetricsColumn {
  const char* name;
  Estimate SiteAverages::*value;
};
constexpr MetricsColumn metrics_columns[] = {{"energy", &SiteAverages::energy},
                                             {"level", &SiteAverages::level},
                                             {"level_squared", &SiteAverages::level_squared},
                                             {"acceptance", &SiteAverages::acceptance},
                                             {"proposed", &SiteAverages::proposed},
                                             {"changed", &SiteAverages::changed}};

std::string settings_text(const SiteRun& run, const SiteRecord& record) {
  nlohmann::ordered_json settings;
  for (const auto& [path, value] : run.assignments()) settings[path] = value;
  return nlohmann::ordered_json{{"run", settings}, {"steps", record.steps}, {"every", record.every}}.dump(2);
}

/// Throws Error for the name of a file of another kind, and for one that cannot be written.
void check_file(const std::optional<std::string>& path, const std::vector<std::string>& kinds,
                const std::string& option) {
  if (!path) return;
  if (std::ranges::find(kinds, extension(*path)) == kinds.end()) {
    std::string legal;
    for (const std::string& kind : kinds) legal += (legal.empty() ? "FILE" : ", FILE") + kind;
    throw Error("unknown kind of file", *path, legal + ", for a run on sites", option);
  }
  check_writable(*path);
}

}  // namespace

SiteRecorder::SiteRecorder(const SiteRun& run, const SiteRecord& record) : run_(run), record_(record) {
  check_file(record.out, {".npz", ".csv"}, "--out");
  check_file(record.metrics, {".csv"}, "--metrics");
  target_ = make_site_target(run.target, run.target_settings);
  sampler_ = make_site_sampler(run.sampler, target_, run.sampler_settings);
  const std::uint64_t draws = record.out ? record.steps / record.every + 1 : 1;
  const auto sites = static_cast<std::uint64_t>(target_->sites());
  const std::uint64_t chain_bytes = sites + sizeof(SiteChain);
  require_memory(run.chains * (draws * (sites + sizeof(double)) + chain_bytes),
                 std::to_string(run.chains) + " chains of " + std::to_string(sites) + " sites",
                 "fewer chains, fewer kept steps (--every) or fewer sites");
  chains_.emplace(*sampler_, run.chains, run.seed, site_start(run.start, target_));
  if (configurations(*target_, most_counted) <= most_counted) {
    states_.emplace(target_);
    distribution_ = states_->distribution();
    visits_.assign(states_->count(), 0);
  }
  late_.resize(run.chains);
  keep();
}

bool SiteRecorder::advance(ThreadPool& pool, const SitePause& pause) {
  const std::uint64_t left = record_.steps - steps(), count = std::min(record_.every, left);
  if (count == 0) return false;
  const SiteAverages means = chains_->advance(
      count, pool,
      [this](std::size_t chain, const SiteChain& state, const SiteStepReport& report) {
        add_late(chain, state, report);
      },
      pause);
  if (count == record_.every) keep();
  count_states();
  double variation = std::numeric_limits<double>::quiet_NaN();
  if (states_) {
    double visits = 0, common = 0;
    for (const double count_of_one : visits_) visits += count_of_one;
    for (std::size_t i = 0; i < visits_.size(); ++i)
      common += std::min(visits_[i] / visits, distribution_[i]);
    variation = 1 - common;
  }
  rows_.push_back({steps(), means, variation});
  return true;
}

void SiteRecorder::keep() {
  if (!record_.out) return;
  kept_steps_.push_back(steps());
  for (const SiteChain& chain : chains_->chains()) {
    x_.insert(x_.end(), chain.x.begin(), chain.x.end());
    energy_.push_back(chain.energy);
  }
}

void SiteRecorder::count_states() {
  if (!states_) return;
  for (const SiteChain& chain : chains_->chains()) visits_[states_->index(chain.x)] += 1;
}

void SiteRecorder::add_late(std::size_t chain, const SiteChain& state, const SiteStepReport& report) {
  LateSums& sums = late_[chain];
  if (++sums.steps <= record_.steps / 2) return;
  const double level = mean_level(*target_, state.x);
  sums.energy += report.energy;
  sums.level += level;
  sums.level_squared += level * level;
  sums.acceptance += report.acceptance;
  sums.changed += report.changed;
}

LateMeans SiteRecorder::late_means() const {
  const auto steps = static_cast<double>(record_.steps - record_.steps / 2);
  const auto mean = [&](double LateSums::*sum) {
    std::vector<double> values;
    for (const LateSums& sums : late_) values.push_back(sums.*sum / steps);
    return mean_of(values);
  };
  return {mean(&LateSums::energy), mean(&LateSums::level), mean(&LateSums::level_squared),
          mean(&LateSums::acceptance), mean(&LateSums::changed)};
}

void SiteRecorder::finish() {
  FileSet files;
  if (record_.out) record_.out->ends_with(".csv") ? write_csv(files) : write_npz(files.add(*record_.out));
  if (record_.metrics) write_metrics(files);
  files.commit();
}

void SiteRecorder::write_npz(AtomicFile& file) const {
  const std::size_t draws = kept_steps_.size(), sites = static_cast<std::size_t>(target_->sites());
  std::vector<std::uint8_t> x(x_.size());
  std::vector<double> energy(energy_.size());
  for (std::size_t draw = 0; draw < draws; ++draw)
    for (std::size_t chain = 0; chain < run_.chains; ++chain) {
      const auto from = x_.begin() + static_cast<std::ptrdiff_t>((draw * run_.chains + chain) * sites);
      std::copy_n(from, sites, x.begin() + static_cast<std::ptrdiff_t>((chain * draws + draw) * sites));
      energy[chain * draws + draw] = energy_[draw * run_.chains + chain];
    }
  const std::map<std::string, NpyView> arrays = {
      {"x", {ElementType::uint8, {run_.chains, draws, sites}, std::as_bytes(std::span(x))}},
      {"energy", {ElementType::float64, {run_.chains, draws}, std::as_bytes(std::span(energy))}},
      {"step", {ElementType::uint64, {draws}, std::as_bytes(std::span(kept_steps_))}}};
  ergo::write_npz(file, arrays, {{"meta.json", settings_text(run_, record_)}});
}

void SiteRecorder::write_csv(FileSet& files) const {
  CsvFile file(files, *record_.out);
  file.describe(settings_text(run_, record_));
  const std::size_t sites = static_cast<std::size_t>(target_->sites());
  for (const char* name : {"chain", "step", "energy"}) file.add(name);
  for (std::size_t site = 0; site < sites; ++site) file.add("x" + std::to_string(site));
  file.end_row();
  for (std::size_t chain = 0; chain < run_.chains; ++chain)
    for (std::size_t draw = 0; draw < kept_steps_.size(); ++draw) {
      const std::size_t at = draw * run_.chains + chain;
      file.add(chain);
      file.add(kept_steps_[draw]);
      file.add(energy_[at]);
      for (std::size_t site = 0; site < sites; ++site) file.add(static_cast<int>(x_[at * sites + site]));
      file.end_row();
    }
}

void SiteRecorder::write_metrics(FileSet& files) const {
  CsvFile file(files, *record_.metrics);
  file.describe(settings_text(run_, record_));
  file.add("step");
  for (const MetricsColumn& column : metrics_columns)
    for (const char* ending : {"", "_error"}) file.add(column.name + std::string(ending));
  file.add("tv");
  file.end_row();
  for (const MetricsRow& row : rows_) {
    file.add(row.step);
    for (const MetricsColumn& column : metrics_columns) {
      file.add((row.means.*column.value).value);
      file.add((row.means.*column.value).error);
    }
    file.add(row.variation);
    file.end_row();
  }
}

std::string SiteRecorder::state_hash() const {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const SiteChain& chain : chains_->chains())
    for (const std::uint8_t value : chain.x) hash = (hash ^ value) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace ergo
