#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ergo {

/// A value of each of n sites, each 0 .. q - 1.
using Configuration = std::vector<std::uint8_t>;
using ConfigurationView = std::span<const std::uint8_t>;

/// Whether the values of a site are numbers along a line, with distance^2 (u - v)^2, or classes with
/// distance^2 2, corners of a simplex ("one-hot").
enum class SiteCoding { numbers, classes };

struct PairModel;
class HiddenLayer;
class ExactSites;
class SiteDraws;
class Neighbours;

/// What the kernels' text of a target, shaders/site_targets, reads besides the form of its configurations.
struct SiteKernelData {
  std::vector<double> numbers;
  std::vector<int> links;
  /// Iterations of loops of the text at most, of N turns N + 1 as software devices count them: of one site's slope or
  /// change, of the slopes of all sites, of preparing either, and of the sums that E is found from.
  struct Loops {
    int slope = 0, change = 0, slopes = 0, notes = 0, sums = 0;
  } loops = {};
  /// Numbers that the text keeps of a chain between preparing slopes or changes and asking for them. Kernels have room
  /// for a multiple of four.
  int notes = 0;
  int room() const { return (notes + 3) / 4 * 4; }
};
/// A site takes 2^this bits in kernels, the fewest that hold its values; words hold whole sites.
int kernel_log_bits(int values);

/// About how many multiplications something takes; a logarithm or an exponential counts as ten.
struct SiteWork {
  double energy = 0;  ///< of E of a configuration
  double change = 0;  ///< of the changes of E at one site
};

/// Kinds of sites with two values that are numbers: sites of one kind have the same value and the same
/// gradient.
struct SiteKinds {
  Configuration values;          ///< of each kind
  std::vector<double> gradient;  ///< of each kind, as SiteTarget::gradient() has it for each site
};

/// A distribution over configurations, p = exp(-E)/Z.
class SiteTarget {
 public:
  /// n sites with q values each.
  SiteTarget(int sites, int values, SiteCoding coding) : sites_(sites), values_(values), coding_(coding) {}
  virtual ~SiteTarget() = default;

  int sites() const { return sites_; }
  int values() const { return values_; }
  SiteCoding coding() const { return coding_; }
  /// Numbers that the gradient has for each site: 1 for numbers, q for classes.
  int gradient_width() const { return coding_ == SiteCoding::numbers ? 1 : values_; }

  /// E(x) = -log p(x) + const.
  virtual double energy(ConfigurationView x) const = 0;
  /// E with value v at `site` less E(x), into changes[v], v = 0 .. q - 1: 0 at the present value.
  virtual void changes(ConfigurationView x, int site, std::span<double> changes) const = 0;
  /// The same for all sites, into changes[q site + v].
  virtual void all_changes(ConfigurationView x, std::span<double> changes) const;
  /// The gradient of E's continuous extension. Numbers: dE/dx_i into gradient[i], with x_i itself as
  /// coordinate, for q = 2 that on {0, 1}. Classes: dE/de_iv into gradient[q i + v], e_iv = 1 where x_i = v
  /// and 0 elsewhere.
  virtual void gradient(ConfigurationView x, std::span<double> gradient) const = 0;

  /// The kinds of sites that there are in all configurations; null if there are too many, or the target knows
  /// of none.
  virtual const SiteKinds* kinds() const { return nullptr; }
  /// The kind of one site, and of each; only where kinds() is not null.
  virtual std::uint16_t kind(ConfigurationView /*x*/, std::size_t /*site*/) const { return 0; }
  virtual void find_kinds(ConfigurationView /*x*/, std::span<std::uint16_t> /*kinds*/) const {}

  /// E's Hessian by rows, in the coordinates of the gradient, where it is the same everywhere; else empty.
  virtual std::vector<double> constant_hessian() const { return {}; }

  /// What a value counts as in averages over sites: itself, or the spin -1 or 1.
  virtual double level(int value) const { return value; }

  /// Of targets that have kernels.
  virtual SiteKernelData kernel_data() const { return {}; }

  /// The pairs that E is made of; null if it is not.
  virtual const PairModel* pairs() const { return nullptr; }
  /// The hidden units that E is summed over; null if there are none.
  virtual const HiddenLayer* hidden_layer() const { return nullptr; }
  /// Its exact draws; null if it has no closed form for them.
  virtual const ExactSites* exact() const { return nullptr; }
  /// Columns in which the sites are shown; 0: any.
  virtual int columns() const { return 0; }
  /// All sites in blocks whose sites are independent given the other blocks; none if the target knows of
  /// none.
  virtual std::vector<std::vector<int>> blocks() const { return {}; }

  /// As that of pairs, unless the target says otherwise.
  virtual SiteWork work() const;

 private:
  int sites_, values_;
  SiteCoding coding_;
};

/// An edge between two sites.
struct SitePair {
  int first, second;
};

/// E = -K sum_pairs [x_i = x_j] - sum_i f(x_i) + const.
struct PairModel {
  std::vector<SitePair> pairs;
  double attraction;          ///< K
  std::vector<double> field;  ///< f(v), v = 0 .. q - 1
  std::shared_ptr<const Neighbours> neighbours;
};

/// Binary hidden units, independent of each other given the sites, as the binary sites are given them.
class HiddenLayer {
 public:
  virtual ~HiddenLayer() = default;
  virtual int units() const = 0;
  /// P(h_j = 1 | x) into probabilities[j].
  virtual void hidden_given(ConfigurationView x, std::span<double> probabilities) const = 0;
  /// P(x_i = 1 | h) into probabilities[i].
  virtual void sites_given(std::span<const std::uint8_t> hidden, std::span<double> probabilities) const = 0;
};

/// What is known of a target in closed form.
class ExactSites {
 public:
  virtual ~ExactSites() = default;
  virtual Configuration draw(const SiteDraws& draws) const = 0;
  virtual double log_normaliser() const = 0;  ///< log sum exp(-E)
};

/// (1/n) sum_i level(x_i): the mean spin of an Ising model.
double mean_level(const SiteTarget& target, ConfigurationView x);

}  // namespace ergo
