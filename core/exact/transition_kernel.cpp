#include "core/exact/transition_kernel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/exact/auxiliary_moves.h"
#include "core/maths/wide.h"

namespace ergo {
namespace {

constexpr double ignored = 1e-14;

/// out(r, k) += weight a(r) b(k) for r < 4, k < size
ERGO_WIDE void add_outer4(double* __restrict out, std::size_t stride, double weight, const double* a,
                          const double* b, std::size_t size) {
  const double a0 = weight * a[0], a1 = weight * a[1], a2 = weight * a[2], a3 = weight * a[3];
  ERGO_INDEPENDENT
  for (std::size_t k = 0; k < size; ++k) {
    out[k] += a0 * b[k];
    out[stride + k] += a1 * b[k];
    out[2 * stride + k] += a2 * b[k];
    out[3 * stride + k] += a3 * b[k];
  }
}

ERGO_WIDE void add_scaled(double* __restrict out, double factor, const double* b, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) out[k] += factor * b[k];
}

}  // namespace

TransitionKernel::TransitionKernel(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                                   const GradientNoise& noise, std::uint64_t step,
                                   std::vector<double> acceptance)
    : sides_(target.sides()),
      metropolis_(kernel.metropolis()),
      cut_(sides_.count() > most_dense ? ignored : 0),
      rows_(static_cast<std::size_t>(sides_.x)),
      acceptance_(std::move(acceptance)) {
  if (metropolis_ && noise.kind != NoiseKind::none)
    throw Error("no transition probabilities of the position alone are known:",
                "a Metropolis step under gradient noise", "unadjusted samplers, or gradient_noise.kind=none",
                "gradient_noise.kind");
  if (kernel.auxiliary())
    moves_ = auxiliary_moves(target, kernel, pool, step);
  else
    tabulate(target, kernel, pool, noise, step);
  if (!acceptance_.empty()) return;
  acceptance_.assign(sides_.count(), 0);
  if (!pool.stopped()) find_acceptance(pool);
}

std::size_t TransitionKernel::bytes() const {
  std::size_t masses = moves_ ? moves_->values.size() : 0, products = 0;
  for (const Row& row : rows_) {
    masses += row.x.size() + row.y.size();
    products += row.products.size();
  }
  return masses * sizeof(double) + products * sizeof(Product);
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
      sum += row.x[p.x_at + dx] * row.y[p.y_at + dy];
  }
  return sum;
}

/// All sites that moves from there lead to.
TransitionKernel::Box TransitionKernel::reached(std::size_t from) const {
  if (moves_) return {0, sides_.x, 0, sides_.y};
  const auto columns = static_cast<std::size_t>(sides_.y);
  const Row& row = rows_[from / columns];
  Box box = {sides_.x, 0, sides_.y, 0};
  for (std::size_t m = row.first[from % columns]; m < row.first[from % columns + 1]; ++m) {
    const Product& p = row.products[m];
    box = {std::min(box.x_from, p.x_from), std::max(box.x_to, p.x_to), std::min(box.y_from, p.y_from),
           std::max(box.y_to, p.y_to)};
  }
  return box;
}

/// visit(number) of every site of a box
template <class Visit>
void TransitionKernel::for_sites(const Box& box, Visit visit) const {
  for (int i = box.x_from; i < box.x_to; ++i)
    for (int j = box.y_from; j < box.y_to; ++j)
      visit(static_cast<std::size_t>(i) * static_cast<std::size_t>(sides_.y) + static_cast<std::size_t>(j));
}

/// q(y | from) a(from, y) of the sites y in reach; `out` is left alone elsewhere.
void TransitionKernel::accepted_row(std::size_t from, const Box& box, std::vector<double>& out) const {
  if (moves_) {
    std::copy_n(moves_->values.begin() + static_cast<std::ptrdiff_t>(from * out.size()), out.size(),
                out.begin());
    return;
  }
  for_sites(box, [&](std::size_t to) { out[to] = 0; });
  const auto columns = static_cast<std::size_t>(sides_.y);
  const Row& row = rows_[from / columns];
  for (std::size_t m = row.first[from % columns]; m < row.first[from % columns + 1]; ++m) {
    const Product& p = row.products[m];
    for (int i = p.x_from; i < p.x_to; ++i)
      for (int j = p.y_from; j < p.y_to; ++j)
        out[static_cast<std::size_t>(i) * columns + static_cast<std::size_t>(j)] +=
            row.x[p.x_at + static_cast<std::size_t>(i - p.x_low)] *
            row.y[p.y_at + static_cast<std::size_t>(j - p.y_low)];
  }
  if (!metropolis_) return;
  const int x = static_cast<int>(from / columns), y = static_cast<int>(from % columns);
  for_sites(box, [&](std::size_t to) {
    if (out[to] > 0)
      out[to] =
          std::min(out[to], std::exp(std::min(energies_[from] - energies_[to], 700.0)) * mass(to, x, y));
  });
}

