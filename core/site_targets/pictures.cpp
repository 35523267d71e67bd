// Small pictures: p(x) ∝ sum_k e^(-beta d_k(x)), where d_k counts the pixels in which x differs from picture
// k of a set. Each term is a product over pixels, every pixel wrong with probability 1/(1 + e^beta):
//   log Z = log K + n log(1 + e^-beta).
// The extension of d_k to real x is sum_i x_i + y_i - 2 x_i y_i for picture y.
#include <algorithm>
#include <cmath>

#include "core/base/data_table.h"
#include "core/site_targets/given_pictures.h"
#include "core/site_targets/picture_set.h"
#include "core/sites/site_draws.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

class Pictures : public SiteTarget, private ExactSites {
 public:
  Pictures(PictureSet set, double beta)
      : SiteTarget(set.pixels(), 2, SiteCoding::numbers), set_(std::move(set)), beta_(beta) {
    for (int distance = 0; distance <= set_.pixels(); ++distance)
      decay_.push_back(std::exp(-beta * distance));
  }

  double energy(ConfigurationView x) const override { return sums_at(distances(x)).energy; }

  void changes(ConfigurationView x, int site, std::span<double> changes) const override {
    const Distances d = distances(x);
    change(x, static_cast<std::size_t>(site), d, sums_at(d).energy, changes);
  }

  void all_changes(ConfigurationView x, std::span<double> changes) const override {
    const Distances d = distances(x);
    const double energy = sums_at(d).energy;
    for (std::size_t site = 0; site < x.size(); ++site)
      change(x, site, d, energy, changes.subspan(2 * site, 2));
  }

  void gradient(ConfigurationView x, std::span<double> gradient) const override {
    const Distances d = distances(x);
    const auto [least, sum, energy] = sums_at(d);
    std::ranges::fill(gradient, 0.0);
    for (std::size_t k = 0; k < d.size(); ++k) {
      const double share = decay_[static_cast<std::size_t>(d[k] - least)] / sum;
      for (std::size_t i = 0; i < x.size(); ++i) gradient[i] += beta_ * share * (1 - 2 * set_.pictures[k][i]);
    }
  }

  SiteWork work() const override {
    const double pixels = static_cast<double>(set_.pictures.size()) * sites() / 2;
    return {pixels, 2 * pixels};
  }

  /// As shaders/site_targets/pictures.glsl reads it.
  SiteKernelData kernel_data() const override {
    const int count = static_cast<int>(set_.pictures.size()), words = (sites() + 31) / 32;
    SiteKernelData data{{beta_}, {count}};
    for (const Configuration& y : set_.pictures)
      for (int w = 0; w < words; ++w) {
        std::uint32_t bits = 0;
        for (int i = 32 * w; i < std::min(32 * w + 32, sites()); ++i)
          bits |= std::uint32_t{y[static_cast<std::size_t>(i)]} << (i - 32 * w);
        data.links.push_back(static_cast<int>(bits));
      }
    data.notes = count;
    data.loops = {.slope = count + 1, .change = count + 1, .slopes = sites() * (count + 1)};
    data.loops.notes = data.loops.sums = count * (5 + 2 * words) + 3;
    return data;
  }

  const ExactSites* exact() const override { return this; }
  int columns() const override { return set_.rows > 1 ? set_.columns : 0; }

 private:
  using Distances = std::vector<int>;

  Distances distances(ConfigurationView x) const {
    Distances d;
    d.reserve(set_.pictures.size());
    for (const Configuration& y : set_.pictures) {
      int differing = 0;
      for (std::size_t i = 0; i < x.size(); ++i) differing += x[i] != y[i];
      d.push_back(differing);
    }
    return d;
  }

  struct Sums {
    int least;           ///< of the distances d_k
    double sum, energy;  ///< sum_k e^(-beta (d_k - least)), and -log sum_k e^(-beta d_k)
  };
  /// `distance`: d_k by k.
  template <class Distance>
  Sums sums_by(Distance distance) const {
    int least = sites();
    for (std::size_t k = 0; k < set_.pictures.size(); ++k) least = std::min(least, distance(k));
    double sum = 0;
    for (std::size_t k = 0; k < set_.pictures.size(); ++k)
      sum += decay_[static_cast<std::size_t>(distance(k) - least)];
    return {least, sum, beta_ * least - std::log(sum)};
  }
  Sums sums_at(const Distances& d) const {
    return sums_by([&](std::size_t k) { return d[k]; });
  }

