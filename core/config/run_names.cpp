#include "core/config/run_names.h"

#include <algorithm>

#include "core/base/marked_text.h"
#include "core/base/number_words.h"

namespace ergo {

std::string value_words(const Parameter& p, double value) {
  const bool number = p.kind == Kind::real || p.kind == Kind::integer;
  return (number && !p.symbol.empty() ? p.symbol : p.title) + " = " +
         (number ? significant(value, 4) : value_text(p, value));
}

std::string distinction(const std::vector<RunConfig>& runs, std::size_t run) {
  const UnitChoice& own = runs[run].sampler;
  const Descriptor& sampler = sampler_unit(own.id).descriptor;
  std::string words;
  for (std::size_t p = 0; p < sampler.parameters.size(); ++p) {
    const bool differs = std::ranges::any_of(runs, [&](const RunConfig& other) {
      return other.sampler.id == own.id && other.sampler.values[p] != own.values[p];
    });
    if (differs) words += (words.empty() ? "" : ", ") + value_words(sampler.parameters[p], own.values[p]);
  }
  return words;
}

namespace {

/// The first parameter in which runs of one sampler differ, as the run has it; 0 if there is none.
double first_difference(const std::vector<RunConfig>& runs, const RunConfig& run) {
  const std::vector<double>& own = run.sampler.values;
  for (std::size_t p = 0; p < own.size(); ++p)
    for (const RunConfig& other : runs)
      if (other.sampler.id == run.sampler.id && other.sampler.values[p] != own[p]) return own[p];
  return 0;
}

}  // namespace

std::vector<std::optional<double>> run_places(const std::vector<RunConfig>& runs) {
  std::vector<std::optional<double>> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    int others = 0, before = 0;
    const double own = first_difference(runs, runs[i]);
    for (std::size_t j = 0; j < runs.size(); ++j) {
      if (j == i || runs[j].sampler.id != runs[i].sampler.id) continue;
      const double other = first_difference(runs, runs[j]);
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
