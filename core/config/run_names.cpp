#include "core/config/run_names.h"

#include <algorithm>

#include "core/base/marked_text.h"
#include "core/base/number_words.h"
#include "core/config/run_paths.h"

namespace ergo {

std::string value_words(const Parameter& p, double value) {
  const bool number = p.kind == Kind::real || p.kind == Kind::integer;
  return (number && !p.symbol.empty() ? p.symbol : p.title) + " = " +
         (number ? significant(value, 4) : value_text(p, value));
}

namespace {

void add_words(std::string& words, const std::string& more) {
  if (!more.empty()) words += (words.empty() ? "" : ", ") + more;
}

/// The values in which runs of one unit differ, as this run has them, words before numbers: they tell more, and a short
/// label has only the beginning. `unit`: the runs' units of that kind.
std::string differing_values(const std::vector<RunConfig>& runs, const UnitChoice& own, const Descriptor& descriptor,
                             UnitChoice RunConfig::*unit) {
  std::string words, numbers;
  for (std::size_t p = 0; p < descriptor.parameters.size(); ++p) {
    const bool differs = std::ranges::any_of(runs, [&](const RunConfig& run) {
      const UnitChoice& other = run.*unit;
      return other.id == own.id && other.values[p] != own.values[p];
    });
    if (differs && is_used(descriptor.parameters[p], descriptor.parameters, own.values))
      add_words(is_number(descriptor.parameters[p]) ? numbers : words,
                value_words(descriptor.parameters[p], own.values[p]));
  }
  add_words(words, numbers);
  return words;
}

std::string start_words(const std::vector<RunConfig>& runs, const RunConfig& run) {
  const Descriptor& start = start_unit(run.start.id).descriptor;
  const bool other = std::ranges::any_of(runs, [&](const RunConfig& each) { return each.start.id != run.start.id; });
  std::string words = other ? "start: " + start.id : "";
  const std::string values = differing_values(runs, run.start, start, &RunConfig::start);
  add_words(words, words.empty() && !values.empty() ? "start " + values : values);
  return words;
}

/// Of the two forms of the strength, the one that is given.
std::string noise_words(const RunConfig& run) {
  const Descriptor& noise = gradient_noise_descriptor();
  if (gradient_noise_of(run).kind == NoiseKind::none) return "no gradient noise";
  std::string words = "noise: " + value_text(run.gradient_noise, noise, 0);
  std::ranges::replace(words, '_', ' ');
  for (std::size_t p = 1; p < noise.parameters.size(); ++p)
    if (is_used(noise.parameters[p], noise.parameters, run.gradient_noise.values) && run.gradient_noise.values[p] > 0)
      add_words(words, value_words(noise.parameters[p], run.gradient_noise.values[p]));
  return words;
}

/// What runs of one sampler are ordered by.
std::vector<double> order_of(const RunConfig& run) {
  std::vector<double> all = run.sampler.values;
  const auto start = std::ranges::find(starts(), run.start.id, [](const StartUnit& unit) { return unit.descriptor.id; });
  all.push_back(static_cast<double>(start - starts().begin()));
  for (const UnitChoice* choice : {&run.start, &run.gradient_noise})
    all.insert(all.end(), choice->values.begin(), choice->values.end());
  all.push_back(static_cast<double>(run.chains));
  return all;
}

}  // namespace

std::string own_start_and_noise(const std::vector<RunConfig>& runs, std::size_t run) {
  std::string words;
  if (differ_in(runs, "start")) add_words(words, start_words(runs, runs[run]));
  if (differ_in(runs, "gradient_noise")) add_words(words, noise_words(runs[run]));
  return words;
}

std::string own_conditions(const std::vector<RunConfig>& runs, std::size_t run) {
  std::string words = own_start_and_noise(runs, run);
  if (differ_in(runs, "chains")) add_words(words, std::to_string(runs[run].chains) + " chains");
  return words;
}

std::string distinction(const std::vector<RunConfig>& runs, std::size_t run) {
  const UnitChoice& own = runs[run].sampler;
  std::string words = differing_values(runs, own, sampler_unit(own.id).descriptor, &RunConfig::sampler);
  add_words(words, own_conditions(runs, run));
  return words;
}

std::vector<std::optional<double>> run_places(const std::vector<RunConfig>& runs) {
  std::vector<std::optional<double>> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    int others = 0, before = 0;
    const std::vector<double> own = order_of(runs[i]);
    for (std::size_t j = 0; j < runs.size(); ++j) {
      if (j == i || runs[j].sampler.id != runs[i].sampler.id) continue;
      const std::vector<double> other = order_of(runs[j]);
      ++others;
      before += other < own || (other == own && j < i);
    }
    places.push_back(others ? std::optional(static_cast<double>(before) / others) : std::nullopt);
  }
  return places;
}

std::string run_name(const std::vector<RunConfig>& runs, std::size_t run) {
  const std::string title = sampler_unit(runs[run].sampler.id).descriptor.title;
  const std::string words = distinction(runs, run);
  return words.empty() ? title : title + ", " + plain_text(words);
}

}  // namespace ergo
