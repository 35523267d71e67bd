#include "core/exact/cycle.h"

#include <algorithm>
#include <string>

#include "core/unit/error.h"
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

void check_at_rest(const RunConfig& config) {
  if (begin_adaptation(config).empty()) return;
  throw Error("chains whose sampler adapts to all of them have no law of their own:", config.sampler.id,
              "sampler." + sampler_unit(config.sampler.id).descriptor.adaptation->switched_by + "=off",
              "sampler");
}

void check_length(const Sides& sides, int period) {
  const std::size_t most = Cycle::most_work / std::max(sides.count(), Cycle::least_sites);
  if (static_cast<std::size_t>(period) > most)
    throw Error("too long a cycle for its exact transition probabilities:",
                std::to_string(period) + " steps on " + std::to_string(sides.count()) + " sites",
                "up to " + std::to_string(most) + " steps on this lattice", "sampler");
}

}  // namespace

void check_dense(const Sides& sides) {
  if (sides.count() > TransitionKernel::most_dense)
    throw Error("too many states for a matrix of transition probabilities:", std::to_string(sides.count()),
                "up to " + std::to_string(TransitionKernel::most_dense), "target");
}

const LatticeTarget& lattice_of(const RunConfig& config, const Target& target) {
  if (target.lattice()) return *target.lattice();
  std::string legal;
  for (const TargetUnit& unit : targets(Space::lattice)) append_word(legal, unit.descriptor.id);
  throw Error("not a target on a lattice:", config.target.id, legal, "target");
}

Cycle::Cycle(const RunConfig& config, const LatticeTarget& target, ThreadPool& pool) : pool_(pool) {
  const auto sampler = make_sampler(config);
  const LatticeKernel& kernel = kernel_of(config, *sampler);
  const GradientNoise noise = gradient_noise_of(config);
  check_at_rest(config);
  check_length(target.sides(), kernel.period());
  for (int phase = 0; phase < kernel.period(); ++phase)
    phases_.emplace_back(target, kernel, pool, noise, static_cast<std::uint64_t>(phase));
}

std::vector<double> Cycle::apply(std::span<const double> mu) const {
  std::vector<double> law(mu.begin(), mu.end());
  for (const TransitionKernel& phase : phases_) law = phase.apply(law, pool_);
  return law;
}

std::vector<double> Cycle::apply(std::span<const double> mu, std::size_t phase) const {
  return phases_[phase].apply(mu, pool_);
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
  SquareMatrix product = matrix_of(phases_[0], pool_);
  for (std::size_t phase = 1; phase < phases_.size(); ++phase)
    for (std::size_t from = 0; from < product.size; ++from) {
      const auto row = phases_[phase].apply({&product(from, 0), product.size}, pool_);
      std::copy(row.begin(), row.end(), &product(from, 0));
    }
  return product;
}

}  // namespace ergo
