#include "core/run/sampler_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace ergo {

std::vector<std::string> numbers_of(const Descriptor& sampler) {
  std::vector<std::string> numbers;
  for (const Parameter& p : sampler.parameters)
    if (is_number(p)) numbers.push_back(p.id);
  return numbers;
}

const Parameter& number_of(const Descriptor& sampler, const std::string& id, const std::string& option) {
  const auto legal = numbers_of(sampler);
  if (std::ranges::find(legal, id) != legal.end())
    return sampler.parameters[static_cast<std::size_t>(find_parameter(sampler, id))];
  throw Error("no such numeric parameter of sampler " + sampler.id, id,
              legal.empty() ? "it has none" : legal_words(id, legal), option);
}

double slider_value(const Parameter& p, double share) {
  if (p.scale == Scale::log) return p.slider.low * std::pow(p.slider.high / p.slider.low, share);
  return p.slider.low + share * (p.slider.high - p.slider.low);
}

}  // namespace ergo
