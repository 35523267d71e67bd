#include "core/backend/start_positions.h"

#include <algorithm>

#include "core/base/memory.h"
#include "core/base/number_text.h"
#include "core/base/thread_pool.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

Position legal_position(const Target& target, Position x) {
  if (target.dim == 1) x.y = 0;
  return target.lattice() ? target.lattice()->sides().nearest(x) : x;
}

namespace {

/// Writes the configuration that a chain starts from and returns its place.
Position start_configuration(const Start& start, const SitePlane& plane, const Draws& draws, std::span<double> words) {
  start.configuration(plane, draws, words);
  if (!PackedSites::hold(words)) {
    const Position near = legal_position(plane, start.draw(plane, draws));
    plane.packed().pack(plane.statistics().configuration_near(near, SiteDraws(draws)), words);
  }
  Configuration x(static_cast<std::size_t>(plane.model()->sites()));
  plane.packed().unpack(words, x);
  return plane.statistics().place(x);
}

/// A chain's configuration is kept with the start, in the chain's row and in a copy of that for what reads it.
void require_configurations(const RunConfig& config, const SitePlane& plane) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const auto words = static_cast<std::uint64_t>(plane.configuration_words());
  const std::uint64_t row = static_cast<std::uint64_t>(state_size(sampler)) + words + sampler.channels.size() + 1;
  require_memory(config.chains * (sizeof(Position) + (words + 2 * row) * sizeof(double)),
                 number_text(config.chains) + " chains of " + number_text(plane.model()->sites()) + " sites",
                 "fewer chains, or fewer sites");
}

}  // namespace

ChainStarts chain_starts(const RunConfig& config, const Target& target) {
  const auto start = make_start(config);
  start->check(target);
  if (target.sites()) require_configurations(config, *target.sites());
  const auto words = static_cast<std::size_t>(target.configuration_words());
  ChainStarts starts{std::vector<Position>(config.chains), std::vector<double>(config.chains * words)};
  ThreadPool().for_blocks(config.chains, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Draws draws(config.seed, Purpose::start, static_cast<std::uint32_t>(i), 0, target.dim);
      if (target.sites())
        starts.positions[i] = start_configuration(*start, *target.sites(), draws,
                                                  std::span(starts.words).subspan(i * words, words));
      else
        starts.positions[i] = legal_position(target, start->draw(target, draws));
    }
  });
  return starts;
}

std::vector<Position> start_positions(const RunConfig& config, const Target& target) {
  return chain_starts(config, target).positions;
}

void ChainStarts::keep(std::size_t chains) {
  words.resize(words.size() / positions.size() * chains);
  positions.resize(chains);
}

ChainData chains_at(std::span<const Position> positions, std::uint64_t step, int state_size,
                    int report_size) {
  const std::size_t chains = positions.size();
  ChainData data = {step,
                    chains,
                    state_size,
                    report_size,
                    std::vector<double>(chains * static_cast<std::size_t>(state_size)),
                    std::vector<double>(chains * static_cast<std::size_t>(report_size)),
                    std::vector<std::uint64_t>(chains)};
  for (std::size_t i = 0; i < chains; ++i) {
    data.row(i).state[0] = positions[i].x;
    data.row(i).state[1] = positions[i].y;
  }
  return data;
}

void place(Backend& backend, const ChainStarts& starts, const Descriptor& sampler) {
  const std::size_t chains = starts.positions.size(), words = starts.words.size() / chains;
  if (words == 0) return backend.place(starts.positions, 0);
  ChainData data = chains_at(starts.positions, 0, state_size(sampler) + static_cast<int>(words),
                             static_cast<int>(sampler.channels.size()));
  for (std::size_t i = 0; i < chains; ++i)
    std::ranges::copy_n(&starts.words[i * words], static_cast<std::ptrdiff_t>(words),
                        data.row(i).state.last(words).begin());
  backend.begin(std::move(data));
}

}  // namespace ergo
