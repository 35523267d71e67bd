// {0..7}^2, U(x) = log sum_k w_k exp(-|x - mu_k|^2/(2 1.3)), mu = (1,2), (5,6), (6,1), w = .5, .3, .2: small
// enough to know every transition probability. E = -U, grad E = sum_k r_k (x - mu_k)/1.3 with r the softmax
// of the terms.
#include <array>
#include <cmath>

#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct Hill {
  Position centre;
  double weight;
};
constexpr std::array<Hill, 3> hills = {{{{1, 2}, 0.5}, {{5, 6}, 0.3}, {{6, 1}, 0.2}}};
constexpr double variance = 1.3;

class Lattice8 final : public LatticeTarget {
 public:
  explicit Lattice8(const Parameters&) : LatticeTarget({8, 8}) {}

  std::vector<Mode> modes() const override {
    std::vector<Mode> all;
    for (const Hill& hill : hills) all.push_back({hill.centre, 1.5});
    return all;
  }

 protected:
  Evaluation at(Position x) const override {
    double total = 0;
    Position pull;
    for (const auto& [centre, weight] : hills) {
      const Position away = x - centre;
      const double term = weight * std::exp(-dot(away, away) / (2 * variance));
      total += term;
      pull = pull + term / variance * away;
    }
    return {-std::log(total), pull / total};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE(lattice8, Lattice8, {
  .id = "lattice8",
  .title = "Three hills on 8×8",
  .doc = "Three hills of weights ½, 3/10 and 1/5 on 64 sites. Small enough to compute every transition probability.",
  .source = "teaching case",
})
