#include "core/site_samplers/product_proposal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/maths/elementary.h"
#include "core/maths/wide.h"
#include "core/sites/site_draws.h"

namespace ergo {

namespace {

/// Weights of a site's values divided by the greatest: `stay` of the present one, and the sum of all.
struct SiteWeights {
  double top, stay, sum;
};

SiteWeights weights_of(std::span<const double> logits) {
  if (logits.size() == 1) {  // one exponential does
    const double less = maths::exp(-std::abs(logits[0]));
    return {std::max(logits[0], 0.0), logits[0] > 0 ? less : 1, 1 + less};
  }
  const double top = std::max(0.0, *std::ranges::max_element(logits));
  SiteWeights weights{top, maths::exp(-top), 0};
  for (const double logit : logits) weights.sum += maths::exp(logit - top);
  weights.sum += weights.stay;
  return weights;
}

/// Sum of logarithms, of products as long as they are finite.
class LogSum {
 public:
  void add(const SiteWeights& weights) {
    tops_ += weights.top;
    product_ *= weights.sum;
    if (product_ > 1e200) flush();
  }
  double total() {
    flush();
    return tops_;
  }

 private:
  void flush() {
    tops_ += std::log(product_);
    product_ = 1;
  }
  double tops_ = 0, product_ = 1;
};

/// Place among the logits of a value that is not the present one, and back.
std::size_t place_of(int value, int present) { return static_cast<std::size_t>(value - (value > present)); }
int value_at(std::size_t place, int present) {
  const int value = static_cast<int>(place);
  return value + (value >= present);
}

/// Whether a site with two values changes.
bool changes(const SiteWeights& weights, double uniform) {
  return !(uniform * weights.sum - weights.stay < 0);
}

/// The draw for two values, without branches that depend on what is drawn.
double draw_binary(std::span<const double> logits, ConfigurationView x, std::span<const double> uniforms,
                   std::span<std::uint8_t> y) {
  LogSum sum;
  for (std::size_t site = 0; site < x.size(); ++site) {
    const double logit = logits[site], less = maths::exp(-std::abs(logit));
    const SiteWeights weights{std::max(logit, 0.0), logit > 0 ? less : 1, 1 + less};
    sum.add(weights);
    y[site] =
        static_cast<std::uint8_t>(x[site] ^ static_cast<std::uint8_t>(changes(weights, uniforms[site])));
  }
  return sum.total();
}

int drawn_value(std::span<const double> logits, const SiteWeights& weights, int present, double uniform) {
  double left = uniform * weights.sum - weights.stay;
  if (left < 0) return present;
  std::size_t place = 0;
  for (; place + 1 < logits.size(); ++place) {
    left -= maths::exp(logits[place] - weights.top);
    if (left < 0) break;
  }
  return value_at(place, present);
}

}  // namespace

double ProductProposal::log_normaliser() const {
  const auto others = static_cast<std::size_t>(values - 1);
  LogSum sum;
  for (std::size_t at = 0; at < logits.size(); at += others) sum.add(weights_of(logits.subspan(at, others)));
  return sum.total();
}

double ProductProposal::draw(ConfigurationView x, std::span<const double> uniforms,
                             std::span<std::uint8_t> y) const {
  if (values == 2) return draw_binary(logits, x, uniforms, y);
  const auto others = static_cast<std::size_t>(values - 1);
  LogSum sum;
  for (std::size_t site = 0; site < x.size(); ++site) {
    const auto mine = logits.subspan(site * others, others);
    const SiteWeights weights = weights_of(mine);
    sum.add(weights);
    y[site] = static_cast<std::uint8_t>(drawn_value(mine, weights, x[site], uniforms[site]));
  }
  return sum.total();
}

double ProductProposal::logit(ConfigurationView x, ConfigurationView y) const {
  const auto others = static_cast<std::size_t>(values - 1);
  double sum = 0;
  for (std::size_t site = 0; site < x.size(); ++site)
    if (y[site] != x[site]) sum += logits[site * others + place_of(y[site], x[site])];
  return sum;
}

void ProductProposal::each(ConfigurationView x,
                           const std::function<void(ConfigurationView y, double probability)>& tell) const {
  const auto others = static_cast<std::size_t>(values - 1);
  Configuration y(x.begin(), x.end());
  const std::function<void(std::size_t, double)> go_on = [&](std::size_t site, double probability) {
    if (probability == 0) return;
    if (site == x.size()) return tell(y, probability);
    const auto mine = logits.subspan(site * others, others);
    const SiteWeights weights = weights_of(mine);
    go_on(site + 1, probability * (weights.stay / weights.sum));
    for (std::size_t place = 0; place < others; ++place) {
      y[site] = static_cast<std::uint8_t>(value_at(place, x[site]));
      go_on(site + 1, probability * (maths::exp(mine[place] - weights.top) / weights.sum));
    }
    y[site] = x[site];
  };
  go_on(0, 1);
}

namespace {

/// Changes the sites whose number is the least one of their kind or more.
ERGO_WIDE void change_from(const std::uint32_t* least, const std::uint8_t* x, const std::uint16_t* kinds,
                           const std::uint32_t* numbers, std::size_t sites, std::uint8_t* y) {
  ERGO_INDEPENDENT
  for (std::size_t site = 0; site < sites; ++site)
    y[site] =
        static_cast<std::uint8_t>(x[site] ^ static_cast<std::uint8_t>(numbers[site] >= least[kinds[site]]));
}

}  // namespace

KindProposal::KindProposal(std::span<const double> logits) {
  for (const double& logit : logits) {
    const SiteWeights weights = weights_of({&logit, 1});
    std::uint32_t least = 0, most = SiteDraws::uniform_count;
    while (least < most) {
      const std::uint32_t middle = (least + most) / 2;
      if (changes(weights, SiteDraws::of_number(middle)))
        most = middle;
      else
        least = middle + 1;
    }
    least_.push_back(least);
    const double stays = -ProductProposal{2, {&logit, 1}}.log_normaliser();
    log_probability_.insert(log_probability_.end(), {stays, stays + logit});
  }
}

void KindProposal::draw(ConfigurationView x, std::span<const std::uint16_t> kinds,
                        std::span<const std::uint32_t> numbers, std::span<std::uint8_t> y) const {
  change_from(least_.data(), x.data(), kinds.data(), numbers.data(), x.size(), y.data());
}

/// Several sums, so that an addition need not wait for the one before it.
double KindProposal::log_probability(ConfigurationView x, std::span<const std::uint16_t> kinds,
                                     ConfigurationView y) const {
  std::array<double, 8> sums{};
  const auto term = [&](std::size_t site) { return log_probability_[2 * kinds[site] + (x[site] ^ y[site])]; };
  std::size_t site = 0;
  for (; site + sums.size() <= x.size(); site += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += term(site + k);
  for (; site < x.size(); ++site) sums[0] += term(site);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

void first_order_logits(const SiteTarget& target, ConfigurationView x, std::span<const double> gradient,
                        double alpha, double beta, std::span<double> logits) {
  const auto others = static_cast<std::size_t>(target.values() - 1);
  if (target.coding() == SiteCoding::numbers) {
    const double half_precision = 1 / (2 * alpha);
    for (std::size_t site = 0; site < x.size(); ++site)
      for (std::size_t place = 0; place < others; ++place) {
        const double step = value_at(place, x[site]) - x[site];
        logits[site * others + place] = -step * (beta * gradient[site] + step * half_precision);
      }
    return;
  }
  for (std::size_t site = 0; site < x.size(); ++site) {
    const auto mine = gradient.subspan(site * (others + 1), others + 1);
    for (std::size_t place = 0; place < others; ++place) {
      const auto value = static_cast<std::size_t>(value_at(place, x[site]));
      logits[site * others + place] = -beta * (mine[value] - mine[x[site]]) - 1 / alpha;
    }
  }
}

}  // namespace ergo
