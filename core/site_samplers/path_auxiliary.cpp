// Path-auxiliary samplers (Sun, Dai, Xia & Ramamurthy 2022). A proposal is the end of a path of L changes,
// L uniform on 1 .. 2U - 1, each of one site to another value; the path turned round is the way back.
//
// Full path, x = x_0, x_1 .. x_L = y: each change is drawn from all at x_l with the locally balanced weight
// w = e^(-(change of E)/2), with sum Z(x_l). w there/w back = e^(E(x_l) - E(x_(l+1))), so all but the ends of
//   prod_l w(x_l -> x_(l-1))/Z(x_l) / prod_l w(x_(l-1) -> x_l)/Z(x_(l-1)) = e^(E(y) - E(x)) Z(x)/Z(y)
// cancels: acceptance min(1, Z(x)/Z(y)). Of length 1 it is LB-1.
//
// Fast path: the changes are of L different sites, at most n, drawn one after the other without replacement
// by w = e^(-(first-order change of E)/2) at x, on the way back in turned order by w at y. Of length 1 it is
// GWG.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/maths/elementary.h"
#include "core/site_samplers/metropolis_sites.h"
#include "core/site_samplers/site_moves.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

class PathSites : public MetropolisSites {
 public:
  PathSites(std::shared_ptr<const SiteTarget> target, int mean_length)
      : MetropolisSites(std::move(target), true), moves_(this->target()), longest_(2 * mean_length - 1) {}

 protected:
  const SiteMoves& moves() const { return moves_; }
  int longest() const { return longest_; }
  int length(const SiteDraws& draws) const { return 1 + static_cast<int>(draws(0) * longest_); }
  /// The uniform of change number `change` = 0, 1 .. of a path.
  static double uniform(const SiteDraws& draws, int change) {
    return draws(static_cast<std::uint32_t>(change + 1));
  }

 private:
  SiteMoves moves_;
  int longest_;
};

class FullPath : public PathSites {
 public:
  using PathSites::PathSites;

  void outcomes(ConfigurationView x, std::uint64_t, const SiteOutcomes& tell) const override {
    require_few_outcomes(static_cast<double>(moves().count()), longest());
    std::vector<double> changes(x.size() * static_cast<std::size_t>(target().values()));
    Configuration y(x.begin(), x.end());
    const double energy = target().energy(x);
    double first = 0;
    const std::function<void(int, double)> go_on = [&](int made, double probability) {
      std::vector<double> weights(moves().count());
      moves().halved_changes(y, changes, weights);
      const double log_sum = normalise_logits(weights);
      if (made == 0)
        first = log_sum;
      else {
        const double end = target().energy(y);
        tell({y, probability / longest(), acceptance(energy, end, end - energy + first - log_sum)});
      }
      if (made == longest()) return;
      for (std::size_t move = 0; move < weights.size(); ++move) {
        std::uint8_t& value = y[moves().site(move)];
        const std::uint8_t before = value;
        value = moves().value(move, before);
        go_on(made + 1, probability * weights[move]);
        value = before;
      }
    };
    go_on(0, 1);
  }

 private:
  double propose(SiteChain& chain, const SiteDraws& draws) const override {
    auto& room = chain.room;
    const auto weights = room.first(room.forward, moves().count());
    const auto q = static_cast<std::size_t>(target().values());
    room.proposal = chain.x;
    moves().halved_changes(room.proposal, room.gradient, weights);
    const double first = normalise_logits(weights);
    double last = first, change = 0;
    for (int made = 0; made < length(draws); ++made) {
      const std::size_t move = drawn_place(weights, uniform(draws, made)), site = moves().site(move);
      std::uint8_t& value = room.proposal[site];
      value = moves().value(move, value);
      change += room.gradient[q * site + value];
      moves().halved_changes(room.proposal, room.gradient, weights);
      last = normalise_logits(weights);
    }
    return change + first - last;
  }
};

constexpr double taken = -std::numeric_limits<double>::infinity();

class FastPath : public PathSites {
 public:
  FastPath(std::shared_ptr<const SiteTarget> target, int mean_length)
      : PathSites(std::move(target), mean_length), most_(std::min(longest(), this->target().sites())) {}

  void outcomes(ConfigurationView x, std::uint64_t, const SiteOutcomes& tell) const override {
    require_few_outcomes(static_cast<double>(moves().count()), most_);
    std::vector<double> gradient(x.size() * static_cast<std::size_t>(target().values())),
        back(moves().count()), first(moves().count());
    moves().halved_first_order(x, gradient, first);
    std::vector<int> path;
    Configuration y(x.begin(), x.end());
    const double energy = target().energy(x);
    const std::function<void(double, double, std::vector<double>)> go_on =
        [&](double probability, double log_there, std::vector<double> logits) {
          const int made = static_cast<int>(path.size());
          if (made > 0) {
            moves().halved_first_order(y, gradient, back);
            const int lengths = made == most_ ? 1 + longest() - most_ : 1;  // that lead here
            tell({y, probability * lengths / longest(),
                  acceptance(energy, target().energy(y), log_back(path, x, y, back) - log_there)});
          }
          if (made == most_) return;
          const std::vector<double> all = logits;
          const double total = normalise_logits(logits);
          for (std::size_t move = 0; move < all.size(); ++move) {
            if (all[move] == taken) continue;
            path.push_back(static_cast<int>(move));
            y[moves().site(move)] = moves().value(move, y[moves().site(move)]);
            std::vector<double> rest = all;
            take(moves().site(move), rest);
            go_on(probability * logits[move], log_there + all[move] - total, std::move(rest));
            y[moves().site(move)] = x[moves().site(move)];
            path.pop_back();
          }
        };
    go_on(1, 0, first);
  }

