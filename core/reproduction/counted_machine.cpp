#include "core/reproduction/counted_machine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/legal_range.h"

namespace ergo {

std::size_t differing_sites(ConfigurationView x, ConfigurationView y) {
  unsigned differing = 0;
  for (std::size_t i = 0; i < x.size(); ++i) differing += x[i] != y[i];
  return differing;
}

double hamming_kernel(std::size_t differing, std::size_t sites) {
  return std::exp(-static_cast<double>(differing) / static_cast<double>(sites));
}

CountedMachine::CountedMachine(RbmWeights copy, std::size_t copies)
    : copy_(std::move(copy)), copies_(copies) {
  const std::size_t hidden = copy_.c.size();
  if (hidden > most_hidden)
    throw illegal_value("number of hidden units", std::to_string(hidden),
                        range_words(std::size_t{1}, most_hidden), "");
  for (std::size_t h = 0; h < std::size_t{1} << hidden; ++h) {
    std::vector<double> inputs = copy_.b;
    double log_p = 0;
    for (std::size_t j = 0; j < hidden; ++j) {
      if (!(h >> j & 1)) continue;
      log_p += copy_.c[j];
      for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] += copy_.w[j * inputs.size() + i];
    }
    for (const double a : inputs) {
      log_p += std::max(a, 0.0) + std::log1p(std::exp(-std::abs(a)));
      on_.push_back(1 / (1 + std::exp(-a)));
    }
    p_.push_back(log_p);
  }
  const double top = std::ranges::max(p_);
  for (double& p : p_) p = std::exp(p - top);
  const double sum = std::accumulate(p_.begin(), p_.end(), 0.0);
  for (double& p : p_) p /= sum;
  cumulative_.resize(p_.size());
  std::partial_sum(p_.begin(), p_.end(), cumulative_.begin());
  loss_ = 1 - hamming_kernel(1, sites());
  tabulate_kernel();
}

void CountedMachine::tabulate_kernel() {
  const std::size_t visible = copy_.b.size();
  of_zeros_ = p_;
  factors_.resize(visible * p_.size());
  for (std::size_t h = 0; h < p_.size(); ++h)
    for (std::size_t i = 0; i < visible; ++i) {
      const double of_zero = 1 - loss_ * on(h)[i], of_one = 1 - loss_ * (1 - on(h)[i]);
      of_zeros_[h] *= of_zero;
      factors_[i * p_.size() + h] = of_one / of_zero;
    }
}

RbmWeights CountedMachine::weights() const {
  const std::size_t visible = copy_.b.size(), hidden = copy_.c.size();
  RbmWeights all;
  all.w.resize(copies_ * hidden * sites());
  for (std::size_t copy = 0; copy < copies_; ++copy) {
    all.b.insert(all.b.end(), copy_.b.begin(), copy_.b.end());
    all.c.insert(all.c.end(), copy_.c.begin(), copy_.c.end());
    for (std::size_t j = 0; j < hidden; ++j)
      for (std::size_t i = 0; i < visible; ++i)
        all.w[(copy * hidden + j) * sites() + copy * visible + i] = copy_.w[j * visible + i];
  }
  return all;
}

std::vector<double> CountedMachine::means() const {
  const std::size_t visible = copy_.b.size();
  std::vector<double> means(sites());
  for (std::size_t h = 0; h < p_.size(); ++h)
    for (std::size_t i = 0; i < sites(); ++i) means[i] += p_[h] * on(h)[i % visible];
  return means;
}

Configuration CountedMachine::draw(std::uint64_t seed, std::uint32_t index) const {
  Configuration v;
  for (std::size_t copy = 0; copy < copies_; ++copy) {
    const SiteDraws draws(seed, Purpose::exact, index, copy);
    const auto found = std::ranges::upper_bound(cumulative_, draws.fine(0));
    const auto h = std::min(static_cast<std::size_t>(found - cumulative_.begin()), p_.size() - 1);
    std::uint32_t slot = 2;  // slots 0 and 1 are of h
    for (const double p : on(h)) v.push_back(draws(slot++) < p);
  }
  return v;
}

double CountedMachine::kernel_mean(ConfigurationView x) const {
  const std::size_t visible = copy_.b.size();
  std::vector<double> terms;
  double mean = 1;
  for (std::size_t copy = 0; copy < copies_; ++copy) {
    terms = of_zeros_;
    for (std::size_t i = 0; i < visible; ++i) {
      if (!x[copy * visible + i]) continue;
      const double* factors = &factors_[i * terms.size()];
      for (std::size_t h = 0; h < terms.size(); ++h) terms[h] *= factors[h];
    }
    mean *= std::accumulate(terms.begin(), terms.end(), 0.0);
  }
  return mean;
}

double CountedMachine::kernel_expectation() const {
  double of_copy = 0;
  for (std::size_t g = 0; g < p_.size(); ++g)
    for (std::size_t h = 0; h <= g; ++h) {
      double product = (g == h ? 1 : 2) * p_[g] * p_[h];
      for (std::size_t i = 0; i < copy_.b.size(); ++i)
        product *= 1 - loss_ * (on(g)[i] + on(h)[i] - 2 * on(g)[i] * on(h)[i]);
      of_copy += product;
    }
  return std::pow(of_copy, static_cast<double>(copies_));
}

}  // namespace ergo
