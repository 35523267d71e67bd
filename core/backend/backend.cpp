#include "core/backend/backend.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/config/run_config.h"
#include "core/unit/sampler.h"

namespace ergo {

ChainRow ChainData::row(std::size_t chain) {
  const auto n = static_cast<std::size_t>(state_size), m = static_cast<std::size_t>(report_size);
  return {{state.data() + chain * n, n},
          {report.data() + chain * m, m},
          diverged[chain],
          static_cast<std::uint32_t>(chain)};
}

std::size_t ChainData::diverged_count() const {
  return diverged.size() - std::count(diverged.begin(), diverged.end(), 0u);
}

int state_offset(const Descriptor& sampler, std::string_view field) {
  if (field == "x") return 0;
  if (field == "energy") return 2;
  if (field == "gradient") return 3;
  int offset = chain_state_size;
  for (const auto& f : sampler.state) {
    if (f.id == field) return offset;
    offset += f.components;
  }
  return -1;
}

int state_size(const Descriptor& sampler) {
  int size = chain_state_size;
  for (const StateField& field : sampler.state) size += field.components;
  return size;
}

std::optional<double> counted_gradients(const ChainData& data, const Descriptor& sampler) {
  const int offset = state_offset(sampler, sampler.claims.gradients_field);
  if (offset < 0) return {};
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Position x = data.x(i);
    if (data.diverged[i] || !std::isfinite(x.x) || !std::isfinite(x.y)) continue;
    sum += data.state_row(i)[static_cast<std::size_t>(offset)];
    ++count;
  }
  if (count == 0) return {};
  return sum / static_cast<double>(count);
}

void require_kernels(const RunConfig& config) {
  if (const std::string lacks = without_kernel(config); !lacks.empty())
    throw Error(lacks + " has no kernel for backends other than cpu", "", "backend=auto, backend=cpu",
                "backend");
}

}  // namespace ergo
