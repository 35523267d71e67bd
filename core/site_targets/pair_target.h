#pragma once

#include <memory>

#include "core/sites/neighbours.h"
#include "core/sites/site_graph.h"

namespace ergo {

/// Sites that interact in pairs, the same for all:
///   E(x) = -K sum_pairs [x_i = x_j] - sum_i f(x_i) + const.
/// The extension of E to classes is -K sum_pairs e_i.e_j - sum_i f.e_i, that to numbers, q = 2, the one
/// multilinear in x_i. Both are quadratic, and along one site linear: a gradient tells the changes of E at
/// one site exactly.
class PairTarget : public SiteTarget {
 public:
  /// field[v] = f(v) for all q values. Throws Error for fewer than 2 or more than 256 values, numbers with
  /// more than 2, and K or f beyond 20 in size.
  PairTarget(const SiteGraph& graph, SiteCoding coding, double attraction, std::vector<double> field,
             double constant);

  double energy(ConfigurationView x) const override;
  void changes(ConfigurationView x, int site, std::span<double> changes) const override;
  void gradient(ConfigurationView x, std::span<double> gradient) const override;
  const SiteKinds* kinds() const override { return kinds_.values.empty() ? nullptr : &kinds_; }
  std::uint16_t kind(ConfigurationView x, std::size_t site) const override;
  void find_kinds(ConfigurationView x, std::span<std::uint16_t> kinds) const override;
  std::vector<double> constant_hessian() const override;
  SiteKernelData kernel_data() const override;
  const PairModel* pairs() const override { return &model_; }
  std::vector<std::vector<int>> blocks() const override {
    return independent_blocks({sites(), model_.pairs});
  }

 private:
  /// -K (number of neighbours with value v) - f(v), into terms[v].
  void terms(ConfigurationView x, std::size_t site, std::span<double> terms) const;
  /// dE/dx of a site whose neighbours' spins have this sum.
  double slope(int spin_sum) const {
    return -model_.attraction * spin_sum - (model_.field[1] - model_.field[0]);
  }
  /// The kind of a site of this value.
  static std::uint16_t kind_of(int value, int spin_sum, int most) {
    return static_cast<std::uint16_t>((2 * most + 1) * value + most + spin_sum);
  }
  void list_kinds();

  PairModel model_;
  double constant_;
  SiteKinds kinds_;
};

/// log p = J sum_pairs s s' + h sum_i s_i + const with spins s = 2x - 1: K = 2J, f = (-h, h). In DLP's U = a
/// s'W s + b sum s, with each pair twice in s'W s, J = 2a and h = b. Throws Error for couplings and fields
/// beyond 10.
std::shared_ptr<const SiteTarget> ising_target(const SiteGraph& graph, double coupling, double field);

}  // namespace ergo
