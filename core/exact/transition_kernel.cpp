#include "core/exact/transition_kernel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>

#include "core/exact/expected_proposal.h"
#include "core/unit/error.h"

namespace ergo {
namespace {

constexpr std::size_t most_masses = std::size_t{1} << 28;
constexpr double ignored = 1e-14;
/// Energies above the least, up to which e^-E and its products with masses are normal numbers.
constexpr double most_energy = 550;
/// Pieces of work whose sums are added in order.
constexpr std::size_t pieces = 8;

/// The first and past-the-last site of an axis between masses of at least `least`.
std::pair<int, int> kept(const AxisMass& axis, double least) {
  std::size_t from = 0, to = axis.mass.size();
  while (from < to && axis.mass[from] < least) ++from;
  while (to > from && axis.mass[to - 1] < least) --to;
  return {axis.low + static_cast<int>(from), axis.low + static_cast<int>(to)};
}

std::size_t append(std::vector<double>& masses, const AxisMass& axis, int from, int to, double weight) {
  const std::size_t at = masses.size();
  for (int site = from; site < to; ++site)
    masses.push_back(weight * axis.mass[static_cast<std::size_t>(site - axis.low)]);
  return at;
}

}  // namespace

TransitionKernel::TransitionKernel(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                                   const GradientNoise& noise, std::uint64_t step)
    : sides_(target.sides()),
      metropolis_(kernel.metropolis()),
      cut_(sides_.count() > most_dense ? ignored : 0),
      rows_(static_cast<std::size_t>(sides_.x)) {
  if (metropolis_ && noise.kind != NoiseKind::none)
    throw Error("no transition probabilities of the position alone are known:",
                "a Metropolis step under gradient noise", "unadjusted samplers, or gradient_noise.kind=none",
                "gradient_noise.kind");
  const Oracle oracle(target, noise);
  expected_masses(kernel, {}, target.table()[0], oracle, noise, step);  // throws here rather than in a thread
  std::atomic<std::size_t> stored = 0;
  pool.for_blocks(rows_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && stored < most_masses; ++i) {
      for (int j = 0; j < sides_.y; ++j) {
        const Position x = {static_cast<double>(i), static_cast<double>(j)};
        add_site(rows_[i], expected_masses(kernel, x, target.evaluate(x), oracle, noise, step));
      }
      rows_[i].first.push_back(rows_[i].products.size());
      stored += rows_[i].masses.size();
    }
  });
  if (stored >= most_masses)
    throw Error("transition probabilities too many to keep:",
                std::to_string(sides_.x) + " x " + std::to_string(sides_.y) + " sites with wide proposals",
                "a smaller lattice or smaller steps", "sampler");
  for (const Row& row : rows_) single_ = single_ && row.products.size() == static_cast<std::size_t>(sides_.y);
  for (const Evaluation& at : target.table()) energies_.push_back(at.energy);
  const auto [least, most] = std::minmax_element(energies_.begin(), energies_.end());
  if (*most - *least < most_energy)
    for (const double energy : energies_) weights_.push_back(std::exp(*least - energy));
  find_acceptance(pool);
}

// Metropolis ratios need the masses of moves back, however small; forward moves are cut.
void TransitionKernel::add_site(Row& row, const std::vector<ProductMass>& proposal) const {
  row.first.push_back(row.products.size());
  for (const auto& [weight, x, y] : proposal) {
    const auto [x_from, x_to] = kept(x, cut_);
    const auto [y_from, y_to] = kept(y, cut_);
    const auto [x_low, x_high] = metropolis_ ? kept(x, 0) : std::pair(x_from, x_to);
    const auto [y_low, y_high] = metropolis_ ? kept(y, 0) : std::pair(y_from, y_to);
    Product product = {x_low, x_high - x_low, y_low, y_high - y_low, x_from, x_to, y_from, y_to, 0, 0};
    product.x_at = append(row.masses, x, x_low, x_high, weight);
    product.y_at = append(row.masses, y, y_low, y_high, 1);
    row.products.push_back(product);
  }
}

/// q((i, j) | from)
double TransitionKernel::mass(std::size_t from, int i, int j) const {
  const auto columns = static_cast<std::size_t>(sides_.y);
  const Row& row = rows_[from / columns];
  double sum = 0;
  for (std::size_t m = row.first[from % columns]; m < row.first[from % columns + 1]; ++m) {
    const Product& p = row.products[m];
    const auto dx = static_cast<unsigned>(i - p.x_low), dy = static_cast<unsigned>(j - p.y_low);
    if (dx < static_cast<unsigned>(p.x_size) && dy < static_cast<unsigned>(p.y_size))
      sum += row.masses[p.x_at + dx] * row.masses[p.y_at + dy];
  }
  return sum;
}

