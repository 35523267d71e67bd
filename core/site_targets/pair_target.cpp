#include "core/site_targets/pair_target.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/maths/wide.h"
#include "core/sites/ising_rows.h"
#include "core/sites/site_counts.h"

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
      model_{graph.pairs, attraction, std::move(field),
             std::make_shared<Neighbours>(graph.sites, graph.pairs)},
      constant_(constant) {
  check_pairs(coding, attraction, model_.field);
  if (coding == SiteCoding::numbers) list_kinds();
}

/// In the order of kind_of().
void PairTarget::list_kinds() {
  const int most = model_.neighbours->most();
  if (2 * (2 * most + 1) > std::numeric_limits<std::uint16_t>::max()) return;
  for (const std::uint8_t value : {0, 1})
    for (int sum = -most; sum <= most; ++sum) {
      kinds_.values.push_back(value);
      kinds_.gradient.push_back(slope(sum));
    }
}

std::uint16_t PairTarget::kind(ConfigurationView x, std::size_t site) const {
  return kind_of(x[site], model_.neighbours->spin_sum(x, site), model_.neighbours->most());
}

void PairTarget::find_kinds(ConfigurationView x, std::span<std::uint16_t> kinds) const {
  const std::span<std::int16_t> sums(reinterpret_cast<std::int16_t*>(kinds.data()), kinds.size());
  model_.neighbours->spin_sums(x, sums);
  const int most = model_.neighbours->most();
  const std::uint8_t* values = x.data();
  ERGO_INDEPENDENT
  for (std::size_t site = 0; site < sums.size(); ++site)
    kinds[site] = kind_of(values[site], sums[site], most);
}

double PairTarget::energy(ConfigurationView x) const {
  std::array<int, 256> counts;
  const auto counted = std::span(counts).first(model_.field.size());
  count_values(x, counted);
  double field = 0;
  for (std::size_t value = 0; value < counted.size(); ++value) field += model_.field[value] * counted[value];
  return constant_ - model_.attraction * model_.neighbours->equal_pairs(x) - field;
}

void PairTarget::terms(ConfigurationView x, std::size_t site, std::span<double> terms) const {
  for (std::size_t v = 0; v < terms.size(); ++v) terms[v] = -model_.field[v];
  for (const int other : model_.neighbours->of(site))
    terms[x[static_cast<std::size_t>(other)]] -= model_.attraction;
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
  std::vector<std::int16_t> sums(x.size());
  model_.neighbours->spin_sums(x, sums);
  for (std::size_t site = 0; site < x.size(); ++site) gradient[site] = slope(sums[site]);
}

/// Numbers: [x = x'] = 1 - x - x' + 2 x x'. Classes: e.e'.
std::vector<double> PairTarget::constant_hessian() const {
  const auto width = static_cast<std::size_t>(gradient_width()),
             n = width * static_cast<std::size_t>(sites());
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

/// As shaders/common/pair_sites.glsl reads it. Classes all have the field of class 0.
SiteKernelData PairTarget::kernel_data() const {
  const std::vector<double>& field = model_.field;
  const int log_bits = kernel_log_bits(values()), n = sites();
  SiteKernelData data{{model_.attraction, coding() == SiteCoding::numbers ? field[1] - field[0] : 0,
                       constant_ - n * field[0]},
                      {}};
  const auto neighbours = [&](int site) { return model_.neighbours->of(static_cast<std::size_t>(site)); };
  int next = n + 1;
  for (int site = 0; site < n; ++site) {
    data.links.push_back(next);
    const int degree = static_cast<int>(neighbours(site).size());
    const int loops = (degree + 3) / 4 + 2;  // with the one that other coding enters
    next += degree;
    data.loops.slope = std::max(data.loops.slope, loops);
    data.loops.slopes += loops;
  }
  data.loops.change = 2 * data.loops.slope;
  data.loops.sums = n + 1 + data.loops.slopes;
  data.links.push_back(next);
  for (int site = 0; site < n; ++site)
    for (const int other : neighbours(site)) data.links.push_back(other << log_bits);
  return data;
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
