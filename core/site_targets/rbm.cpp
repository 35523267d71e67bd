#include "core/site_targets/rbm.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/maths/elementary.h"
#include "core/random/draws.h"
#include "core/site_targets/common_parameters.h"
#include "core/site_targets/given_rbm.h"
#include "core/site_targets/linear_inputs.h"
#include "core/sites/site_units.h"

namespace ergo {

namespace {

double softplus(double a) { return std::max(a, 0.0) + std::log1p(maths::exp(-std::abs(a))); }
double sigmoid(double a) {
  const double less = maths::exp(-std::abs(a));
  return (a > 0 ? 1 : less) / (1 + less);
}

class Rbm : public SiteTarget, private HiddenLayer {
 public:
  explicit Rbm(RbmWeights weights)
      : SiteTarget(static_cast<int>(weights.b.size()), 2, SiteCoding::numbers),
        weights_(std::move(weights)) {}

  double energy(ConfigurationView x) const override {
    double energy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) energy -= x[i] * weights_.b[i];
    for (const double a : inputs(x)) energy -= softplus(a);
    return energy;
  }

  void changes(ConfigurationView x, int site, std::span<double> changes) const override {
    const Inputs a = inputs(x);
    change(a, x, static_cast<std::size_t>(site), changes);
  }

  void all_changes(ConfigurationView x, std::span<double> changes) const override {
    const Inputs a = inputs(x);
    for (std::size_t site = 0; site < x.size(); ++site) change(a, x, site, changes.subspan(2 * site, 2));
  }

  void gradient(ConfigurationView x, std::span<double> gradient) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) gradient[i] = -weights_.b[i];
    const Inputs a = inputs(x);
    for (std::size_t j = 0; j < a.size(); ++j) {
      const double p = sigmoid(a[j]);
      for (std::size_t i = 0; i < n; ++i) gradient[i] -= p * weights_.w[j * n + i];
    }
  }

  SiteWork work() const override {
    const double softplus = 18, inputs = sites();
    return {units() * (inputs + softplus), units() * (inputs + 2 * softplus)};
  }

  SiteKernelData kernel_data() const override {
    const std::size_t n = weights_.b.size(), m = weights_.c.size();
    LinearInputs inputs{weights_.c, std::vector<double>(n), std::vector<double>(n * m)};
    for (std::size_t i = 0; i < n; ++i) {
      inputs.f[i] = -weights_.b[i];
      for (std::size_t j = 0; j < m; ++j) inputs.a[i * m + j] = weights_.w[j * n + i];
    }
    return softplus_kernel_data(inputs, -1);
  }

  const HiddenLayer* hidden_layer() const override { return this; }
  const RbmWeights& weights() const { return weights_; }

 private:
  /// c + W x, without memory of its own from the heap.
  class Inputs {
   public:
    explicit Inputs(std::size_t size) : size_(size) {}
    std::size_t size() const { return size_; }
    double& operator[](std::size_t j) { return values_[j]; }
    double operator[](std::size_t j) const { return values_[j]; }
    const double* begin() const { return values_.data(); }
    const double* end() const { return values_.data() + size_; }

   private:
    std::size_t size_;
    std::array<double, most_hidden> values_;
  };

  Inputs inputs(ConfigurationView x) const {
    Inputs a(weights_.c.size());
    for (std::size_t j = 0; j < a.size(); ++j) {
      a[j] = weights_.c[j];
      const double* row = &weights_.w[j * x.size()];
      for (std::size_t i = 0; i < x.size(); ++i) a[j] += row[i] * x[i];
    }
    return a;
  }

  void change(const Inputs& a, ConfigurationView x, std::size_t site, std::span<double> changes) const {
    const double sign = x[site] ? -1 : 1;
    double change = -sign * weights_.b[site];
    for (std::size_t j = 0; j < a.size(); ++j)
      change += softplus(a[j]) - softplus(a[j] + sign * weights_.w[j * x.size() + site]);
    changes[x[site]] = 0;
    changes[1 - x[site]] = change;
  }

  int units() const override { return static_cast<int>(weights_.c.size()); }
  void hidden_given(ConfigurationView x, std::span<double> probabilities) const override {
    const Inputs a = inputs(x);
    for (std::size_t j = 0; j < a.size(); ++j) probabilities[j] = sigmoid(a[j]);
  }
  void sites_given(std::span<const std::uint8_t> hidden, std::span<double> probabilities) const override {
    const std::size_t n = probabilities.size();
    std::ranges::copy(weights_.b, probabilities.begin());
    for (std::size_t j = 0; j < hidden.size(); ++j)
      if (hidden[j])
        for (std::size_t i = 0; i < n; ++i) probabilities[i] += weights_.w[j * n + i];
    for (double& p : probabilities) p = sigmoid(p);
  }

  RbmWeights weights_;
};

}  // namespace

