#include "core/site_targets/quadratic_target.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/site_targets/seeded_matrix.h"
#include "core/sites/site_graph.h"

namespace ergo {

namespace {

class QuadraticTarget : public SiteTarget {
 public:
  QuadraticTarget(int sites, int values, double b, const std::vector<double>& w)
      : SiteTarget(sites, values, SiteCoding::numbers), b_(b) {
    const auto d = static_cast<std::size_t>(sites);
    for (std::size_t i = 0; i < d; ++i) {
      rows_.emplace_back();
      diagonal_.push_back(w[i * d + i]);
      for (std::size_t k = 0; k < d; ++k)
        if (w[i * d + k] != 0) rows_.back().push_back({k, w[i * d + k]});
    }
  }

  double energy(ConfigurationView x) const override {
    double energy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) energy += (x[i] - b_) * slope(x, i) / 2;
    return energy;
  }

  void changes(ConfigurationView x, int site, std::span<double> changes) const override {
    const auto i = static_cast<std::size_t>(site);
    const double slope = this->slope(x, i);
    for (std::size_t v = 0; v < changes.size(); ++v) {
      const double step = static_cast<double>(v) - x[i];
      changes[v] = step * (slope + diagonal_[i] * step / 2);
    }
  }

  void gradient(ConfigurationView x, std::span<double> gradient) const override {
    for (std::size_t i = 0; i < x.size(); ++i) gradient[i] = slope(x, i);
  }

  /// As shaders/site_targets/lattice_gaussian_nd.glsl reads it. Nothing where b is farther outside than the lattice is
  /// wide: in single precision slopes are too coarse there.
  SiteKernelData kernel_data() const override {
    const int widest = values() - 1;
    if (b_ < -widest || b_ > 2 * widest) return {};
    const int n = sites(), log_bits = kernel_log_bits(values());
    SiteKernelData data{{b_}, {}};
    data.numbers.insert(data.numbers.end(), diagonal_.begin(), diagonal_.end());
    int next = n + 1;
    for (const auto& row : rows_) {
      const int entries = static_cast<int>(row.size()), loops = entries + 1;
      data.links.push_back(next);
      next += 2 * entries;
      data.loops.slope = std::max(data.loops.slope, loops);
      data.loops.slopes += loops;
    }
    data.loops.change = data.loops.slope;
    data.loops.sums = n + 1 + data.loops.slopes;
    data.links.push_back(next);
    for (const auto& row : rows_)
      for (const Entry& entry : row) {
        data.links.push_back(static_cast<int>(entry.site) << log_bits);
        data.links.push_back(static_cast<int>(data.numbers.size()));
        data.numbers.push_back(entry.weight);
      }
    return data;
  }

  SiteWork work() const override {
    double entries = 0;
    for (const auto& row : rows_) entries += static_cast<double>(row.size());
    return {4.0 * sites() + entries, entries / sites() + 2.0 * values()};
  }

  std::vector<double> constant_hessian() const override {
    std::vector<double> hessian(rows_.size() * rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (const Entry& entry : rows_[i]) hessian[i * rows_.size() + entry.site] = entry.weight;
    return hessian;
  }

  std::vector<std::vector<int>> blocks() const override {
    SiteGraph graph{sites(), {}};
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (const Entry& entry : rows_[i])
        if (entry.site > i) graph.pairs.push_back({static_cast<int>(i), static_cast<int>(entry.site)});
    return independent_blocks(graph);
  }

 private:
  struct Entry {
    std::size_t site;
    double weight;
  };

  /// dE/dx_i = sum_k W_ik (x_k - b)
  double slope(ConfigurationView x, std::size_t i) const {
    double sum = 0;
    for (const auto& [site, weight] : rows_[i]) sum += weight * (x[site] - b_);
    return sum;
  }

  double b_;
  std::vector<std::vector<Entry>> rows_;  ///< of W, without zeros
  std::vector<double> diagonal_;
};

double variance_along(std::size_t i, std::size_t d, double spread) {
  return d == 1 ? 1 : 1 + (spread - 1) * static_cast<double>(i) / static_cast<double>(d - 1);
}

}  // namespace

std::shared_ptr<const SiteTarget> lattice_gaussian_target(int values, double b,
                                                          const std::vector<double>& w) {
  if (values < 2 || values > 256)
    throw illegal_value("number of values", std::to_string(values), range_words(2, 256), "");
  const auto d = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(w.size()))));
  if (d == 0 || d * d != w.size())
    throw illegal_value("number of entries of W", std::to_string(w.size()), "a square", "");
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t k = 0; k < d; ++k)
      if (!std::isfinite(w[i * d + k]) || w[i * d + k] != w[k * d + i])
        throw illegal_value("entry of W", number_text(w[i * d + k]),
                            "finite and the same as across the diagonal", "");
  if (!std::isfinite(b)) throw illegal_value("mean", number_text(b), "finite", "");
  return std::make_shared<QuadraticTarget>(static_cast<int>(d), values, b, w);
}

std::vector<double> rotated_precision(int dimensions, double spread, std::uint64_t seed) {
  const auto d = static_cast<std::size_t>(dimensions);
  const auto p = orthogonal_rows(d, seed);
  std::vector<double> w(d * d);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t k = i; k < d; ++k) {
      for (std::size_t along = 0; along < d; ++along)
        w[i * d + k] += p[along][i] * p[along][k] / variance_along(along, d, spread);
      w[k * d + i] = w[i * d + k];
    }
  return w;
}

std::vector<double> cyclic_precision(int dimensions, double spread, std::uint64_t seed) {
  const auto d = static_cast<std::size_t>(dimensions);
  std::vector<double> w(d * d);
  const auto scale = [&](std::size_t i) { return 1 / std::sqrt(variance_along(i, d, spread)); };
  for (std::size_t i = 0; i < d; ++i) {
    w[i * d + i] = scale(i) * scale(i);
    const std::size_t next = (i + 1) % d;
    if (next < i && d < 3) continue;  // two sites are neighbours once
    if (next != i)
      w[i * d + next] = w[next * d + i] = 0.2 * normal_entry(seed, 0, i) * scale(i) * scale(next);
  }
  return w;
}

}  // namespace ergo
