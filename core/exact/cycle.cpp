#include "core/exact/cycle.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

void append_word(std::string& list, const std::string& word) { list += (list.empty() ? "" : ", ") + word; }

const LatticeKernel& kernel_of(const RunConfig& config, const Sampler& sampler) {
  if (const LatticeKernel* kernel = sampler.lattice_kernel()) return *kernel;
  std::string legal;
  for (const SamplerUnit& unit : samplers(Space::lattice))
    if (unit.make()->lattice_kernel()) append_word(legal, unit.descriptor.id);
  throw Error("no transition probabilities are known for this sampler:", config.sampler.id, legal, "sampler");
}

void check_length(const Sides& sides, int period) {
  const std::size_t most = Cycle::most_work / std::max(sides.count(), Cycle::least_sites);
  if (static_cast<std::size_t>(period) > most)
    throw Error("cycle too long for exact transition probabilities:",
                std::to_string(period) + " steps on " + std::to_string(sides.count()) + " sites",
                "up to " + std::to_string(most) + " steps on this lattice", "sampler");
}

}  // namespace

void check_at_rest(const RunConfig& config) {
  if (begin_adaptation(config).empty()) return;
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const std::string& id = sampler.adaptation->switched_by;
  const Parameter& switched = sampler.parameters[static_cast<std::size_t>(find_parameter(sampler, id))];
  throw Error("no exact distribution is known while all chains adapt together:", config.sampler.id,
              "sampler." + id + "=" + value_text(switched, 0), "sampler");
}

void check_dense(const Sides& sides) {
  if (sides.count() > TransitionKernel::most_dense)
    throw Error("too many states for a transition matrix:", std::to_string(sides.count()),
                "up to " + std::to_string(TransitionKernel::most_dense), "target");
}

const LatticeTarget& lattice_of(const RunConfig& config, const Target& target) {
  if (target.lattice()) return *target.lattice();
  std::string legal;
  for (const TargetUnit& unit : targets(Space::lattice)) append_word(legal, unit.descriptor.id);
  throw Error("not a target on a lattice:", config.target.id, legal, "target");
}

Cycle::Cycle(const RunConfig& config, const LatticeTarget& target, ThreadPool& pool, std::size_t kept)
    : target_(target),
      pool_(pool),
      sampler_(make_sampler(config)),
      noise_(gradient_noise_of(config)),
      room_(kept) {
  const LatticeKernel& kernel = kernel_of(config, *sampler_);
  check_at_rest(config);
  check_length(target.sides(), kernel.period());
  phases_.resize(static_cast<std::size_t>(kernel.period()));
  phase(0);  // throws here rather than at a step
}

// In the order of a cycle those made first stay: of those used longest ago each would go just before its
// turn.
std::shared_ptr<const TransitionKernel> Cycle::phase(std::size_t phase) const {
  Phase& wanted = phases_[phase];
  if (wanted.transitions) return wanted.transitions;
  if (passing_) phases_[*passing_].transitions.reset();
  passing_.reset();
  const auto made =
      std::make_shared<const TransitionKernel>(target_, *sampler_->lattice_kernel(), pool_, noise_,
                                               static_cast<std::uint64_t>(phase), wanted.acceptance);
  wanted.transitions = made;
  if (made->bytes() <= room_) {
    room_ -= made->bytes();
  } else {
    passing_ = phase;
    wanted.acceptance = made->acceptance();
  }
  return made;
}

std::vector<double> Cycle::apply(std::span<const double> mu, std::size_t step) const {
  return phase(step)->apply(mu, pool_);
}

SquareMatrix matrix_of(const TransitionKernel& transition, ThreadPool& pool) {
  check_dense(transition.sides());
  const std::size_t states = transition.sides().count();
  SquareMatrix matrix(states);
  pool.for_blocks(states, [&](std::size_t begin, std::size_t end) {
    for (std::size_t from = begin; from < end; ++from) {
      const auto row = transition.row(from);
      std::copy(row.begin(), row.end(), &matrix(from, 0));
    }
  });
  return matrix;
}

// Row by row: from -> (row of the first phase) P_2 P_3 ...
SquareMatrix Cycle::matrix() const {
  SquareMatrix product = matrix_of(*phase(0), pool_);
  for (std::size_t k = 1; k < steps(); ++k) {
    const auto transitions = phase(k);
    for (std::size_t from = 0; from < product.size; ++from) {
      const auto row = transitions->apply({&product(from, 0), product.size}, pool_);
      std::copy(row.begin(), row.end(), &product(from, 0));
    }
  }
  return product;
}

}  // namespace ergo
