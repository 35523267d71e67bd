#include "core/site_targets/quartic_mixture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/maths/elementary.h"
#include "core/site_targets/common_parameters.h"
#include "core/site_targets/linear_inputs.h"
#include "core/site_targets/seeded_matrix.h"
#include "core/sites/site_units.h"

namespace ergo {

namespace {

/// E = -log sum_k exp(-p_k), p_k = sum_j (z_j - c_k r_j)^4, with z = S P x, r = S P (1 .. 1) and S =
/// diag(1/s). Along one coordinate i, x_i + t: p_k is a polynomial of t, as z_j grows by t (S P)_ji.
class Quartics : public SiteTarget {
 public:
  explicit Quartics(const QuarticMixture& mixture)
      : SiteTarget(mixture.dimensions, mixture.side, SiteCoding::numbers) {
    const auto d = static_cast<std::size_t>(mixture.dimensions);
    const double last = mixture.side - 1;
    const auto p = orthogonal_rows(d, mixture.seed);
    columns_.resize(d * d);
    ones_.resize(d);
    for (std::size_t j = 0; j < d; ++j) {
      const double along = d > 1 ? static_cast<double>(j) / static_cast<double>(d - 1) : 0;
      const double s = mixture.width * last * std::exp(-0.5 + along);
      for (std::size_t i = 0; i < d; ++i) {
        columns_[i * d + j] = p[j][i] / s;
        ones_[j] += p[j][i] / s;
      }
    }
    for (int k = 0; k < mixture.components; ++k)
      centres_.push_back(last * (mixture.components > 1 ? k / (mixture.components - 1.0) : 0.5));
  }

  double energy(ConfigurationView x) const override {
    const Vector z = scaled(x);
    Terms p;
    for (std::size_t k = 0; k < centres_.size(); ++k) p[k] = quartic(z, k);
    return mixed(p);
  }

  void changes(ConfigurationView x, int site, std::span<double> changes) const override {
    change(scaled(x), x, static_cast<std::size_t>(site), changes);
  }

  void all_changes(ConfigurationView x, std::span<double> changes) const override {
    const Vector z = scaled(x);
    const auto q = static_cast<std::size_t>(values());
    for (std::size_t site = 0; site < x.size(); ++site) change(z, x, site, changes.subspan(q * site, q));
  }

  /// dE/dx = (S P)' sum_k w_k 4 (z - c_k r)^3, w_k = exp(-p_k)/sum exp(-p).
  void gradient(ConfigurationView x, std::span<double> gradient) const override {
    const Vector z = scaled(x);
    Terms p;
    for (std::size_t k = 0; k < centres_.size(); ++k) p[k] = quartic(z, k);
    const double energy = mixed(p);
    Vector cubes{};
    for (std::size_t k = 0; k < centres_.size(); ++k) {
      const double weight = maths::exp(energy - p[k]);
      if (weight == 0) continue;
      for (std::size_t j = 0; j < x.size(); ++j) {
        const double a = z[j] - centres_[k] * ones_[j];
        cubes[j] += 4 * weight * a * a * a;
      }
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      gradient[i] = 0;
      for (std::size_t j = 0; j < x.size(); ++j) gradient[i] += columns_[i * x.size() + j] * cubes[j];
    }
  }

  SiteWork work() const override {
    const auto d = static_cast<double>(ones_.size()), k = static_cast<double>(centres_.size());
    return {d * (d + k) / 2 + 10 * k, d * (d + 4 * k) / 2 + 8 * k * values()};
  }

  /// As shaders/site_targets/quartic_mixture.glsl reads it: column i of S P is split into a part along r, f_i
  /// r, and the rest, row i of A. Nothing where rounding to single precision may move differences of E by
  /// more than 2^-7: where p > 2^17 for a centre in the middle and independent uniform values.
  SiteKernelData kernel_data() const override {
    if (typical_quartic() > 0x1p17) return {};
    const std::size_t d = ones_.size();
    LinearInputs inputs{std::vector<double>(d), std::vector<double>(d), columns_};
    double squares = 0, fourths = 0;
    for (const double r : ones_) squares += r * r, fourths += r * r * r * r;
    for (std::size_t i = 0; i < d; ++i) {
      double along = 0;
      for (std::size_t j = 0; j < d; ++j) along += columns_[i * d + j] * ones_[j];
      inputs.f[i] = along / squares;
      for (std::size_t j = 0; j < d; ++j) inputs.a[i * d + j] -= inputs.f[i] * ones_[j];
    }
    SiteKernelData data = linear_kernel_data(inputs, 0);
    constexpr double far = 1e6;  // of components without a share
    const int padded = data.room(), components = static_cast<int>(centres_.size() + 3) / 4 * 4;
    data.links.push_back(components);
    data.numbers.push_back(fourths);
    data.numbers.insert(data.numbers.end(), ones_.begin(), ones_.end());
    data.numbers.resize(data.numbers.size() + static_cast<std::size_t>(padded) - d);
    data.numbers.insert(data.numbers.end(), centres_.begin(), centres_.end());
    data.numbers.resize(data.numbers.size() + static_cast<std::size_t>(components) - centres_.size(), far);
    data.notes = padded + 2;
    data.loops.change += components / 2 + 2;
    data.loops.notes += sites() + padded + 2 * components + 4;
    data.loops.sums += components / 2 + 2;
    return data;
  }

 private:
  /// 3 sum_j Var(z_j)^2 for independent uniform values: about the mean of sum_j (z_j - their mean)^4.
  double typical_quartic() const {
    const std::size_t d = ones_.size();
    const double of_value = (values() * values() - 1) / 12.0;
    double sum = 0;
    for (std::size_t j = 0; j < d; ++j) {
      double variance = 0;
      for (std::size_t i = 0; i < d; ++i) variance += of_value * columns_[i * d + j] * columns_[i * d + j];
      sum += 3 * variance * variance;
    }
    return sum;
  }

