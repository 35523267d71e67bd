#include "core/backend/start_positions.h"

#include "core/base/thread_pool.h"
#include "core/unit/lattice.h"

namespace ergo {

Position legal_position(const Target& target, Position x) {
  if (target.dim == 1) x.y = 0;
  return target.lattice() ? target.lattice()->sides().nearest(x) : x;
}

std::vector<Position> start_positions(const RunConfig& config, const Target& target) {
  const auto start = make_start(config);
  start->check(target);
  std::vector<Position> positions(config.chains);
  ThreadPool().for_blocks(config.chains, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      positions[i] =
          legal_position(target, start->draw(target, Draws(config.seed, Purpose::start,
                                                           static_cast<std::uint32_t>(i), 0, target.dim)));
  });
  return positions;
}

}  // namespace ergo
