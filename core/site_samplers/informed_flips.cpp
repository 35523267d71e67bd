// Locally balanced flips. A change of one site to another value, of all such, is drawn with a weight w.
//
// LB-1: w = e^(-(change of E)/2) (Zanella 2020 with g(t) = sqrt(t)).
//
// GWG: w = e^(-(first-order change of E)/2) (Grathwohl et al. 2021). GWG-X draws X changes independently and
// makes each drawn one once.
//
// Acceptance min(1, e^(E(x) - E(y)) prod_k w_y(back_k)/w_x(k) (sum w_x)^X/(sum w_y)^X) over the X drawn
// changes k, whose sequence is the way there and, turned round, the way back.
#include <cmath>

#include "core/base/error.h"
#include "core/site_samplers/metropolis_sites.h"
#include "core/site_samplers/site_moves.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

class InformedFlips : public MetropolisSites {
 public:
  InformedFlips(std::shared_ptr<const SiteTarget> target, int flips, bool first_order)
      : MetropolisSites(std::move(target), true),
        all_(this->target()),
        flips_(flips),
        first_order_(first_order) {
    if (flips > 1 && this->target().values() > 2)
      throw illegal_value("flips", std::to_string(flips), "1 where sites have more than two values", "gwg");
  }

  void outcomes(ConfigurationView x, std::uint64_t, const SiteOutcomes& tell) const override {
    require_few_outcomes(static_cast<double>(all_.count()), flips_);
    const std::size_t n = x.size(), width = n * static_cast<std::size_t>(target().values());
    std::vector<double> gradient(width), there(all_.count()), back(all_.count());
    std::vector<int> moves(static_cast<std::size_t>(flips_));
    probabilities(x, gradient, there);
    Configuration y;
    const double energy = target().energy(x);
    const std::function<void(std::size_t, double)> go_on = [&](std::size_t drawn, double probability) {
      if (drawn < moves.size()) {
        for (std::size_t move = 0; move < there.size(); ++move) {
          moves[drawn] = static_cast<int>(move);
          go_on(drawn + 1, probability * there[move]);
        }
        return;
      }
      y.assign(x.begin(), x.end());
      make(moves, x, y);
      probabilities(y, gradient, back);
      tell({y, probability, acceptance(energy, target().energy(y), log_ratio(moves, x, y, there, back))});
    };
    go_on(0, 1);
  }

  bool change_probabilities(ConfigurationView x, std::uint64_t, std::span<double> changes) const override {
    std::vector<double> room(x.size() * static_cast<std::size_t>(target().values())), moves(all_.count());
    probabilities(x, room, moves);
    for (std::size_t site = 0; site < x.size(); ++site) {
      double drawn = 0;  // by one of the X draws
      for (std::size_t v = 0; v < all_.others(); ++v) drawn += moves[site * all_.others() + v];
      changes[site] = 1 - std::pow(1 - drawn, flips_);
    }
    return true;
  }

 private:
  /// Probability of each move at x; `room` is for a gradient or changes.
  void probabilities(ConfigurationView x, std::span<double> room, std::span<double> moves) const {
    if (first_order_)
      all_.halved_first_order(x, room, moves);
    else
      all_.halved_changes(x, room, moves);
    normalise_logits(moves);
  }

  void make(std::span<const int> moves, ConfigurationView x, Configuration& y) const {
    for (const int move : moves) {
      const auto number = static_cast<std::size_t>(move);
      y[all_.site(number)] = all_.value(number, x[all_.site(number)]);
    }
  }

  double log_ratio(std::span<const int> moves, ConfigurationView x, ConfigurationView y,
                   std::span<const double> there, std::span<const double> back) const {
    double ratio = 0;
    for (const int move : moves) {
      const auto number = static_cast<std::size_t>(move);
      const std::size_t site = all_.site(number);
      ratio += std::log(back[all_.to(site, y[site], x[site])] / there[number]);
    }
    return ratio;
  }

  double propose(SiteChain& chain, const SiteDraws& draws) const override {
    auto& room = chain.room;
    const auto there = room.first(room.forward, all_.count()), back = room.first(room.backward, all_.count());
    probabilities(chain.x, room.gradient, there);
    room.proposal = chain.x;
    const auto moves = room.first(room.labels, static_cast<std::size_t>(flips_));
    for (std::size_t k = 0; k < moves.size(); ++k)
      moves[k] = static_cast<int>(drawn_place(there, draws(static_cast<std::uint32_t>(k))));
    make(moves, chain.x, room.proposal);
    probabilities(room.proposal, room.gradient, back);
    return log_ratio(moves, chain.x, room.proposal, there, back);
  }

  SiteMoves all_;
  int flips_;
  bool first_order_;
};

}  // namespace

SiteSamplerUnit gwg_unit() {
  return {
      .id = "gwg",
      .title = "Gibbs with gradients",
      .doc = "Draws the sites to change by the gradient, several with replacement, then accepts or rejects. A change "
             "of a site from x_i to v has the weight `w_x ∝ e^(−∂E/∂x_i (v − x_i)/2)`. Acceptance "
             "`min(1, e^(E(x) − E(y)) Π w_y/w_x)`, with the normalised weights of the drawn changes and of those back.",
      .source = "Grathwohl et al. 2021",
      .parameters =
          {{.id = "flips",
            .title = "Drawn changes",
            .symbol = "X",
            .unit = "sites",
            .doc = "Sites drawn for a proposal; one drawn twice changes once. Above 1 for two values only.",
            .initial = 1,
            .hard = {1, 64},
            .slider = {1, 16},
            .kind = Kind::integer}},
      .needs = {},
      .make = [](std::shared_ptr<const SiteTarget> target,
                 const Parameters& p) -> std::unique_ptr<SiteSampler> {
        return std::make_unique<InformedFlips>(std::move(target), p.integer("flips"), true);
      },
      .cost = one_gradient,
      .rejects = true,
      .passes = [](const Parameters& p) { return SitePasses{4 + 2 * p.integer("flips"), 0}; }};
}

SiteSamplerUnit lb1_sites_unit() {
  return {
      .id = "lb1_sites",
      .title = "Locally balanced flips",
      .doc =
          "Draws one change of a site among all by the square root of its probability ratio, "
          "`w(y | x) = √(p(y)/p(x)) = e^((E(x) − E(y))/2)`, and accepts it with probability `min(1, Z(x)/Z(y))`, "
          "`Z(x) = Σ w(y | x)`.",
      .source = "Zanella 2020",
      .parameters = {},
      .needs = {},
      .make = [](std::shared_ptr<const SiteTarget> target,
                 const Parameters&) -> std::unique_ptr<SiteSampler> {
        return std::make_unique<InformedFlips>(std::move(target), 1, false);
      },
      .cost = one_gradient,
      .rejects = true,
      .passes = [](const Parameters&) { return SitePasses{0, 5}; }};
}

}  // namespace ergo