/// Adds q(y | from) a(from, y) of all sites y to `out`, which is 0 before.
void TransitionKernel::accepted_row(std::size_t from, std::vector<double>& out) const {
  const auto columns = static_cast<std::size_t>(sides_.y);
  const Row& row = rows_[from / columns];
  for (std::size_t m = row.first[from % columns]; m < row.first[from % columns + 1]; ++m) {
    const Product& p = row.products[m];
    for (int i = p.x_from; i < p.x_to; ++i)
      for (int j = p.y_from; j < p.y_to; ++j)
        out[static_cast<std::size_t>(i) * columns + static_cast<std::size_t>(j)] +=
            row.masses[p.x_at + static_cast<std::size_t>(i - p.x_low)] *
            row.masses[p.y_at + static_cast<std::size_t>(j - p.y_low)];
  }
  if (!metropolis_) return;
  const int x = static_cast<int>(from / columns), y = static_cast<int>(from % columns);
  for (std::size_t to = 0; to < out.size(); ++to)
    if (out[to] > 0)
      out[to] =
          std::min(out[to], std::exp(std::min(energies_[from] - energies_[to], 700.0)) * mass(to, x, y));
}

std::vector<double> TransitionKernel::row(std::size_t from) const {
  std::vector<double> out(sides_.count());
  accepted_row(from, out);
  out[from] += 1 - acceptance_[from];
  return out;
}

// Unadjusted: mu'(i, .) = sum over x and products of mu(x) A_x(i) B_x(.).
void TransitionKernel::gather(int i, std::span<const double> mu, std::span<double> out) const {
  const auto columns = static_cast<std::size_t>(sides_.y);
  for (std::size_t x = 0; x < rows_.size(); ++x) {
    const Row& row = rows_[x];
    for (std::size_t j = 0; j < columns; ++j) {
      const double here = mu[x * columns + j];
      if (here == 0) continue;
      for (std::size_t m = row.first[j]; m < row.first[j + 1]; ++m) {
        const Product& p = row.products[m];
        if (i < p.x_from || i >= p.x_to) continue;
        const double factor = here * row.masses[p.x_at + static_cast<std::size_t>(i - p.x_low)];
        const double* const y = &row.masses[p.y_at];
        double* const to = &out[static_cast<std::size_t>(p.y_from)];
        for (int k = 0; k < p.y_to - p.y_from; ++k) to[k] += factor * y[k];
      }
    }
  }
}

/// The moves back from the sites (i, .) of one i: x(a, j) = e^-E(i,j) q_x(a | i, j) and y(b, j) = q_y(b | i,
/// j), so that a row over j lies side by side.
struct TransitionKernel::Reverse {
  Reverse(const TransitionKernel& transition, int i)
      : columns(static_cast<std::size_t>(transition.sides_.y)),
        x(static_cast<std::size_t>(transition.sides_.x) * columns),
        y(columns * columns) {
    const auto here = static_cast<std::size_t>(i);
    const Row& row = transition.rows_[here];
    for (std::size_t j = 0; j < columns; ++j) {
      const Product& p = row.products[j];
      const double weight = transition.weights_[here * columns + j];
      for (int a = 0; a < p.x_size; ++a)
        x[static_cast<std::size_t>(p.x_low + a) * columns + j] =
            weight * row.masses[p.x_at + static_cast<std::size_t>(a)];
      for (int b = 0; b < p.y_size; ++b)
        y[static_cast<std::size_t>(p.y_low + b) * columns + j] =
            row.masses[p.y_at + static_cast<std::size_t>(b)];
    }
  }

  /// visit(state, forward factor, forward masses, x, y, from, to) for all states whose forward moves reach
  /// the sites (i, from .. to - 1).
  template <class Visit>
  void for_states(const TransitionKernel& transition, int i, Visit visit) const {
    for (std::size_t a = 0; a < transition.rows_.size(); ++a) {
      const Row& row = transition.rows_[a];
      for (std::size_t b = 0; b < columns; ++b) {
        const Product& p = row.products[b];
        if (i < p.x_from || i >= p.x_to) continue;
        const std::size_t state = a * columns + b, from = static_cast<std::size_t>(p.y_from);
        const double forward =
            transition.weights_[state] * row.masses[p.x_at + static_cast<std::size_t>(i - p.x_low)];
        visit(state, forward, &row.masses[p.y_at + static_cast<std::size_t>(p.y_from - p.y_low)],
              &x[a * columns + from], &y[b * columns + from], from, static_cast<std::size_t>(p.y_to));
      }
    }
  }

