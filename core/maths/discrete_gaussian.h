#pragma once

#include <optional>
#include <vector>

namespace ergo {

/// The distribution p(y) proportional to e^(-(y-c)^2/2a) on the sites y = 0 .. S-1, by direct sums over the
/// terms above e^-40 of the largest. The centre c may lie anywhere, inside or outside.
struct DiscreteGaussian {
  double centre, variance;  ///< c and a > 0
  int side;                 ///< S > 0

  /// The most probable site m, that next to c.
  int mode() const;

  /// log of the sum of all terms divided by the mode's: between 0 and log S.
  double log_normaliser() const;

  /// log p(y)
  double log_mass(int y) const;

  /// p(y) of all sites.
  std::vector<double> masses() const;

  /// One try, by a normal number z and a uniform one: t = c + sqrt(a) z, y the site next to t and d = t - y.
  /// With b = d (y-c)/a the density of t is p(y) e^(-d^2/2a) e^-b but for a constant. Keeping y with
  /// probability e^((d^2-1/4)/2a)/cosh(b) leaves e^-b/cosh(b), which integrates over |d| < 1/2 to 1 for every
  /// y. Succeeds seldom where a < 1/2 or c lies outside.
  std::optional<int> try_rounding(double normal, double uniform) const;

  /// One try, by the ratio of two uniforms (Kinderman & Monahan 1977): y is the site next to m + V/u, with V
  /// uniform from v in the least interval, or one somewhat wider, that has room for all that is kept, and
  /// kept where u^2 is at most y's term divided by the mode's. Succeeds with a probability above 0.45
  /// anywhere.
  std::optional<int> try_ratio(double u, double v) const;

 private:
  /// log of y's term divided by the mode's.
  double log_weight(double y) const;

  /// First and last of the sites whose terms count.
  struct Range {
    int first, last;
  };
  Range range() const;
};

}  // namespace ergo
