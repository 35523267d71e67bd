#include "core/site_runs/site_run.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/sites/ising_transfer.h"
#include "core/sites/site_states.h"

namespace ergo {
namespace {

constexpr int most_columns = 12;  // of a transfer matrix

std::uint64_t whole_number(const std::string& path, const std::string& text, std::uint64_t low,
                           std::uint64_t high) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value < low || value > high)
    throw illegal_value(path, text, "whole numbers " + range_words(low, high), "");
  return value;
}

/// A later setting of the same parameter replaces an earlier one.
void replace(std::vector<SiteSetting>& settings, const std::string& id, const std::string& text) {
  std::erase_if(settings, [&](const SiteSetting& setting) { return setting.id == id; });
  settings.push_back({id, text});
}

std::string setting_of(const std::vector<SiteSetting>& settings, const std::string& id,
                       const std::string& otherwise) {
  const auto found = std::ranges::find(settings, id, &SiteSetting::id);
  return found == settings.end() ? otherwise : found->text;
}

std::optional<ExactSiteMeans> ising_means(const SiteRun& run, const SiteTarget& target) {
  const auto& declared = std::ranges::find(site_targets(), run.target, &SiteTargetUnit::id)->parameters;
  const auto number = [&](const std::string& id) {
    const auto parameter = std::ranges::find(declared, id, &Parameter::id);
    return parse_value(*parameter, setting_of(run.target_settings, id, initial_text(*parameter)), id);
  };
  const int side = static_cast<int>(number("side"));
  if (side > most_columns) return {};
  const bool torus = setting_of(run.target_settings, "boundary", "torus") == "torus";
  const IsingSums sums = ising_sums({side, side, torus, number("coupling"), number("field")});
  const IsingGrid grid{side, side, torus, number("coupling"), number("field")};
  return ExactSiteMeans{sums.energy(grid) * target.sites(), sums.spin, sums.spin_squared};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> SiteRun::assignments() const {
  std::vector<std::pair<std::string, std::string>> all = {{"target", target}};
  for (const SiteSetting& setting : target_settings) all.emplace_back("target." + setting.id, setting.text);
  all.emplace_back("sampler", sampler);
  for (const SiteSetting& setting : sampler_settings) all.emplace_back("sampler." + setting.id, setting.text);
  all.insert(all.end(),
             {{"start", start}, {"chains", std::to_string(chains)}, {"seed", std::to_string(seed)}});
  return all;
}

void set(SiteRun& run, const std::string& path, const std::string& value) {
  if (path == "target") {
    if (value != run.target) run.target_settings.clear();
    run.target = value;
  } else if (path == "sampler") {
    if (value != run.sampler) run.sampler_settings.clear();
    run.sampler = value;
  } else if (path.starts_with("target.")) {
    replace(run.target_settings, path.substr(7), value);
  } else if (path.starts_with("sampler.")) {
    replace(run.sampler_settings, path.substr(8), value);
  } else if (path == "start") {
    run.start = value;
  } else if (path == "chains") {
    run.chains = whole_number(path, value, 1, most_site_chains);
  } else if (path == "seed") {
    run.seed = whole_number(path, value, 0, UINT64_MAX);
  } else {
    const std::string paths[] = {
        "target", "target.<parameter>", "sampler", "sampler.<parameter>", "start", "chains", "seed"};
    throw Error("not a setting of a run on sites:", path, legal_words(path, paths), "");
  }
}

bool is_site_unit(const std::string& id) {
  return std::ranges::find(site_targets(), id, &SiteTargetUnit::id) != site_targets().end() ||
         std::ranges::find(site_samplers(), id, &SiteSamplerUnit::id) != site_samplers().end();
}

const std::vector<std::string>& site_start_names() {
  static const std::vector<std::string> names = {"random", "lowest", "highest", "exact"};
  return names;
}

SiteStart site_start(const std::string& name, std::shared_ptr<const SiteTarget> target) {
  const auto same = [&](int value) {
    return same_site_start(
        Configuration(static_cast<std::size_t>(target->sites()), static_cast<std::uint8_t>(value)));
  };
  if (name == "random") return uniform_site_start(*target);
  if (name == "lowest") return same(0);
  if (name == "highest") return same(target->values() - 1);
  if (name != "exact") throw illegal_value("start", name, legal_words(name, site_start_names()), "");
  if (configurations(*target, SiteStates::most) > SiteStates::most)
    throw illegal_value("start", name, "random, lowest, highest for more than 2^22 configurations", "");
  const auto states = std::make_shared<const SiteStates>(std::move(target));
  return [states, start = exact_site_start(*states)](const SiteDraws& draws) { return start(draws); };
}

std::size_t configurations(const SiteTarget& target, std::size_t most) {
  std::size_t count = 1;
  for (int site = 0; site < target.sites() && count <= most; ++site)
    count *= static_cast<std::size_t>(target.values());
  return std::min(count, most + 1);
}

std::optional<ExactSiteMeans> exact_means(const SiteRun& run, std::shared_ptr<const SiteTarget> target) {
  if (configurations(*target, SiteStates::most) <= SiteStates::most) {
    const SiteStates states(target);
    const SiteMeans means = means_under(states, states.distribution());
    return ExactSiteMeans{means.energy, means.level, means.level_squared};
  }
  return run.target == "ising" ? ising_means(run, *target) : std::nullopt;
}

}  // namespace ergo
