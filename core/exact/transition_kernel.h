#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/exact/square_matrix.h"
#include "core/unit/gradient_noise.h"
#include "core/unit/lattice.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {

/// The transition probabilities P(x, y) of one step of a lattice sampler: proposal mass times acceptance;
/// what is rejected, and what a proposal has outside the lattice, stays at x. With gradient noise, their
/// expectation over it; with an auxiliary variable, that over u. Lattices of up to `most_dense` sites count
/// every proposal; on larger ones the masses below 1e-14 at the ends of an axis count as rejected.
class TransitionKernel {
 public:
  static constexpr std::size_t most_dense = 4096;

  /// The rule of step number `step`; steps that differ by kernel.period() have the same. Throws Error where
  /// a Metropolis step meets gradient noise (which stays while the chain does, and so is part of its state),
  /// for noise that expected_masses() refuses, for tables beyond 2 GiB, and as auxiliary_moves() does. An
  /// `acceptance` known from before is not sought again, which saves half of the time and more.
  TransitionKernel(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                   const GradientNoise& noise = {}, std::uint64_t step = 0,
                   std::vector<double> acceptance = {});

  Sides sides() const { return sides_; }
  /// With respect to the target: true of Metropolised kernels.
  bool reversible() const { return metropolis_; }
  /// P(from, .)
  std::vector<double> row(std::size_t from) const;
  /// mu P. Sums run in an order that does not depend on the number of threads.
  std::vector<double> apply(std::span<const double> mu, ThreadPool& pool) const;
  /// sum_y q(y | x) a(x, y), the probability that a proposal is accepted, for every x.
  const std::vector<double>& acceptance() const { return acceptance_; }
  /// Of the tables.
  std::size_t bytes() const;

 private:
  /// weight times a product of masses, by its places among the row's masses. The axes' ranges of y are
  /// [x_low, x_low + x_size) and [y_low, y_low + y_size); forward moves count those of [from, to).
  struct Product {
    int x_low, x_size, y_low, y_size;
    int x_from, x_to, y_from, y_to;
    std::size_t x_at, y_at;
  };
  /// The proposals of all sites (i, .) of one i: those of (i, j) are products[first[j]] .. products[first[j +
  /// 1]].
  struct Row {
    std::vector<std::size_t> first;
    std::vector<Product> products;
    std::vector<double> x, y;  ///< masses
  };
  struct Reverse;
  /// Sites [from, to) of an axis.
  struct Reach {
    int from, to;
  };

  void tabulate(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                const GradientNoise& noise, std::uint64_t step);
  void add_site(Row& row, const std::vector<ProductMass>& proposal, double least_back) const;
  void weigh(double least, double most);
  void find_reach();
  double mass(std::size_t from, int i, int j) const;
  double weighted_x(int i, std::size_t j, std::size_t a) const;
  double mass_y(int i, std::size_t j, std::size_t b) const;
  bool fast() const { return !moves_ && (!metropolis_ || single_); }
  /// Sites [x_from, x_to) x [y_from, y_to).
  struct Box {
    int x_from, x_to, y_from, y_to;
  };
  Box reached(std::size_t from) const;
  template <class Visit>
  void for_sites(const Box& box, Visit visit) const;
  void accepted_row(std::size_t from, const Box& box, std::vector<double>& out) const;
  void gather(int begin, int end, std::span<const double> mu, double* out) const;
  void gather_metropolis(int begin, int end, std::span<const double> mu, double* out,
                         const ThreadPool& pool) const;
  std::vector<double> scatter(std::span<const double> mu, ThreadPool& pool) const;
  void find_acceptance(ThreadPool& pool);
  void find_unadjusted_acceptance();
  void find_metropolis_acceptance(ThreadPool& pool);

  /// Rows of sites whose tables and sums fit into the cache.
  static constexpr std::size_t rows_at_once = 32;
  /// Pieces of work whose sums are added in order.
  static constexpr std::size_t pieces = 8;

  Sides sides_;
  bool metropolis_;
  bool single_ = true;  ///< every proposal is one product
  double cut_;
  std::vector<Row> rows_;
  std::vector<Reach> x_reach_, y_reach_;  ///< of the moves from all sites (i, .), and from all (., j)
  std::optional<SquareMatrix> moves_;     ///< with an auxiliary variable, in place of the rows
  std::vector<double> energies_;
  std::vector<double> weights_;  ///< e^(least E - E) where all of them are normal numbers, else
  std::vector<std::int64_t>
      exponents_;  ///< that in [1, 2) times two to the power of these; empty where not needed
  std::vector<double> acceptance_;
};

}  // namespace ergo
