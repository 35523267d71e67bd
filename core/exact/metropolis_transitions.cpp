// The transitions of Metropolis kernels whose proposals are single products, for a few rows of sites at a
// time.
#include <algorithm>

#include "core/exact/transition_kernel.h"
#include "core/exact/wide.h"

namespace ergo {
namespace {

/// Flows e^-E(x) P(x, y) from one site to a row of them: of the masses forward and those of both axes back.
struct Flows {
  double factor;
  const double *forward, *x, *y;
  std::size_t size;
};

ERGO_WIDE void add_flows(double* __restrict out, double density, Flows f) {
  for (std::size_t k = 0; k < f.size; ++k)
    out[k] += density * std::min(f.factor * f.forward[k], f.x[k] * f.y[k]);
}

ERGO_WIDE double sum_of(Flows f) {
  constexpr std::size_t lanes = 8;
  double sums[lanes] = {}, sum = 0;
  std::size_t k = 0;
  for (; k + lanes <= f.size; k += lanes)
    for (std::size_t l = 0; l < lanes; ++l)
      sums[l] += std::min(f.factor * f.forward[k + l], f.x[k + l] * f.y[k + l]);
  for (; k < f.size; ++k) sum += std::min(f.factor * f.forward[k], f.x[k] * f.y[k]);
  for (const double lane : sums) sum += lane;
  return sum;
}

}  // namespace

/// e^-E(i,j) q_x(a | i, j) and q_y(b | i, j) of single products.
double TransitionKernel::weighted_x(int i, std::size_t j, std::size_t a) const {
  const Row& row = rows_[static_cast<std::size_t>(i)];
  const Product& p = row.products[j];
  const auto at = static_cast<unsigned>(static_cast<int>(a) - p.x_low);
  return at < static_cast<unsigned>(p.x_size)
             ? weights_[static_cast<std::size_t>(i) * static_cast<std::size_t>(sides_.y) + j] *
                   row.x[p.x_at + at]
             : 0;
}
double TransitionKernel::mass_y(int i, std::size_t j, std::size_t b) const {
  const Row& row = rows_[static_cast<std::size_t>(i)];
  const Product& p = row.products[j];
  const auto at = static_cast<unsigned>(static_cast<int>(b) - p.y_low);
  return at < static_cast<unsigned>(p.y_size) ? row.y[p.y_at + at] : 0;
}

/// The moves back from the sites (begin, .) .. (end - 1, .): x(i, a, j) = e^-E(i,j) q_x(a | i, j) and y(i, b,
/// j) = q_y(b | i, j), so that what belongs to neighbouring j lies side by side.
struct TransitionKernel::Reverse {
  Reverse(const TransitionKernel& kernel, int begin, int end)
      : kernel(kernel),
        begin(begin),
        end(end),
        sides(kernel.sides_),
        columns(static_cast<std::size_t>(sides.y)),
        stride(columns + 40),
        x(static_cast<std::size_t>(end - begin) * static_cast<std::size_t>(sides.x) * stride),
        y(static_cast<std::size_t>(end - begin) * columns * stride) {
    constexpr std::size_t block = 8;  // sites whose numbers share a line of the cache
    for (int i = begin; i < end; ++i)
      for (std::size_t first = 0; first < columns; first += block) {
        const std::size_t last = std::min(first + block, columns);
        for (std::size_t a = 0; a < static_cast<std::size_t>(sides.x); ++a)
          for (std::size_t j = first; j < last; ++j) x[x_at(i, a) + j] = kernel.weighted_x(i, j, a);
        for (std::size_t b = 0; b < columns; ++b)
          for (std::size_t j = first; j < last; ++j) y[y_at(i, b) + j] = kernel.mass_y(i, j, b);
      }
  }
  std::size_t x_at(int i, std::size_t a) const {
    return (static_cast<std::size_t>(i - begin) * static_cast<std::size_t>(sides.x) + a) * stride;
  }
  std::size_t y_at(int i, std::size_t b) const {
    return (static_cast<std::size_t>(i - begin) * columns + b) * stride;
  }

