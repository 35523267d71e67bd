// The transitions of Metropolis kernels whose proposals are single products, for a few rows of sites at a
// time.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>

#include "core/exact/transition_kernel.h"
#include "core/maths/wide.h"

namespace ergo {
namespace {

/// Flows e^-E(x) P(x, y) from one site to some sites of each of some rows of y, at `x` and `y` plus a stride
/// for each row: of the masses forward of both axes, the first times `weight`, and those back. Where there
/// are exponents, at their own stride, the weights e^-E lack these powers of two.
struct Flows {
  double weight;
  const double *forward_x, *forward_y;
  const double *x, *y;
  std::size_t x_stride, y_stride;
  const std::int64_t* exponents;  ///< null: none
  std::int64_t exponent;          ///< of the site that the moves begin at
  std::size_t stride, rows, size;
};

/// One row of them.
template <bool scaled>
struct FlowRow {
  FlowRow(const Flows& f, std::size_t row)
      : factor(f.weight * f.forward_x[row]),
        forward(f.forward_y),
        x(f.x + row * f.x_stride),
        y(f.y + row * f.y_stride),
        exponents(scaled ? f.exponents + row * f.stride : nullptr),
        exponent(f.exponent) {}
  /// Flows from weights that differ by more than 2^1000 are 0, or those forward.
  double operator[](std::size_t k) const {
    double back = x[k] * y[k];
    if constexpr (scaled) {
      const auto power = std::clamp<std::int64_t>(exponents[k] - exponent, -1000, 1000);
      back *= std::bit_cast<double>((power + 1023) << 52);  // 2^power
    }
    return std::min(factor * forward[k], back);
  }
  double factor;
  const double *forward, *x, *y;
  const std::int64_t* exponents;
  std::int64_t exponent;
};

/// Four rows together share the masses forward.
template <bool scaled>
inline void add_rows(double* __restrict out, double density, const Flows& f) {
  std::size_t row = 0;
  for (; row + 4 <= f.rows; row += 4) {
    const FlowRow<scaled> r0(f, row), r1(f, row + 1), r2(f, row + 2), r3(f, row + 3);
    double *out0 = out + row * f.stride, *out1 = out0 + f.stride, *out2 = out1 + f.stride,
           *out3 = out2 + f.stride;
    ERGO_INDEPENDENT
    for (std::size_t k = 0; k < f.size; ++k) {
      out0[k] += density * r0[k];
      out1[k] += density * r1[k];
      out2[k] += density * r2[k];
      out3[k] += density * r3[k];
    }
  }
  for (; row < f.rows; ++row) {
    const FlowRow<scaled> r(f, row);
    double* const to = out + row * f.stride;
    ERGO_INDEPENDENT
    for (std::size_t k = 0; k < f.size; ++k) to[k] += density * r[k];
  }
}

template <bool scaled>
inline double sum_rows(const Flows& f) {
  constexpr std::size_t lanes = 8;
  double sum = 0;
  for (std::size_t row = 0; row < f.rows; ++row) {
    const FlowRow<scaled> r(f, row);
    double sums[lanes] = {};
    std::size_t k = 0;
    for (; k + lanes <= f.size; k += lanes)
      for (std::size_t l = 0; l < lanes; ++l) sums[l] += r[k + l];
    for (; k < f.size; ++k) sum += r[k];
    for (const double lane : sums) sum += lane;
  }
  return sum;
}

/// out += density times the flows, at the stride of the sites.
ERGO_WIDE void add_flows(double* __restrict out, double density, const Flows& f) {
  f.exponents ? add_rows<true>(out, density, f) : add_rows<false>(out, density, f);
}

ERGO_WIDE double sum_of(const Flows& f) { return f.exponents ? sum_rows<true>(f) : sum_rows<false>(f); }

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
  Reverse(const TransitionKernel& kernel, const ThreadPool& pool, int begin, int end)
      : kernel(kernel),
        pool(pool),
        begin(begin),
        end(end),
        columns(static_cast<std::size_t>(kernel.sides_.y)),
        stride(columns + 40) {
    const auto reaches = [&](Reach row) { return row.from < end && row.to > begin; };
    for (; a_end < kernel.rows_.size(); ++a_end)
      if (a_begin == a_end && !reaches(kernel.x_reach_[a_end])) ++a_begin;
    while (a_end > a_begin && !reaches(kernel.x_reach_[a_end - 1])) --a_end;
    const auto rows = static_cast<std::size_t>(end - begin);
    x = std::make_unique_for_overwrite<double[]>(rows * (a_end - a_begin) * stride);
    y = std::make_unique_for_overwrite<double[]>(rows * columns * stride);
    constexpr std::size_t block = 8;  // sites whose numbers share a line of the cache
    for (int i = begin; i < end; ++i)
      for (std::size_t first = 0; first < columns; first += block)
        fill(i, first, std::min(first + block, columns));
  }
  /// Sites (i, first) .. (i, last - 1), as far as moves from somewhere lead to them.
  void fill(int i, std::size_t first, std::size_t last) {
    for (std::size_t a = a_begin; a < a_end; ++a)
      for (std::size_t j = first; j < last; ++j) x[x_at(i, a) + j] = kernel.weighted_x(i, j, a);
    for (std::size_t b = 0; b < columns; ++b) {
      const std::size_t from = std::max(first, static_cast<std::size_t>(kernel.y_reach_[b].from));
      const std::size_t to = std::min(last, static_cast<std::size_t>(kernel.y_reach_[b].to));
      for (std::size_t j = from; j < to; ++j) y[y_at(i, b) + j] = kernel.mass_y(i, j, b);
    }
  }
  std::size_t x_at(int i, std::size_t a) const {
    return (static_cast<std::size_t>(i - begin) * (a_end - a_begin) + a - a_begin) * stride;
  }
  std::size_t y_at(int i, std::size_t b) const {
    return (static_cast<std::size_t>(i - begin) * columns + b) * stride;
  }

