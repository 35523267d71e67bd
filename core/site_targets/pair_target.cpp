#include "core/site_targets/pair_target.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/sites/ising_rows.h"

namespace ergo {

namespace {

void check_pairs(SiteCoding coding, double attraction, const std::vector<double>& field) {
  const std::size_t most = coding == SiteCoding::numbers ? 2 : 256;
  if (field.size() < 2 || field.size() > most)
    throw illegal_value("number of values", std::to_string(field.size()), range_words(std::size_t{2}, most),
                        "");
  constexpr double strongest = 20;
  const auto check = [](const char* name, double value) {
    if (!(std::abs(value) <= strongest))
      throw illegal_value(name, number_text(value), range_words(-strongest, strongest), "");
  };
  check("attraction", attraction);
  for (const double f : field) check("field", f);
}

}  // namespace

PairTarget::PairTarget(const SiteGraph& graph, SiteCoding coding, double attraction,
                       std::vector<double> field, double constant)
    : SiteTarget(graph.sites, static_cast<int>(field.size()), coding),
      model_{graph.pairs, attraction, std::move(field)},
      constant_(constant),
      first_(static_cast<std::size_t>(graph.sites) + 1) {
  check_pairs(coding, attraction, model_.field);
  for (const auto [first, second] : graph.pairs) {
    ++first_[static_cast<std::size_t>(first) + 1];
    ++first_[static_cast<std::size_t>(second) + 1];
  }
  for (std::size_t site = 1; site < first_.size(); ++site) first_[site] += first_[site - 1];
  neighbours_.resize(first_.back());
  auto next = first_;
  for (const auto [first, second] : graph.pairs) {
    neighbours_[next[static_cast<std::size_t>(first)]++] = second;
    neighbours_[next[static_cast<std::size_t>(second)]++] = first;
  }
}

double PairTarget::energy(ConfigurationView x) const {
  int equal = 0;
  for (const auto [first, second] : model_.pairs)
    equal += x[static_cast<std::size_t>(first)] == x[static_cast<std::size_t>(second)];
  double field = 0;
  for (const std::uint8_t value : x) field += model_.field[value];
  return constant_ - model_.attraction * equal - field;
}

void PairTarget::terms(ConfigurationView x, std::size_t site, std::span<double> terms) const {
  for (std::size_t v = 0; v < terms.size(); ++v) terms[v] = -model_.field[v];
  for (const int other : neighbours(site)) terms[x[static_cast<std::size_t>(other)]] -= model_.attraction;
}

void PairTarget::changes(ConfigurationView x, int site, std::span<double> changes) const {
  const auto i = static_cast<std::size_t>(site);
  terms(x, i, changes);
  const double present = changes[x[i]];
  for (double& change : changes) change -= present;
}

void PairTarget::gradient(ConfigurationView x, std::span<double> gradient) const {
  const auto width = static_cast<std::size_t>(gradient_width());
  if (width > 1) {
    for (std::size_t site = 0; site < x.size(); ++site) terms(x, site, gradient.subspan(width * site, width));
    return;
  }
  const double field = model_.field[1] - model_.field[0];
  for (std::size_t site = 0; site < x.size(); ++site) {
    const auto others = neighbours(site);
    int ones = 0;
    for (const int other : others) ones += x[static_cast<std::size_t>(other)];
    gradient[site] = -model_.attraction * (2 * ones - static_cast<int>(others.size())) - field;
  }
}

/// Numbers: [x = x'] = 1 - x - x' + 2 x x'. Classes: e.e'.
std::vector<double> PairTarget::constant_hessian() const {
  const auto width = static_cast<std::size_t>(gradient_width()), n = width * static_cast<std::size_t>(sites());
  std::vector<double> hessian(n * n);
  const double entry = -model_.attraction * (width == 1 ? 2 : 1);
  for (const auto [first, second] : model_.pairs)
    for (std::size_t v = 0; v < width; ++v) {
      const std::size_t i = width * static_cast<std::size_t>(first) + v,
                        k = width * static_cast<std::size_t>(second) + v;
      hessian[i * n + k] = hessian[k * n + i] = entry;
    }
  return hessian;
}

namespace {

class IsingTarget : public PairTarget {
 public:
  IsingTarget(const SiteGraph& graph, double coupling, double field)
      : PairTarget(graph, SiteCoding::numbers, 2 * coupling, {-field, field},
                   coupling * static_cast<double>(graph.pairs.size())) {}
  double level(int value) const override { return 2 * value - 1; }
};

}  // namespace

std::shared_ptr<const SiteTarget> ising_target(const SiteGraph& graph, double coupling, double field) {
  check_ising_strengths(coupling, field);
  return std::make_shared<IsingTarget>(graph, coupling, field);
}

}  // namespace ergo
