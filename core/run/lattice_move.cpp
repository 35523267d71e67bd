#include "core/run/lattice_move.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/error.h"
#include "core/random/site_draws.h"

namespace ergo {
namespace {
constexpr int level = 1;  // of the nodes that means over an auxiliary variable are taken at
}

bool LatticeStepView::possible(const RunConfig& run) {
  return target_descriptor(run).space == Space::lattice && make_sampler(run)->lattice_kernel();
}

LatticeStepView::LatticeStepView(const RunConfig& run, std::shared_ptr<const Target> target,
                                 std::uint64_t step)
    : target_(std::move(target)),
      sampler_(make_sampler(run)),
      oracle_(*target_),
      seed_(run.seed),
      step_(step) {
  if (!target_->lattice() || !sampler_->lattice_kernel())
    throw Error("no proposal probabilities are known for", run.sampler.id + " on " + run.target.id,
                "a lattice sampler with a proposal and an acceptance", "sampler");
  if (kernel().auxiliary()) nodes_.emplace(target_->lattice()->curvature(), sides());
}

std::unique_ptr<Proposal> LatticeStepView::proposal_at(Position from, Position z) const {
  return kernel().proposal(from, oracle_.evaluate(from), oracle_, step_, z);
}

std::vector<ProductMass> LatticeStepView::proposal(Position from) const {
  if (!nodes_) return proposal_at(from)->masses();
  std::vector<ProductMass> mixture;
  for (const Position node : nodes_->all(level)) {
    const auto [z, density] = nodes_->seen(node, from);
    if (density == 0) continue;
    for (ProductMass& product : proposal_at(from, z)->masses()) {
      product.weight *= density * nodes_->volume(level);
      mixture.push_back(std::move(product));
    }
  }
  return mixture;
}

LatticeMove LatticeStepView::judged(Position from, Position to, Position z) const {
  LatticeMove move{.from = from, .to = to};
  move.on_lattice = sides().contain(to);
  if (!move.on_lattice) return move;
  const Position back_z = nodes_ ? z - target_->lattice()->curvature().m_times(to - from) : z;
  const auto forward = proposal_at(from, z), backward = proposal_at(to, back_z);
  const double energy_from = oracle_.evaluate(from).energy, energy_to = oracle_.evaluate(to).energy;
  const auto log_density = [&](Position z) {
    return nodes_ ? -dot(z, z) / 2 - std::log(2 * std::numbers::pi) : 0;
  };
  move.log_density = energy_from - energy_to;
  move.log_forward = log_density(z) + forward->log_mass(to);
  move.log_backward = log_density(back_z) + backward->log_mass(from);
  move.acceptance = metropolis() ? metropolis_acceptance(from, energy_from - dot(back_z, back_z) / 2,
                                                         *forward, to, energy_to - dot(z, z) / 2, *backward)
                                 : 1;
  return move;
}

double LatticeStepView::mean_acceptance(Position from, Position to) const {
  const double ratio = std::exp(std::min(oracle_.evaluate(from).energy - oracle_.evaluate(to).energy, 700.0));
  double proposed = 0, accepted = 0;
  for (const Position node : nodes_->all(level)) {
    const auto here = nodes_->seen(node, from), there = nodes_->seen(node, to);
    if (here.density == 0) continue;
    const double forward = here.density * std::exp(proposal_at(from, here.z)->log_mass(to));
    proposed += forward;
    if (there.density > 0)
      accepted +=
          std::min(forward, ratio * there.density * std::exp(proposal_at(to, there.z)->log_mass(from)));
  }
  return proposed > 0 ? accepted / proposed : 0;
}

double LatticeStepView::acceptance(Position from, Position to) const {
  return nodes_ ? mean_acceptance(from, to) : judged(from, to, {}).acceptance;
}

LatticeMove LatticeStepView::move(Position from, std::uint32_t chain) const {
  const Draws draws(seed_, Purpose::step, chain, step_, target_->dim);
  const Position z = nodes_ ? normal(draws(site_slots)) : Position{};
  LatticeMove move = judged(from, proposal_at(from, z)->draw(draws), z);
  move.uniform = draws.lone_uniform();
  move.accepted = move.on_lattice && (!metropolis() || move.uniform <= move.acceptance);
  return move;
}

std::vector<double> masses_of(const std::vector<ProductMass>& distribution, Sides sides) {
  std::vector<double> all(sides.count());
  for (const ProductMass& p : distribution)
    for (std::size_t i = 0; i < p.x.mass.size(); ++i)
      for (std::size_t j = 0; j < p.y.mass.size(); ++j)
        all[sides.index({p.x.low + static_cast<double>(i), p.y.low + static_cast<double>(j)})] +=
            p.weight * p.x.mass[i] * p.y.mass[j];
  return all;
}

Marginals marginals_of(const std::vector<ProductMass>& distribution, Sides sides) {
  Marginals all{std::vector<double>(static_cast<std::size_t>(sides.x)),
                std::vector<double>(static_cast<std::size_t>(sides.y))};
  const auto total = [](const AxisMass& axis) {
    return std::accumulate(axis.mass.begin(), axis.mass.end(), 0.0);
  };
  const auto add = [](std::vector<double>& sum, const AxisMass& axis, double weight) {
    for (std::size_t k = 0; k < axis.mass.size(); ++k)
      sum[static_cast<std::size_t>(axis.low) + k] += weight * axis.mass[k];
  };
  for (const ProductMass& product : distribution) {
    add(all.x, product.x, product.weight * total(product.y));
    add(all.y, product.y, product.weight * total(product.x));
  }
  return all;
}

}  // namespace ergo
