#include "core/raster/chain_numbers.h"

#include <algorithm>

#include "core/backend/float_chains.h"

namespace ergo {

ChainNumbers::Column ChainNumbers::column(const std::vector<Pair>& pairs, int component) {
  const auto found = std::ranges::find(pairs, component / 2, &Pair::pair);
  return {found->numbers.data() + component % 2, 2};
}

template <class Read>
void ChainNumbers::take_pairs(std::vector<Pair>& pairs, std::span<const int> components, const Read& read) const {
  std::size_t count = 0;
  for (const int component : components) {
    const int pair = component / 2;
    const auto known = pairs.begin() + static_cast<std::ptrdiff_t>(count);
    if (component < 0 || std::find_if(pairs.begin(), known, [pair](const Pair& p) { return p.pair == pair; }) != known)
      continue;
    if (count == pairs.size()) pairs.emplace_back();
    Pair& to = pairs[count++];
    to.pair = pair;
    to.numbers.resize(2 * chains_);
    read(pair, std::span(to.numbers));
  }
  pairs.resize(count);
}

void ChainNumbers::take(Session& session, std::span<const int> state, std::span<const int> report) {
  const auto* chains = dynamic_cast<const FloatChains*>(&session.backend());
  if (!chains) return take(session.read(), state, report);
  chains_ = chains->chain_count();
  take_pairs(state_, state, [&](int pair, std::span<float> to) { chains->read_state_pair(pair, to); });
  take_pairs(report_, report, [&](int pair, std::span<float> to) { chains->read_report_pair(pair, to); });
  const auto flags = chains->diverged_flags();
  diverged_.assign(flags.begin(), flags.end());
}

void ChainNumbers::take(const ChainData& data, std::span<const int> state, std::span<const int> report) {
  chains_ = data.chains;
  const auto read = [this](const std::vector<double>& rows, int size) {
    return [this, &rows, size](int pair, std::span<float> to) {
      for (std::size_t i = 0; i < chains_; ++i)
        for (int k = 0; k < 2; ++k) {
          const int component = 2 * pair + k;
          const std::size_t at = i * static_cast<std::size_t>(size) + static_cast<std::size_t>(component);
          to[2 * i + static_cast<std::size_t>(k)] = component < size ? static_cast<float>(rows[at]) : 0;
        }
    };
  };
  take_pairs(state_, state, read(data.state, data.state_size));
  take_pairs(report_, report, read(data.report, data.report_size));
  diverged_.resize(chains_);
  std::ranges::transform(data.diverged, diverged_.begin(), [](std::uint64_t step) { return step != 0; });
}

}  // namespace ergo
