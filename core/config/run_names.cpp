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

std::string run_name(const std::vector<RunConfig>& runs, std::size_t run) {
  const std::string title = sampler_unit(runs[run].sampler.id).descriptor.title;
  const std::string words = distinction(runs, run);
  return words.empty() ? title : title + ", " + plain_text(words);
}

}  // namespace ergo