std::vector<double> TransitionKernel::row(std::size_t from) const {
  std::vector<double> out(sides_.count());
  accepted_row(from, reached(from), out);
  out[from] += 1 - acceptance_[from];
  return out;
}

// Unadjusted: mu'(i, .) = sum over x and products of mu(x) A_x(i) B_x(.), for a few i at a time, as reading
// the masses takes longer than using them.
void TransitionKernel::gather(int begin, int end, std::span<const double> mu, double* out) const {
  const auto columns = static_cast<std::size_t>(sides_.y);
  for (std::size_t x = 0; x < mu.size(); ++x) {
    if (mu[x] == 0) continue;
    const Row& row = rows_[x / columns];
    for (std::size_t m = row.first[x % columns]; m < row.first[x % columns + 1]; ++m) {
      const Product& p = row.products[m];
      const int first = std::max(begin, p.x_from), last = std::min(end, p.x_to);
      const double* const factors = &row.x[p.x_at] - p.x_low;
      double* to =
          out + static_cast<std::size_t>(first - begin) * columns + static_cast<std::size_t>(p.y_from);
      const auto size = static_cast<std::size_t>(p.y_to - p.y_from);
      int i = first;
      for (; i + 4 <= last; i += 4, to += 4 * columns)
        add_outer4(to, columns, mu[x], factors + i, &row.y[p.y_at], size);
      for (; i < last; ++i, to += columns) add_scaled(to, mu[x] * factors[i], &row.y[p.y_at], size);
    }
  }
}

std::vector<double> TransitionKernel::scatter(std::span<const double> mu, ThreadPool& pool) const {
  std::vector<std::vector<double>> sums(pieces, std::vector<double>(mu.size()));
  pool.for_blocks(pieces, [&](std::size_t begin, std::size_t end) {
    std::vector<double> moved(mu.size());
    for (std::size_t piece = begin; piece < end; ++piece)
      for (std::size_t x = mu.size() * piece / pieces; x < mu.size() * (piece + 1) / pieces; ++x) {
        if (mu[x] == 0) continue;
        const Box box = reached(x);
        accepted_row(x, box, moved);
        for_sites(box, [&](std::size_t y) { sums[piece][y] += mu[x] * moved[y]; });
      }
  });
  for (std::size_t piece = 1; piece < pieces; ++piece)
    for (std::size_t y = 0; y < mu.size(); ++y) sums[0][y] += sums[piece][y];
  return std::move(sums[0]);
}

std::vector<double> TransitionKernel::apply(std::span<const double> mu, ThreadPool& pool) const {
  std::vector<double> out(mu.size());
  if (pool.stopped()) return out;
  if (!fast()) {
    out = scatter(mu, pool);
  } else {
    constexpr std::size_t rows = rows_at_once;
    pool.for_blocks((rows_.size() + rows - 1) / rows, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first * rows; i < std::min(last * rows, rows_.size()) && !pool.stopped();
           i += rows) {
        const int begin = static_cast<int>(i), end = static_cast<int>(std::min(i + rows, rows_.size()));
        double* const to = &out[i * static_cast<std::size_t>(sides_.y)];
        metropolis_ ? gather_metropolis(begin, end, mu, to, pool) : gather(begin, end, mu, to);
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
      const auto total = [](const double* from, int size) { return std::accumulate(from, from + size, 0.0); };
      acceptance_[x] += total(&row.x[p.x_at], p.x_size) * total(&row.y[p.y_at], p.y_size);
    }
  }
}

void TransitionKernel::find_acceptance(ThreadPool& pool) {
  const std::size_t states = sides_.count();
  if (!metropolis_) return find_unadjusted_acceptance();
  if (fast()) return find_metropolis_acceptance(pool);
  pool.for_blocks(states, [&](std::size_t begin, std::size_t end) {
    std::vector<double> moved(states);
    for (std::size_t x = begin; x < end; ++x) {
      const Box box = reached(x);
      accepted_row(x, box, moved);
      for_sites(box, [&](std::size_t y) { acceptance_[x] += moved[y]; });
    }
  });
}

}  // namespace ergo
