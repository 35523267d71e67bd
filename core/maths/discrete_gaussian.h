#pragma once

#include <optional>
#include <vector>

namespace ergo {

/// The law p(y) proportional to e^(-(y-c)^2/2a) on the sites y = 0 .. S-1, by direct sums over the terms
/// above e^-40 of the largest. The centre c may lie anywhere, inside or outside.
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

  /// The smallest y with P(Y <= y) >= u.
  int quantile(double u) const;

  static constexpr int most_tries = 4;

  /// How often to try try_site() before a quantile(): 0 where it seldom succeeds. Tries and quantile with
  /// independent randomness draw from p exactly.
  int tries() const;

  /// One try, by a normal number z and a uniform one: t = c + sqrt(a) z, y the site next to t and d = t - y.
  /// With b = d (y-c)/a the density of t is p(y) e^(-d^2/2a) e^-b but for a constant. Keeping y with
  /// probability e^((d^2-1/4)/2a)/cosh(b) leaves e^-b/cosh(b), which integrates over |d| < 1/2 to 1 for every
  /// y.
  std::optional<int> try_site(double normal, double uniform) const;

 private:
  /// log of y's term divided by the mode's.
  double log_weight(double y) const;

  /// The sum of all terms divided by the mode's.
  double normaliser() const;

  /// First and last of the sites whose terms count.
  struct Range {
    int first, last;
  };
  Range range() const;
};

}  // namespace ergo
