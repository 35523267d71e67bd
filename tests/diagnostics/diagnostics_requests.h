#pragma once

#include <string>

#include "core/diagnostics/diagnostics.h"
#include "core/unit/registry.h"

namespace ergo {

/// What a worker is asked of `chains` chains at rest in the origin; parameters are the units' initial ones.
inline DiagnosticsRequest request_for(const std::string& target, const std::string& sampler,
                                      std::size_t chains, std::uint64_t step) {
  DiagnosticsRequest request;
  request.config.target = {target, initial_values(target_unit(target).descriptor.parameters)};
  const SamplerUnit& unit = sampler_unit(sampler);
  request.config.sampler = {sampler, initial_values(unit.descriptor.parameters)};
  request.config.chains = chains;
  ChainData& data = request.data;
  data.step = step;
  data.chains = chains;
  data.state_size = unit.make()->state_size();
  data.report_size = unit.make()->report_size();
  data.state.assign(chains * data.state_size, 0.0);
  data.report.assign(chains * data.report_size, 0.0);
  data.diverged.assign(chains, 0);
  request.gradient_evaluations = static_cast<double>(step);
  return request;
}

inline void place(ChainData& data, std::size_t chain, Position x, int offset = 0) {
  data.state[chain * data.state_size + offset] = x.x;
  data.state[chain * data.state_size + offset + 1] = x.y;
}

/// The same of exact draws.
inline DiagnosticsRequest exact_request(const std::string& target, const std::string& sampler,
                                        std::size_t chains, std::uint64_t step) {
  auto request = request_for(target, sampler, chains, step);
  const auto x = ExactDraws(target_unit(target).make())(chains, 500 + step);
  for (std::size_t i = 0; i < chains; ++i) place(request.data, i, x[i]);
  return request;
}

}  // namespace ergo