 private:
  void take(std::size_t site, std::span<double> logits) const {
    std::ranges::fill(logits.subspan(site * moves().others(), moves().others()), taken);
  }

  static double log_sum(std::span<const double> logits) {
    const double top = *std::ranges::max_element(logits);
    double sum = 0;
    for (const double logit : logits) sum += maths::exp(logit - top);
    return top + std::log(sum);
  }

  /// log of the probability of the way back from y, by the logits at y, which are used up.
  double log_back(std::span<const int> path, ConfigurationView x, ConfigurationView y,
                  std::span<double> logits) const {
    double log_back = 0;
    for (std::size_t k = path.size(); k-- > 0;) {
      const std::size_t site = moves().site(static_cast<std::size_t>(path[k]));
      log_back += logits[moves().to(site, y[site], x[site])] - log_sum(logits);
      take(site, logits);
    }
    return log_back;
  }

  double propose(SiteChain& chain, const SiteDraws& draws) const override {
    auto& room = chain.room;
    const auto logits = room.first(room.forward, moves().count()),
               weights = room.first(room.backward, moves().count());
    moves().halved_first_order(chain.x, room.gradient, logits);
    room.proposal = chain.x;
    const auto path = room.first(room.labels, static_cast<std::size_t>(std::min(length(draws), most_)));
    double log_there = 0;
    for (std::size_t k = 0; k < path.size(); ++k) {
      std::ranges::copy(logits, weights.begin());
      const double total = normalise_logits(weights);
      const std::size_t move = drawn_place(weights, uniform(draws, static_cast<int>(k)));
      const std::size_t site = moves().site(move);
      path[k] = static_cast<int>(move);
      log_there += logits[move] - total;
      room.proposal[site] = moves().value(move, chain.x[site]);
      take(site, logits);
    }
    moves().halved_first_order(room.proposal, room.gradient, weights);
    return log_back(path, chain.x, room.proposal, weights) - log_there;
  }

  int most_;
};

std::unique_ptr<SiteSampler> path_auxiliary(std::shared_ptr<const SiteTarget> target, const Parameters& p) {
  const int length = p.integer("length");
  if (p.integer("path") == 0) return std::make_unique<FullPath>(std::move(target), length);
  return std::make_unique<FastPath>(std::move(target), length);
}

}  // namespace

SiteSamplerUnit pas_unit() {
  return {
      .id = "pas",
      .title = "Path-auxiliary sampler",
      .doc =
          "Proposes the end of a path of several changes, each of one site and drawn with a locally balanced "
          "weight `w(y | x) = e^((E(x) − E(y))/2)`. The path turned round gives the way back, and with it the "
          "acceptance: `min(1, Z(x)/Z(y))`, `Z(x) = Σ w(y | x)`, of the full path. A step on it costs U gradient "
          "evaluations on average, as all weights are new after each change; one on the fast path costs 1.",
      .source = "Sun, Dai, Xia & Ramamurthy 2022",
      .parameters = {{.id = "length",
                      .title = "Mean path length",
                      .symbol = "U",
                      .unit = "changes",
                      .doc = "Mean number of changes of a path. Their number is drawn from 1 to 2U − 1.",
                      .initial = 3,
                      .hard = {1, 64},
                      .slider = {1, 16},
                      .kind = Kind::integer,
                      .kernel_name = "mean_length"},
                     {.id = "path",
                      .title = "Path",
                      .symbol = "·",
                      .doc = "full: exact weights, new after each change. fast: first-order weights of the "
                             "start, of sites "
                             "that change once.",
                      .initial = 0,
                      .hard = {0, 1},
                      .slider = {0, 1},
                      .kind = Kind::choice,
                      .choices = {"full", "fast"}}},
      .needs = {},
      .make = path_auxiliary,
      // The full path finds all changes after each of its own, U on average.
      .cost = [](const Parameters& p) { return SiteCost{.gradients = p.integer("path") == 0 ? p["length"] : 1}; },
      .rejects = true,
      .passes = [](const Parameters& p) {
        const int passes = 3 * (2 * p.integer("length") - 1) + 2;
        return p.integer("path") == 0 ? SitePasses{0, passes} : SitePasses{passes, 0};
      }};
}

}  // namespace ergo