  /// visit(state, i, from, flows) for all states whose forward moves reach the sites (i, from) and those
  /// beside it, in this and in the rows that follow, with their flows e^-E(state) P(state, .) =
  /// min(e^-E(state) q(. | state), e^-E(.) q(state | .)).
  template <class Visit>
  void for_flows(Visit visit) const {
    constexpr std::size_t block = 8;  // of rows of y that stay in the cache
    for (std::size_t first = 0; first < columns; first += block)
      for (std::size_t a = a_begin; a < a_end && !pool.stopped(); ++a)
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
    const int first = std::max(begin, p.x_from), last = std::min(end, p.x_to);
    if (first >= last) return;
    visit(state, first, from,
          Flows{kernel.weights_[state], &row.x[p.x_at + static_cast<std::size_t>(first - p.x_low)],
                &row.y[p.y_at + static_cast<std::size_t>(p.y_from - p.y_low)], &x[x_at(first, a) + from],
                &y[y_at(first, b) + from], (a_end - a_begin) * stride, columns * stride,
                kernel.exponents_.empty()
                    ? nullptr
                    : &kernel.exponents_[static_cast<std::size_t>(first) * columns + from],
                kernel.exponents_.empty() ? 0 : kernel.exponents_[state], columns,
                static_cast<std::size_t>(last - first), static_cast<std::size_t>(p.y_to) - from});
  }
  const TransitionKernel& kernel;
  const ThreadPool& pool;
  int begin, end;
  std::size_t a_begin = 0, a_end = 0;  ///< rows of sites from which moves lead to those
  std::size_t columns;
  std::size_t stride;  ///< of rows; no power of two, whose rows would fall onto the same lines of the cache
  std::unique_ptr<double[]> x, y;
};

void TransitionKernel::gather_metropolis(int begin, int end, std::span<const double> mu, double* out,
                                         const ThreadPool& pool) const {
  const Reverse reverse(*this, pool, begin, end);
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
      for (std::size_t i = piece * rows_at_once; i < rows_.size() && !pool.stopped();
           i += pieces * rows_at_once)
        Reverse(*this, pool, static_cast<int>(i), static_cast<int>(std::min(i + rows_at_once, rows_.size())))
            .for_flows([&](std::size_t state, int, std::size_t, const Flows& flows) {
              sums[piece][state] += sum_of(flows) / weights_[state];
            });
  });
  for (const auto& piece : sums)
    for (std::size_t x = 0; x < states; ++x) acceptance_[x] += piece[x];
}

}  // namespace ergo