  /// visit(state, i, from, flows) for all states whose forward moves reach the sites (i, from), (i, from +
  /// 1), ..., with their flows e^-E(state) P(state, .) = min(e^-E(state) q(. | state), e^-E(.) q(state | .)).
  template <class Visit>
  void for_flows(Visit visit) const {
    constexpr std::size_t block = 16;  // of rows of y that stay in the cache
    for (std::size_t first = 0; first < columns; first += block)
      for (std::size_t a = 0; a < kernel.rows_.size(); ++a)
        for (std::size_t b = first; b < std::min(first + block, columns); ++b) visit_site(a, b, visit);
  }
  /// Asks for the masses that come next: of so many arrays read at once, the processor does not see the
  /// pattern.
  void fetch([[maybe_unused]] const Row& row, [[maybe_unused]] const Product& p) const {
#if defined(__GNUC__)
    __builtin_prefetch(&row.x[p.x_at] + (begin - p.x_low));
    __builtin_prefetch(&row.x[p.x_at] + (end - 1 - p.x_low));
    for (int k = p.y_from; k < p.y_to; k += 8)
      __builtin_prefetch(&row.y[p.y_at + static_cast<std::size_t>(k - p.y_low)]);
#endif
  }
  template <class Visit>
  void visit_site(std::size_t a, std::size_t b, Visit visit) const {
    const Row& row = kernel.rows_[a];
    const Product& p = row.products[b];
    const std::size_t state = a * columns + b, from = static_cast<std::size_t>(p.y_from);
    if (b + 1 < columns) fetch(row, row.products[b + 1]);
    for (int i = std::max(begin, p.x_from); i < std::min(end, p.x_to); ++i)
      visit(state, i, from,
            Flows{kernel.weights_[state] * row.x[p.x_at + static_cast<std::size_t>(i - p.x_low)],
                  &row.y[p.y_at + static_cast<std::size_t>(p.y_from - p.y_low)], &x[x_at(i, a) + from],
                  &y[y_at(i, b) + from], static_cast<std::size_t>(p.y_to) - from});
  }
  const TransitionKernel& kernel;
  int begin, end;
  Sides sides;
  std::size_t columns;
  std::size_t stride;  ///< of rows; no power of two, whose rows would fall onto the same lines of the cache
  std::vector<double> x, y;
};

void TransitionKernel::gather_metropolis(int begin, int end, std::span<const double> mu, double* out) const {
  const Reverse reverse(*this, begin, end);
  std::vector<double> densities(mu.size());
  for (std::size_t x = 0; x < mu.size(); ++x) densities[x] = mu[x] / weights_[x];
  reverse.for_flows([&](std::size_t state, int i, std::size_t from, const Flows& flows) {
    const double density = densities[state];
    if (density == 0) return;
    add_flows(out + static_cast<std::size_t>(i - begin) * reverse.columns + from, density, flows);
  });
}

void TransitionKernel::find_metropolis_acceptance(ThreadPool& pool) {
  const std::size_t states = acceptance_.size();
  std::vector<std::vector<double>> sums(pieces, std::vector<double>(states));
  pool.for_blocks(pieces, [&](std::size_t begin, std::size_t end) {
    for (std::size_t piece = begin; piece < end; ++piece)
      for (std::size_t i = piece * rows_at_once; i < rows_.size(); i += pieces * rows_at_once)
        Reverse(*this, static_cast<int>(i), static_cast<int>(std::min(i + rows_at_once, rows_.size())))
            .for_flows([&](std::size_t state, int, std::size_t, const Flows& flows) {
              sums[piece][state] += sum_of(flows) / weights_[state];
            });
  });
  for (const auto& piece : sums)
    for (std::size_t x = 0; x < states; ++x) acceptance_[x] += piece[x];
}

}  // namespace ergo
