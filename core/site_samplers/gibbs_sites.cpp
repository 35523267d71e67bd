// Gibbs samplers of single sites (Geman & Geman 1984): an update of site i draws x_i from
//   p(x_i = v | the others) ∝ e^(-(change of E to v)).
// A step makes several updates: of sites drawn anew for each (random scan); of the sites in turn, update u of
// the whole run being of site u mod n (systematic scan); of all sites, block after block of independent ones
// (block Gibbs).
#include <algorithm>
#include <array>
#include <numeric>

#include "core/maths/elementary.h"
#include "core/site_samplers/hidden_gibbs.h"
#include "core/sites/site_counts.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

/// Conditional probabilities of a site's values, from the changes of E to them.
void to_probabilities(std::span<double> changes) {
  const double least = *std::ranges::min_element(changes);
  double sum = 0;
  for (double& change : changes) sum += change = maths::exp(least - change);
  for (double& probability : changes) probability /= sum;
}

class GibbsSites : public SiteSampler {
 public:
  /// `order`: the sites of consecutive updates, again and again; empty for random ones.
  GibbsSites(std::shared_ptr<const SiteTarget> target, std::vector<int> order, std::uint64_t updates)
      : SiteSampler(std::move(target)), order_(std::move(order)), updates_(updates) {
    if (const SiteKinds* kinds = this->target().kinds())
      for (std::size_t kind = 0; kind < kinds->values.size(); ++kind) {
        const double change = kinds->gradient[kind];
        std::array<double, 2> values = {kinds->values[kind] == 0 ? 0 : -change,
                                        kinds->values[kind] == 0 ? change : 0};
        to_probabilities(values);
        zero_probabilities_.push_back(values[0]);
      }
  }

  SiteStepReport step(SiteChain& chain, const SiteDraws& draws) const override {
    SiteStepReport report;
    Configuration& before = chain.room.proposal;
    before = chain.x;
    std::array<double, 256> room;  // two for each update: the site, its value
    for (std::uint64_t begin = 0; begin < updates_; begin += room.size() / 2) {
      const auto uniforms = std::span(room).first(std::min<std::size_t>(room.size(), 2 * (updates_ - begin)));
      draws.fill(uniforms, static_cast<std::uint32_t>(2 * begin));
      for (std::size_t k = 0; k < uniforms.size(); k += 2) {
        const int site = order_.empty() ? static_cast<int>(uniforms[k] * target().sites())
                                        : site_at(draws.step(), begin + k / 2);
        set(chain, static_cast<std::size_t>(site), uniforms[k + 1]);
      }
    }
    if (by_kinds()) chain.energy = target().energy(chain.x);
    report.proposed = differing(before, chain.x);
    report.changed = report.proposed;
    report.energy = chain.energy;
    return report;
  }

  void outcomes(ConfigurationView x, std::uint64_t step, const SiteOutcomes& tell) const override {
    require_few_outcomes(target().values() * (order_.empty() ? target().sites() : 1),
                         static_cast<double>(updates_));
    Configuration y(x.begin(), x.end());
    go_on(y, step, 0, 1, tell);
  }

  bool change_probabilities(ConfigurationView x, std::uint64_t step,
                            std::span<double> probabilities) const override {
    if (updates_ > 1) return false;
    std::vector<double> conditional(static_cast<std::size_t>(target().values()));
    for (std::size_t site = 0; site < x.size(); ++site) {
      target().changes(x, static_cast<int>(site), conditional);
      to_probabilities(conditional);
      probabilities[site] = (1 - conditional[x[site]]) * drawn_at(step, static_cast<int>(site));
    }
    return true;
  }

  std::uint64_t period() const override {
    const std::uint64_t n = order_.size();
    return n == 0 ? 1 : n / std::gcd(n, updates_);
  }
  bool reversible() const override { return order_.empty() || updates_ == 1; }

 private:
  /// Probability that the first update of a step is of this site.
  double drawn_at(std::uint64_t step, int site) const {
    return order_.empty() ? 1.0 / target().sites() : site_at(step, 0) == site;
  }

  int site_at(std::uint64_t step, std::uint64_t update) const {
    return order_[(step * updates_ + update) % order_.size()];
  }

  bool by_kinds() const { return !zero_probabilities_.empty(); }

