#include "core/chains/chain_paths.h"

#include <algorithm>

#include "core/chains/effective_sample_size.h"

namespace ergo {

void ChainPaths::begin(std::size_t chains) {
  paths_.assign(std::min(chains, most_chains), {});
  last_ = stride_ = 0;
}

void ChainPaths::add(const ChainData& data) {
  if (paths_.empty() || (!paths_[0].empty() && data.step < last_ + stride_)) return;
  if (paths_[0].size() == 1) stride_ = data.step - last_;
  last_ = data.step;
  for (std::size_t i = 0; i < paths_.size(); ++i) paths_[i].push_back(data.x(i));
  if (paths_[0].size() < most_states) return;
  for (auto& path : paths_) {
    for (std::size_t k = 0; 2 * k < path.size(); ++k) path[k] = path[2 * k];
    path.resize((path.size() + 1) / 2);
  }
  last_ -= stride_;  // the last one is dropped
  stride_ *= 2;
}

Estimate ChainPaths::effective_sample_size(std::span<const std::size_t> chains, const TargetMoments& truth,
                                           int dim) const {
  std::vector<double> sizes;
  for (const std::size_t i : chains)
    if (i < paths_.size() && paths_[i].size() >= least_states)
      sizes.push_back(ergo::effective_sample_size(paths_[i], truth, dim));
  return sizes.empty() ? Estimate{} : mean_of(sizes);
}

}  // namespace ergo
