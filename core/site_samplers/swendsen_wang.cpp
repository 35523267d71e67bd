// Swendsen-Wang clusters (Swendsen & Wang 1987) for E = -K sum_pairs [x_i = x_j] - sum_i f(x_i), K >= 0;
// Ising K = 2J. Joint distribution with bonds b (Edwards & Sokal 1988):
//   p(x, b) ∝ prod_pairs ((1 - e^-K) [b = 1][x_i = x_j] + e^-K [b = 0]) prod_i e^f(x_i).
// Given x, a pair of equal sites is bound with probability 1 - e^-K. Given the bonds, each cluster C of bound
// sites takes one value v with probability ∝ e^(|C| f(v)), independently. So fields need neither a ghost spin
// nor a Metropolis step.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/sites/site_units.h"

namespace ergo {
namespace {

/// The cluster of each site, as the number of its first site.
class Clusters {
 public:
  explicit Clusters(std::span<int> parents) : parents_(parents) {
    std::iota(parents.begin(), parents.end(), 0);
  }
  std::size_t first_of(int site) const {
    while (at(site) != site) site = at(site) = at(at(site));
    return static_cast<std::size_t>(site);
  }
  void bind(SitePair pair) {
    const auto a = first_of(pair.first), b = first_of(pair.second);
    parents_[std::max(a, b)] = static_cast<int>(std::min(a, b));
  }

 private:
  int& at(int site) const { return parents_[static_cast<std::size_t>(site)]; }
  std::span<int> parents_;
};

class SwendsenWang : public SiteSampler {
 public:
  explicit SwendsenWang(std::shared_ptr<const SiteTarget> target)
      : SiteSampler(std::move(target)),
        model_(*this->target().pairs()),
        bound_(-std::expm1(-model_.attraction)) {}

  SamplerKernelData kernel_data() const override { return {.notes = 2 * target().sites()}; }

  SiteStepReport step(SiteChain& chain, const SiteDraws& draws) const override {
    auto& room = chain.room;
    const std::size_t n = chain.x.size(), pairs = model_.pairs.size();
    const auto uniforms = room.first(room.uniforms, pairs + n);
    draws.fill(uniforms);
    Clusters clusters(room.first(room.labels, n));
    for (std::size_t k = 0; k < pairs; ++k)
      if (equal(chain.x, model_.pairs[k]) && uniforms[k] < bound_) clusters.bind(model_.pairs[k]);
    const auto sizes = room.first(room.gradient, n);
    std::ranges::fill(sizes, 0);
    for (std::size_t site = 0; site < n; ++site) ++sizes[clusters.first_of(static_cast<int>(site))];
    SiteStepReport report;
    for (std::size_t site = 0; site < n; ++site) {
      const std::size_t first = clusters.first_of(static_cast<int>(site));
      room.proposal[site] =
          first == site ? drawn(sizes[site], uniforms[pairs + site], room.forward) : room.proposal[first];
      report.proposed += room.proposal[site] != chain.x[site];
    }
    report.changed = report.proposed;
    chain.x.swap(room.proposal);
    report.energy = chain.energy = target().energy(chain.x);
    return report;
  }

  void outcomes(ConfigurationView x, std::uint64_t, const SiteOutcomes& tell) const override {
    std::vector<SitePair> equals;
    for (const SitePair& pair : model_.pairs)
      if (equal(x, pair)) equals.push_back(pair);
    require_few_outcomes(2, static_cast<double>(equals.size()));
    Configuration y(x.begin(), x.end());
    std::vector<int> parents(x.size());
    for (std::uint64_t bonds = 0; bonds < std::uint64_t{1} << equals.size(); ++bonds) {
      Clusters clusters(parents);
      double probability = 1;
      for (std::size_t k = 0; k < equals.size(); ++k) {
        const bool binds = bonds >> k & 1;
        probability *= binds ? bound_ : 1 - bound_;
        if (binds) clusters.bind(equals[k]);
      }
      if (probability > 0) each_value(clusters, 0, probability, y, tell);
    }
  }

 private:
  static bool equal(ConfigurationView x, SitePair pair) {
    return x[static_cast<std::size_t>(pair.first)] == x[static_cast<std::size_t>(pair.second)];
  }

  /// Probabilities of the values of a cluster, into `room`.
  std::span<const double> probabilities(double size, std::span<double> room) const {
    const auto p = room.first(model_.field.size());
    const double most = *std::ranges::max_element(model_.field);
    double sum = 0;
    for (std::size_t v = 0; v < p.size(); ++v) sum += p[v] = std::exp(size * (model_.field[v] - most));
    for (double& probability : p) probability /= sum;
    return p;
  }

  std::uint8_t drawn(double size, double uniform, std::span<double> room) const {
    const auto p = probabilities(size, room);
    std::size_t value = 0;
    while (value + 1 < p.size() && (uniform -= p[value]) >= 0) ++value;
    return static_cast<std::uint8_t>(value);
  }

  /// All values of the clusters that begin at `site` or later.
  void each_value(const Clusters& clusters, std::size_t site, double probability, Configuration& y,
                  const SiteOutcomes& tell) const {
    if (site == y.size()) return tell({y, probability, 1});
    const std::size_t first = clusters.first_of(static_cast<int>(site));
    if (first != site) {
      y[site] = y[first];
      return each_value(clusters, site + 1, probability, y, tell);
    }
    double size = 0;
    for (std::size_t other = site; other < y.size(); ++other)
      size += clusters.first_of(static_cast<int>(other)) == site;
    std::vector<double> room(model_.field.size());
    const auto p = probabilities(size, room);
    for (std::size_t v = 0; v < p.size(); ++v) {
      y[site] = static_cast<std::uint8_t>(v);
      each_value(clusters, site + 1, probability * p[v], y, tell);
    }
  }

  const PairModel& model_;
  double bound_;
};

}  // namespace

SiteSamplerUnit swendsen_wang_unit() {
  return {.id = "swendsen_wang",
          .title = "Swendsen-Wang",
          .doc = "For `E = −K Σ [x_i = x_j] − Σ f(x_i)` with K ≥ 0, the first sum over pairs: K = 2J of spins, K = J "
                 "of classes. Binds equal neighbours with probability `1 − e^(−K)`, then gives each cluster of bound "
                 "sites a new value, `P(v) ∝ e^(m f(v))` for m sites. A step is one pass over all pairs and counts as "
                 "one gradient evaluation.",
          .source = "Swendsen & Wang 1987; Edwards & Sokal 1988 with a field",
          .parameters = {},
          .needs = {.attracting_pairs = true},
          .make = [](std::shared_ptr<const SiteTarget> target, const Parameters&)
              -> std::unique_ptr<SiteSampler> { return std::make_unique<SwendsenWang>(std::move(target)); },
          .cost = one_gradient,
          .passes = [](const Parameters&) { return SitePasses{.pairs = 1}; }};
}

}  // namespace ergo
