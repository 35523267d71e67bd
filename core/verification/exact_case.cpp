#include "core/verification/exact_case.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace ergo {

ExactCase::ExactCase(const std::vector<Assignment>& assignments)
    : config(configured(assignments)),
      target(make_target(config)),
      cycle(config, lattice_of(config, *target), pool) {}

RunConfig ExactCase::configured(const std::vector<Assignment>& assignments) {
  RunConfig config;
  for (const Assignment& a : assignments) apply(config, a);
  return config;
}

double ExactCase::acceptance() const {
  const auto rates = cycle.phase(0)->acceptance();
  return std::inner_product(rates.begin(), rates.end(), distribution().begin(), 0.0);
}

std::vector<Assignment> KernelCase::with(std::vector<Assignment> before,
                                         const std::vector<Assignment>& after) const {
  before.insert(before.end(), assignments.begin(), assignments.end());
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

std::string KernelCase::title(const std::string& check) const {
  if (assignments.size() < 2) return check;
  const auto& [path, value] = assignments[1];
  return check + ", " + path.substr(path.find('.') + 1) + " " + value;
}

bool KernelCase::exact() const {
  const RunConfig config = ExactCase::configured(with({{"target", "lattice8"}}));
  const auto metropolis = [](const Sampler& s) { return s.lattice_kernel()->metropolis(); };
  return descriptor().claims.distribution == Distribution::exact &&
         metropolis(*make_sampler(config)) == metropolis(*sampler_unit(config.sampler.id).make());
}

std::ostream& operator<<(std::ostream& out, const KernelCase& c) { return out << c.name; }

std::vector<Assignment> other_choices(const Descriptor& sampler) {
  std::vector<Assignment> choices;
  for (const Parameter& p : sampler.parameters) {
    if (p.kind != Kind::choice && p.kind != Kind::boolean) continue;
    for (double value = p.hard.low; value <= p.hard.high; ++value)
      if (value != p.initial) choices.push_back({"sampler." + p.id, value_text(p, value)});
  }
  return choices;
}

std::vector<KernelCase> kernel_cases() {
  std::vector<KernelCase> cases;
  for (const SamplerUnit& unit : samplers(Space::lattice)) {
    std::vector<KernelCase> candidates = {{unit.descriptor.id, {{"sampler", unit.descriptor.id}}}};
    for (const Assignment& choice : other_choices(unit.descriptor))
      candidates.push_back({unit.descriptor.id + choice.path.substr(7) + "_" + choice.value,
                            {{"sampler", unit.descriptor.id}, choice}});
    for (KernelCase& c : candidates) {
      const RunConfig config = ExactCase::configured(c.with({{"target", "lattice8"}}));
      if (!make_sampler(config)->lattice_kernel() || !begin_adaptation(config).empty()) continue;
      std::ranges::replace_if(
          c.name, [](unsigned char letter) { return !std::isalnum(letter); }, '_');
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

}  // namespace ergo