  std::size_t columns;
  std::vector<double> x, y;
};

// e^-E(x) P(x, y) = min(e^-E(x) q(y | x), e^-E(y) q(x | y)).
void TransitionKernel::gather_metropolis(int i, std::span<const double> mu, std::span<double> out) const {
  const Reverse reverse(*this, i);
  reverse.for_states(*this, i,
                     [&](std::size_t state, double forward, const double* masses, const double* x,
                         const double* y, std::size_t from, std::size_t to) {
                       if (mu[state] == 0) return;
                       const double density = mu[state] / weights_[state];
                       double* const row = &out[from];
                       for (std::size_t k = 0; k < to - from; ++k)
                         row[k] += density * std::min(forward * masses[k], x[k] * y[k]);
                     });
}

std::vector<double> TransitionKernel::scatter(std::span<const double> mu, ThreadPool& pool) const {
  std::vector<std::vector<double>> sums(pieces, std::vector<double>(mu.size()));
  pool.for_blocks(pieces, [&](std::size_t begin, std::size_t end) {
    std::vector<double> moved(mu.size());
    for (std::size_t piece = begin; piece < end; ++piece)
      for (std::size_t x = mu.size() * piece / pieces; x < mu.size() * (piece + 1) / pieces; ++x) {
        if (mu[x] == 0) continue;
        std::fill(moved.begin(), moved.end(), 0.0);
        accepted_row(x, moved);
        for (std::size_t y = 0; y < mu.size(); ++y) sums[piece][y] += mu[x] * moved[y];
      }
  });
  for (std::size_t piece = 1; piece < pieces; ++piece)
    for (std::size_t y = 0; y < mu.size(); ++y) sums[0][y] += sums[piece][y];
  return std::move(sums[0]);
}

std::vector<double> TransitionKernel::apply(std::span<const double> mu, ThreadPool& pool) const {
  std::vector<double> out(mu.size());
  if (!fast()) {
    out = scatter(mu, pool);
  } else {
    const auto columns = static_cast<std::size_t>(sides_.y);
    pool.for_blocks(rows_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::span<double> row(&out[i * columns], columns);
        metropolis_ ? gather_metropolis(static_cast<int>(i), mu, row) : gather(static_cast<int>(i), mu, row);
      }
    });
  }
  for (std::size_t x = 0; x < out.size(); ++x) out[x] += mu[x] * (1 - acceptance_[x]);
  return out;
}

/// What of the proposals lies on the lattice.
void TransitionKernel::find_unadjusted_acceptance() {
  const auto columns = static_cast<std::size_t>(sides_.y);
  for (std::size_t x = 0; x < acceptance_.size(); ++x) {
    const Row& row = rows_[x / columns];
    for (std::size_t m = row.first[x % columns]; m < row.first[x % columns + 1]; ++m) {
      const Product& p = row.products[m];
      const auto total = [&](std::size_t at, int size) {
        return std::accumulate(&row.masses[at], &row.masses[at] + size, 0.0);
      };
      acceptance_[x] += total(p.x_at, p.x_size) * total(p.y_at, p.y_size);
    }
  }
}

void TransitionKernel::find_acceptance(ThreadPool& pool) {
  const std::size_t states = sides_.count();
  acceptance_.assign(states, 0);
  if (!metropolis_) return find_unadjusted_acceptance();
  if (!fast()) {
    pool.for_blocks(states, [&](std::size_t begin, std::size_t end) {
      std::vector<double> moved(states);
      for (std::size_t x = begin; x < end; ++x) {
        std::fill(moved.begin(), moved.end(), 0.0);
        accepted_row(x, moved);
        for (const double probability : moved) acceptance_[x] += probability;
      }
    });
    return;
  }
  std::vector<std::vector<double>> sums(pieces, std::vector<double>(states));
  pool.for_blocks(pieces, [&](std::size_t begin, std::size_t end) {
    for (std::size_t piece = begin; piece < end; ++piece)
      for (std::size_t i = rows_.size() * piece / pieces; i < rows_.size() * (piece + 1) / pieces; ++i)
        Reverse(*this, static_cast<int>(i))
            .for_states(*this, static_cast<int>(i),
                        [&](std::size_t state, double forward, const double* masses, const double* x,
                            const double* y, std::size_t from, std::size_t to) {
                          double sum = 0;
                          for (std::size_t k = 0; k < to - from; ++k)
                            sum += std::min(forward * masses[k], x[k] * y[k]);
                          sums[piece][state] += sum / weights_[state];
                        });
  });
  for (const auto& piece : sums)
    for (std::size_t x = 0; x < states; ++x) acceptance_[x] += piece[x];
}

}  // namespace ergo
