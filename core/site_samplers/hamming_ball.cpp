// Hamming-ball sampler (Titsias & Yau 2017) of radius 1: u is drawn uniformly from the configurations that differ
// from x at no more than one site, then y from p among those that differ from u at no more than one site.
// Both balls are of the same size for all centres, and x is in the second one: y|u is a draw from p(. | u),
// so p is kept, in detailed balance.
#include <algorithm>
#include <cmath>

#include "core/maths/elementary.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

class HammingBall : public SiteSampler {
 public:
  using SiteSampler::SiteSampler;

  SiteStepReport step(SiteChain& chain, const SiteDraws& draws) const override {
    auto& room = chain.room;
    Configuration& u = room.proposal;
    u = chain.x;
    move(u, static_cast<std::size_t>(draws(0) * static_cast<double>(ball_size())));
    const auto p = room.first(room.backward, ball_size());
    ball(u, room.forward, p);
    double left = draws(1);
    std::size_t choice = 0;
    while (choice + 1 < p.size() && (left -= p[choice]) >= 0) ++choice;
    move(u, choice);
    SiteStepReport report;
    for (std::size_t site = 0; site < u.size(); ++site) report.proposed += u[site] != chain.x[site];
    report.changed = report.proposed;
    chain.x.swap(u);
    report.energy = chain.energy = target().energy(chain.x);
    return report;
  }

  void outcomes(ConfigurationView x, std::uint64_t, const SiteOutcomes& tell) const override {
    std::vector<double> p(ball_size()), room(x.size() * static_cast<std::size_t>(target().values()));
    for (std::size_t first = 0; first < ball_size(); ++first) {
      Configuration u(x.begin(), x.end());
      move(u, first);
      ball(u, room, p);
      for (std::size_t second = 0; second < ball_size(); ++second) {
        Configuration y = u;
        move(y, second);
        tell({y, p[second] / static_cast<double>(ball_size()), 1});
      }
    }
  }

 private:
  std::size_t others() const { return static_cast<std::size_t>(target().values() - 1); }
  /// The centre and n (q - 1) configurations at distance 1, numbered 0 and 1 + (q - 1) site + place of the
  /// value.
  std::size_t ball_size() const { return 1 + static_cast<std::size_t>(target().sites()) * others(); }

  void move(Configuration& x, std::size_t choice) const {
    if (choice == 0) return;
    std::uint8_t& value = x[(choice - 1) / others()];
    const std::size_t place = (choice - 1) % others();
    value = static_cast<std::uint8_t>(place + (place >= value));
  }

  /// p restricted to the ball around `centre`; `changes` is room for the changes of E.
  void ball(ConfigurationView centre, std::span<double> changes, std::span<double> p) const {
    target().all_changes(centre, changes);
    std::size_t next = 0;
    p[next++] = 0;
    for (std::size_t site = 0; site < centre.size(); ++site)
      for (std::size_t v = 0; v <= others(); ++v)
        if (v != centre[site]) p[next++] = -changes[site * (others() + 1) + v];
    const double top = *std::ranges::max_element(p);
    double sum = 0;
    for (double& weight : p) sum += weight = maths::exp(weight - top);
    for (double& weight : p) weight /= sum;
  }
};

}  // namespace

SiteSamplerUnit hamming_ball_unit() {
  return {.id = "hamming_ball",
          .title = "Hamming ball",
          .doc =
              "Changes one site at random or none, then draws from the target among all that differ from this at one "
              "site or none: u uniform where `|u − x|₀ ≤ 1`, then `P(y | u) ∝ e^(−E(y))` where `|y − u|₀ ≤ 1`.",
          .source = "Titsias & Yau 2017, radius 1 and one block",
          .parameters = {},
          .needs = {},
          .make = [](std::shared_ptr<const SiteTarget> target, const Parameters&)
              -> std::unique_ptr<SiteSampler> { return std::make_unique<HammingBall>(std::move(target)); },
          .cost = one_gradient,
          .passes = [](const Parameters&) { return SitePasses{0, 3}; }};
}

}  // namespace ergo