  using Vector = std::array<double, most_quartic_dimensions>;
  using Terms = std::array<double, most_quartic_components>;

  Vector scaled(ConfigurationView x) const {
    Vector z{};
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j) z[j] += columns_[i * x.size() + j] * x[i];
    return z;
  }

  double quartic(const Vector& z, std::size_t k) const {
    double sum = 0;
    for (std::size_t j = 0; j < ones_.size(); ++j) {
      const double a = z[j] - centres_[k] * ones_[j];
      sum += a * a * a * a;
    }
    return sum;
  }

  /// -log sum_k exp(-p_k)
  double mixed(const Terms& p) const {
    const std::span<const double> terms(p.data(), centres_.size());
    const double least = *std::ranges::min_element(terms);
    double sum = 0;
    for (const double term : terms) sum += maths::exp(least - term);
    return least - std::log(sum);
  }

  /// The coefficients of (a_j + t b_j)^4 summed over j, from t^0 on.
  using Polynomial = std::array<double, 5>;
  Polynomial along(const Vector& z, std::size_t site, std::size_t k) const {
    Polynomial c{};
    const double* column = &columns_[site * ones_.size()];
    for (std::size_t j = 0; j < ones_.size(); ++j) {
      const double a = z[j] - centres_[k] * ones_[j], b = column[j];
      c[0] += a * a * a * a;
      c[1] += 4 * a * a * a * b;
      c[2] += 6 * a * a * b * b;
      c[3] += 4 * a * b * b * b;
      c[4] += b * b * b * b;
    }
    return c;
  }

  void change(const Vector& z, ConfigurationView x, std::size_t site, std::span<double> changes) const {
    std::array<Polynomial, most_quartic_components> c;
    Terms p;
    for (std::size_t k = 0; k < centres_.size(); ++k) {
      c[k] = along(z, site, k);
      p[k] = c[k][0];
    }
    const double energy = mixed(p);
    for (std::size_t v = 0; v < changes.size(); ++v) {
      const double t = static_cast<double>(v) - x[site];
      for (std::size_t k = 0; k < centres_.size(); ++k)
        p[k] = c[k][0] + t * (c[k][1] + t * (c[k][2] + t * (c[k][3] + t * c[k][4])));
      changes[v] = mixed(p) - energy;
    }
  }

  std::vector<double> columns_;  ///< of S P, one after the other
  std::vector<double> ones_;     ///< S P (1 .. 1)
  std::vector<double> centres_;
};

}  // namespace

std::shared_ptr<const SiteTarget> quartic_mixture_target(const QuarticMixture& mixture) {
  const auto check = [](const char* name, int value, int low, int high) {
    if (value < low || value > high)
      throw illegal_value(name, std::to_string(value), range_words(low, high), "");
  };
  check("number of dimensions", mixture.dimensions, 1, most_quartic_dimensions);
  check("number of values", mixture.side, 2, 256);
  check("number of components", mixture.components, 1, most_quartic_components);
  if (!(mixture.width > 0 && std::isfinite(mixture.width)))
    throw illegal_value("width", number_text(mixture.width), "more than 0", "");
  return std::make_shared<Quartics>(mixture);
}

SiteTargetUnit quartic_mixture_unit() {
  return {
      .id = "quartic_mixture",
      .title = "Quartic mixture",
      .doc =
          "Many modes along the diagonal of a lattice, each flat in the middle and steep around, with fourth "
          "powers where a Gaussian has squares: `p(x) ∝ Σ exp(−Σ (z_j/s_j)⁴)`, `z = P (x − c_k)`, the sums over K "
          "modes and d coordinates. P is a random orthogonal matrix. The centre c_k has (S − 1)(k − 1)/(K − 1) in "
          "every component, and `s_j = w (S − 1) e^(−½ + (j − 1)/(d − 1))`. The polynomials are our own, as the "
          "paper's are not legible in the text at hand; centres, scales and the shared rotation follow it.",
      .source = "Sun et al. 2023, Eq. 23 and appendix B.5, after Rhodes & Gutmann 2022",
      .parameters = {{.id = "dimensions",
                      .title = "Dimensions",
                      .symbol = "d",
                      .doc = "Sites.",
                      .initial = 50,
                      .hard = {1, most_quartic_dimensions},
                      .slider = {1, 100},
                      .kind = Kind::integer},
                     lattice_side(),
                     {.id = "components",
                      .title = "Components",
                      .symbol = "K",
                      .doc = "Modes, evenly from one corner to the opposite one.",
                      .initial = 50,
                      .hard = {1, most_quartic_components},
                      .slider = {1, 100},
                      .kind = Kind::integer},
                     {.id = "width",
                      .title = "Width",
                      .symbol = "w",
                      .doc = "Size of a mode in sides. Small ones keep the modes apart.",
                      .initial = 1,
                      .hard = {0.01, 100},
                      .slider = {0.05, 5},
                      .scale = Scale::log},
                     drawn_seed("Rotation")},
      .make = [](const Parameters& p) {
        return quartic_mixture_target(
            {p.integer("dimensions"), p.integer("side"), p.integer("components"), p["width"], seed_of(p)});
      },
          .small = {{{"dimensions", 2}, {"side", 7}, {"components", 3}, {"width", 0.5}},
                    {{"dimensions", 3}, {"side", 4}, {"components", 2}, {"width", 0.6}}}};
}

}  // namespace ergo
