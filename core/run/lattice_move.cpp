#include "core/run/lattice_move.h"

#include <numeric>

#include "core/unit/error.h"

namespace ergo {

bool LatticeStepView::possible(const RunConfig& run) {
  return target_unit(run.target.id).descriptor.space == Space::lattice && make_sampler(run)->lattice_kernel();
}

LatticeStepView::LatticeStepView(const RunConfig& run, std::shared_ptr<const Target> target,
                                 std::uint64_t step)
    : target_(std::move(target)),
      sampler_(make_sampler(run)),
      oracle_(*target_),
      seed_(run.seed),
      step_(step) {
  if (!target_->lattice() || !sampler_->lattice_kernel())
    throw Error("no proposal mass is known for", run.sampler.id + " on " + run.target.id,
                "a lattice sampler that is a proposal and an acceptance", "sampler");
}

std::unique_ptr<Proposal> LatticeStepView::proposal_at(Position from) const {
  return kernel().proposal(from, oracle_.evaluate(from), oracle_, step_);
}

std::vector<ProductMass> LatticeStepView::proposal(Position from) const {
  return proposal_at(from)->masses();
}

LatticeMove LatticeStepView::judged(Position from, Position to) const {
  LatticeMove move{.from = from, .to = to};
  move.on_lattice = sides().contain(to);
  if (!move.on_lattice) return move;
  const auto forward = proposal_at(from), backward = proposal_at(to);
  const double energy_from = oracle_.evaluate(from).energy, energy_to = oracle_.evaluate(to).energy;
  move.log_density = energy_from - energy_to;
  move.log_forward = forward->log_mass(to);
  move.log_backward = backward->log_mass(from);
  move.acceptance =
      metropolis() ? metropolis_acceptance(from, energy_from, *forward, to, energy_to, *backward) : 1;
  return move;
}

double LatticeStepView::acceptance(Position from, Position to) const { return judged(from, to).acceptance; }

LatticeMove LatticeStepView::move(Position from, std::uint32_t chain) const {
  const Draws draws(seed_, Purpose::step, chain, step_, target_->dim);
  LatticeMove move = judged(from, proposal_at(from)->draw(draws));
  move.uniform = draws.lone_uniform();
  move.accepted = move.on_lattice && (!metropolis() || move.uniform <= move.acceptance);
  return move;
}

std::vector<double> masses_of(const std::vector<ProductMass>& law, Sides sides) {
  std::vector<double> all(sides.count());
  for (const ProductMass& p : law)
    for (std::size_t i = 0; i < p.x.mass.size(); ++i)
      for (std::size_t j = 0; j < p.y.mass.size(); ++j)
        all[sides.index({p.x.low + static_cast<double>(i), p.y.low + static_cast<double>(j)})] +=
            p.weight * p.x.mass[i] * p.y.mass[j];
  return all;
}

Marginals marginals_of(const std::vector<ProductMass>& law, Sides sides) {
  Marginals all{std::vector<double>(static_cast<std::size_t>(sides.x)),
                std::vector<double>(static_cast<std::size_t>(sides.y))};
  const auto total = [](const AxisMass& axis) {
    return std::accumulate(axis.mass.begin(), axis.mass.end(), 0.0);
  };
  const auto add = [](std::vector<double>& sum, const AxisMass& axis, double weight) {
    for (std::size_t k = 0; k < axis.mass.size(); ++k)
      sum[static_cast<std::size_t>(axis.low) + k] += weight * axis.mass[k];
  };
  for (const ProductMass& product : law) {
    add(all.x, product.x, product.weight * total(product.y));
    add(all.y, product.y, product.weight * total(product.x));
  }
  return all;
}

}  // namespace ergo