RbmWeights random_rbm_weights(int visible, int hidden, double scale, std::uint64_t seed) {
  RbmWeights weights;
  // Row 0 has the visible fields, row j + 1 those of hidden unit j, its own first.
  const auto normal = [&](int row, int column) {
    return scale * Draws(seed, Purpose::data, static_cast<std::uint32_t>(row),
                         static_cast<std::uint64_t>(column), 1)(0)
                       .normal_x;
  };
  for (int i = 0; i < visible; ++i) weights.b.push_back(normal(0, i + 1));
  for (int j = 0; j < hidden; ++j) {
    weights.c.push_back(normal(j + 1, 0));
    for (int i = 0; i < visible; ++i) weights.w.push_back(normal(j + 1, i + 1));
  }
  return weights;
}

std::shared_ptr<const SiteTarget> rbm_target(RbmWeights weights) {
  const std::size_t visible = weights.b.size(), hidden = weights.c.size();
  if (hidden < 1 || hidden > most_hidden)
    throw illegal_value("number of hidden units", std::to_string(hidden),
                        range_words(std::size_t{1}, most_hidden), "");
  if (visible < 1 || weights.w.size() != visible * hidden)
    throw illegal_value(
        "number of weights", std::to_string(weights.w.size()),
        "visible times hidden units, " + std::to_string(visible) + " * " + std::to_string(hidden), "");
  return std::make_shared<Rbm>(std::move(weights));
}

const RbmWeights* rbm_weights(const SiteTarget& target) {
  const auto* machine = dynamic_cast<const Rbm*>(&target);
  return machine ? &machine->weights() : nullptr;
}

namespace {

constexpr const char* legal_weights =
    "an .npz file of up to 256 MiB with arrays b [visible], c [hidden] and w [hidden, visible], as ergo learn --out "
    "writes it";

/// `file`: as GivenFile::value has it.
RbmWeights weights_in(const std::string& file, const std::string& where) {
  return given_rbm_weights(read_given_file(file, {}, DataTable::most_bytes, legal_weights, where), where);
}

std::vector<Parameter> parameters_of_machine() {
  return {{.id = "visible",
           .title = "Visible units",
           .symbol = "n",
           .doc = "Sites.",
           .initial = 64,
           .hard = {1, most_visible},
           .slider = {1, 256},
           .kind = Kind::integer},
          {.id = "hidden",
           .title = "Hidden units",
           .symbol = "m",
           .doc = "Bits that are summed out.",
           .initial = 32,
           .hard = {1, most_hidden},
           .slider = {1, 128},
           .kind = Kind::integer},
          {.id = "scale",
           .title = "Weight SD",
           .symbol = "s",
           .doc = "Standard deviation of weights and fields.",
           .initial = 0.5,
           .hard = {0, 10},
           .slider = {0, 2}},
          drawn_seed("Weights"),
          {.id = "weights",
           .title = "Given weights",
           .symbol = "W",
           .doc = "A file with the machine's weights, as ergo learn --out writes it: arrays b [visible], c [hidden] "
                  "and w [hidden, visible], or averaged ones, b_mean and so on, which go before them. It takes the "
                  "place of all other parameters. Without one, the weights are drawn.",
           .hard = {0, 1},
           .slider = {0, 1},
           .kind = Kind::table,
           .applies = Applies::restart,
           .text = {.legal = legal_weights,
                    .check = [](const std::string& file, const std::string& where) { weights_in(file, where); }}}};
}

std::shared_ptr<const SiteTarget> machine_of(const Parameters& p) {
  const std::string& file = p.text("weights");
  if (!file.empty()) return rbm_target(weights_in(file, "target.weights"));
  return rbm_target(random_rbm_weights(p.integer("visible"), p.integer("hidden"), p["scale"], seed_of(p)));
}

}  // namespace

SiteTargetUnit rbm_unit() {
  return {
      .id = "rbm",
      .title = "Restricted Boltzmann machine",
      .doc = "The visible bits x of a machine with random or given weights. Its hidden bits h are summed out of "
             "`p(x, h) ∝ e^(bᵀx + cᵀh + hᵀW x)`: `log p(x) = bᵀx + Σ log(1 + e^(a_j)) − log Z`, `a = c + W x`, the "
             "sum over hidden bits.",
      .source =
          "Hinton 2002; Zhang, Liu & Liu 2022, appendix I.3, whose conditionals lack the logistic function",
      .parameters = parameters_of_machine(),
      .make = machine_of,
          .small = {{{"visible", 5}, {"hidden", 3}, {"scale", 1}}},
      .content = "weights"};
}

}  // namespace ergo