  /// Draws a site's value by one uniform. E is carried along by its changes, unless sites are known by their
  /// kinds.
  void set(SiteChain& chain, std::size_t site, double uniform) const {
    if (by_kinds()) {
      chain.x[site] = uniform - zero_probabilities_[target().kind(chain.x, site)] >= 0;
      return;
    }
    const auto q = static_cast<std::size_t>(target().values());
    auto& room = chain.room;
    const auto changes = room.first(room.forward, q), probabilities = room.first(room.backward, q);
    target().changes(chain.x, static_cast<int>(site), changes);
    std::ranges::copy(changes, probabilities.begin());
    to_probabilities(probabilities);
    std::size_t value = 0;
    while (value + 1 < q && (uniform -= probabilities[value]) >= 0) ++value;
    chain.energy += changes[value];
    chain.x[site] = static_cast<std::uint8_t>(value);
  }

  void go_on(Configuration& y, std::uint64_t step, std::uint64_t update, double probability,
             const SiteOutcomes& tell) const {
    if (update == updates_) return tell({y, probability, 1});
    if (!order_.empty()) return branch(y, site_at(step, update), step, update, probability, tell);
    for (int site = 0; site < target().sites(); ++site)
      branch(y, site, step, update, probability / target().sites(), tell);
  }

  void branch(Configuration& y, int site, std::uint64_t step, std::uint64_t update, double probability,
              const SiteOutcomes& tell) const {
    std::vector<double> conditional(static_cast<std::size_t>(target().values()));
    target().changes(y, site, conditional);
    to_probabilities(conditional);
    std::uint8_t& value = y[static_cast<std::size_t>(site)];
    const std::uint8_t before = value;
    for (std::size_t v = 0; v < conditional.size(); ++v) {
      value = static_cast<std::uint8_t>(v);
      go_on(y, step, update + 1, probability * conditional[v], tell);
    }
    value = before;
  }

  std::vector<int> order_;
  std::uint64_t updates_;
  std::vector<double>
      zero_probabilities_;  ///< of value 0 for a site of each kind; none if the target knows no kinds
};

std::unique_ptr<SiteSampler> single_sites(std::shared_ptr<const SiteTarget> target, const Parameters& p) {
  std::vector<int> order;
  if (p.integer("scan") == 1) {
    order.resize(static_cast<std::size_t>(target->sites()));
    std::iota(order.begin(), order.end(), 0);
  }
  return std::make_unique<GibbsSites>(std::move(target), std::move(order), p.integer("updates"));
}

std::unique_ptr<SiteSampler> blocks(std::shared_ptr<const SiteTarget> target, const Parameters&) {
  if (target->hidden_layer()) return make_hidden_gibbs(std::move(target));
  std::vector<int> order;
  for (const auto& block : target->blocks()) order.insert(order.end(), block.begin(), block.end());
  const std::uint64_t updates = order.size();
  return std::make_unique<GibbsSites>(std::move(target), std::move(order), updates);
}

}  // namespace

SiteSamplerUnit gibbs_sites_unit() {
  return {.id = "gibbs_sites",
          .title = "Gibbs",
          .doc = "Draws one site after the other from its distribution given all others, "
                 "`P(x_i = v | others) ∝ e^(−Δ_v)`, Δ_v being the change of E to v. Of n sites, an update costs 1/n of "
                 "a gradient evaluation, as the gradient does for all sites what it does for one.",
          .source = "Geman & Geman 1984",
          .parameters = {{.id = "scan",
                          .title = "Scan",
                          .symbol = "·",
                          .doc = "random: a site drawn anew for each update. systematic: the sites in turn.",
                          .initial = 0,
                          .hard = {0, 1},
                          .slider = {0, 1},
                          .kind = Kind::choice,
                          .choices = {"random", "systematic"}},
                         {.id = "updates",
                          .title = "Updates",
                          .symbol = "u",
                          .unit = "sites",
                          .doc = "Sites drawn in one step.",
                          .initial = 1,
                          .hard = {1, 65536},
                          .slider = {1, 256},
                          .kind = Kind::integer}},
          .needs = {},
          .make = single_sites,
          .cost = [](const Parameters& p) { return SiteCost{.single_sites = p["updates"]}; }};
}

SiteSamplerUnit block_gibbs_unit() {
  return {.id = "block_gibbs",
          .title = "Block Gibbs",
          .doc =
              "Draws all sites in one step, block by block of sites that are independent given the others: "
              "`P(x_i = v | others) ∝ e^(−Δ_v)`, Δ_v being the change of E to v. Where there are hidden units, these "
              "and then the sites: `h ~ p(h | x)`, `x ~ p(x | h)`. Either costs one gradient evaluation.",
          .source = "Geman & Geman 1984; Hinton 2002 for hidden units",
          .parameters = {},
          .needs = {.blocks_or_hidden = true},
          .make = blocks,
          .cost = one_gradient,
          .passes = [](const Parameters&) { return SitePasses{0, 3}; }};
}

}  // namespace ergo