  void change(ConfigurationView x, std::size_t site, const Distances& d, double energy,
              std::span<double> changes) const {
    const Sums there =
        sums_by([&](std::size_t k) { return d[k] + (x[site] == set_.pictures[k][site] ? 1 : -1); });
    changes[x[site]] = 0;
    changes[1 - x[site]] = there.energy - energy;
  }

  /// By uniforms as SiteDraws::fine() makes them: the picture by the first, then one for each pixel.
  Configuration draw(const SiteDraws& draws) const override {
    const auto count = set_.pictures.size(), pixels = static_cast<std::size_t>(sites());
    std::vector<double> uniforms(2 * pixels + 2);
    draws.fill(uniforms);
    const auto fine = [&](std::size_t number) {
      return uniforms[2 * number] + (uniforms[2 * number + 1] - 0.5) * 0x1p-23;
    };
    Configuration x =
        set_.pictures[std::min(static_cast<std::size_t>(fine(0) * static_cast<double>(count)), count - 1)];
    const double wrong = 1 / (1 + std::exp(beta_));
    for (std::size_t i = 0; i < pixels; ++i)
      if (fine(i + 1) < wrong) x[i] ^= 1;
    return x;
  }

  double log_normaliser() const override {
    return std::log(static_cast<double>(set_.pictures.size())) + sites() * std::log1p(std::exp(-beta_));
  }

  PictureSet set_;
  double beta_;
  std::vector<double> decay_;  ///< e^(-beta d), d = 0 .. n
};

/// `file`: as GivenFile::value has it.
PictureSet pictures_in(const std::string& file, const std::string& where) {
  return given_pictures(read_given_file(file, {}, DataTable::most_bytes, legal_picture_files(), where), where);
}

PictureSet set_of(const Parameters& p) {
  const std::string& file = p.text("file");
  if (!file.empty()) return pictures_in(file, "target.file");
  return picture_set(picture_set_names().at(static_cast<std::size_t>(p.integer("set"))));
}

}  // namespace

SiteTargetUnit pictures_unit() {
  const std::vector<std::string> names = picture_set_names();
  const double last = static_cast<double>(names.size()) - 1;
  return {.id = "pictures",
          .title = "Pictures",
          .doc =
              "Small pictures of a set, all equally likely. Each pixel is wrong with a small probability, "
              "1/(1 + e^β): `p(x) = Σ e^(−β d_k(x))/Z`, the sum over the K pictures, with d_k the number of pixels at "
              "which x differs from picture k, and `log Z = log K + n log(1 + e^(−β))` for n pixels. "
              "bars: full rows or full columns of a square. digits: ten digits, each at nine places. A file has pictures "
              "of your own.",
          .source = "bars and stripes: MacKay 2003, section 43.2; the digits are our own",
          .parameters = {{.id = "set",
                          .title = "Set",
                          .symbol = "·",
                          .doc = "Which pictures there are.",
                          .initial = 2,
                          .hard = {0, last},
                          .slider = {0, last},
                          .kind = Kind::choice,
                          .choices = names},
                         {.id = "beta",
                          .title = "Sharpness",
                          .symbol = "β",
                          .doc = "A pixel is wrong with probability 1/(1 + e^β).",
                          .initial = 4,
                          .hard = {0, 40},
                          .slider = {0, 12}},
                         {.id = "file",
                          .title = "Own pictures",
                          .symbol = "D",
                          .doc = "A file with pictures of zeros and ones, in the place of the set: a .npy or .npz array "
                                 "[pictures, rows, columns] or [pictures, pixels], or a CSV file with a picture in each "
                                 "line. One that is there twice counts twice.",
                          .hard = {0, 1},
                          .slider = {0, 1},
                          .kind = Kind::table,
                          .applies = Applies::restart,
                          .text = {.legal = legal_picture_files(),
                                   .check = [](const std::string& file,
                                               const std::string& where) { pictures_in(file, where); }}}},
          .make = [](const Parameters& p) -> std::shared_ptr<const SiteTarget> {
            return std::make_shared<Pictures>(set_of(p), p["beta"]);
          },
          .small = {{{"set", "bars2"}, {"beta", 1.2}}},
          .content = "file",
          .beside_content = {"beta"}};
}

}  // namespace ergo
