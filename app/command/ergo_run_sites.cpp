#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/base/number_words.h"
#include "core/site_runs/site_recorder.h"

namespace ergo {
namespace {

/// Throws Error where `id` is a unit of another space.
template <class Units>
void check_space(const Units& units, const std::string& id, const char* kind) {
  std::vector<std::string> ids;
  for (const auto& unit : units) ids.push_back(unit.id);
  if (std::ranges::find(ids, id) == ids.end())
    throw Error(std::string("not a ") + kind + " on sites:", id, legal_words(id, ids), kind);
}

void print_mean(const char* name, const Estimate& ours, const std::optional<double>& exact) {
  std::printf("%-34s %s ± %s", name, significant(ours.value, 5).c_str(), significant(ours.error, 2).c_str());
  if (exact)
    std::printf("   exact %s", significant(std::abs(*exact) < 1e-12 ? 0 : *exact, 8).c_str());  // roundings
  std::printf("\n");
}

}  // namespace

SiteRun site_run_of(const std::vector<std::string>& words) {
  SiteRun run;
  for (const char* unit : {"target", "sampler"})  // whose parameters the other words may set
    for (const std::string& word : words)
      if (word.starts_with(std::string(unit) + "=")) set(run, unit, word.substr(word.find('=') + 1));
  check_space(site_targets(), run.target, "target");
  check_space(site_samplers(), run.sampler, "sampler");
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos)
      throw Error("not a setting of a run on sites:", word, "path=value, e.g. target.side=8", "");
    set(run, word.substr(0, equals), word.substr(equals + 1));
  }
  return run;
}

bool runs_on_sites(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    const bool unit = word.starts_with("target=") || word.starts_with("sampler=");
    return unit && is_site_unit(word.substr(word.find('=') + 1));
  });
}

int run_sites(const RunOptions& options) {
  const SiteRun run = site_run_of(options.run);
  if (options.init || !options.draws.empty() || !options.pace.empty() || options.mmd != "closed_form")
    throw Error("not for a run on sites:",
                options.init             ? "--init"
                : !options.draws.empty() ? "--draws"
                : !options.pace.empty()  ? "--pace"
                                         : "--mmd",
                "--steps, --every, --out, --metrics, --quiet", "");
  SiteRecorder recorder(run, {options.steps, options.every, options.out, options.metrics});
  ThreadPool pool;
  {
    Progress progress("steps", options.steps, options.quiet);
    const auto tell = [&] { progress.at(recorder.steps()); };
    while (recorder.advance(pool, tell)) tell();
    recorder.finish();
  }
  if (options.steps > 0 && !options.quiet) {
    const LateMeans means = recorder.late_means();
    const auto exact = exact_means(run, make_site_target(run.target, run.target_settings));
    const auto known = [&](double ExactSiteMeans::*member) {
      return exact ? std::optional((*exact).*member) : std::nullopt;
    };
    std::printf("means over chains and the second half of the steps\n");
    print_mean("energy", means.energy, known(&ExactSiteMeans::energy));
    print_mean("level (mean over sites)", means.level, known(&ExactSiteMeans::level));
    print_mean("level squared", means.level_squared, known(&ExactSiteMeans::level_squared));
    print_mean("acceptance", means.acceptance, {});
    print_mean("sites changed by a step", means.changed, {});
  }
  std::printf("state %s after %llu steps\n", recorder.state_hash().c_str(),
              static_cast<unsigned long long>(recorder.steps()));
  return 0;
}

}  // namespace ergo
