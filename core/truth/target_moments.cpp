#include "core/truth/target_moments.h"

namespace ergo {
namespace {

/// From E(x - mean)^2 and E(x - mean)^4.
TargetMoments centred(Position mean, Position second, Position fourth) {
  return {mean, second, fourth - squared(second)};
}

TargetMoments moments_of(const std::vector<GaussianTerm>& terms) {
  Position mean, second, fourth;
  for (const GaussianTerm& term : terms) mean = mean + term.weight * term.mean;
  for (const GaussianTerm& term : terms) {
    const Position d2 = squared(term.mean - mean), v = {term.xx, term.yy};
    const auto e4 = [](double d2, double v) { return d2 * d2 + 6 * d2 * v + 3 * v * v; };
    second = second + term.weight * (d2 + v);
    fourth = fourth + term.weight * Position{e4(d2.x, v.x), e4(d2.y, v.y)};
  }
  return centred(mean, second, fourth);
}

}  // namespace

TargetMoments moments_of(const TabulatedDensity& density) {
  const auto mean_of = [&](auto&& value) {
    Position sum;
    for (int i = 0; i < density.x.count(); ++i)
      for (int j = 0; j < density.y.count(); ++j)
        sum = sum + density.at(i, j) * value(Position{density.x.node(i), density.y.node(j)});
    return sum;
  };
  const Position mean = mean_of([](Position x) { return x; });
  return centred(mean, mean_of([&](Position x) { return squared(x - mean); }),
                 mean_of([&](Position x) { return squared(squared(x - mean)); }));
}

TargetMoments exact_moments(const Target& target) {
  if (const auto known = target.moments()) return *known;
  const auto terms = target.mixture();
  return terms.empty() ? moments_of(tabulate(target)) : moments_of(terms);
}

}  // namespace ergo
