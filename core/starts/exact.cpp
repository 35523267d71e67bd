// x distributed as the target: the chains start in equilibrium, independent of each other.
#include "core/base/error.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class Exact final : public Start {
 public:
  explicit Exact(const Parameters&) {}

  void check(const Target& target) const override {
    if (target.lattice()) return;  // has draws, once its distribution is summed
    if (!target.draw(Draws(0, Purpose::start, 0, 0, target.dim)))
      throw Error("no exact draws are known for this target", "", "normal, point, uniform", "start");
  }

  Position draw(const Target& target, const Draws& draws) const override {
    return target.draw(draws).value();
  }

  std::vector<double> distribution(const LatticeTarget& target) const override {
    return target.distribution();
  }

  std::optional<double> log_density(Position x, const Target& target) const override {
    const auto log_z = target.log_normaliser();
    if (!log_z) return {};
    return -target.evaluate(x).energy - *log_z;
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(exact, Exact, {
  .id = "exact",
  .title = "Exact draws",
  .doc = "Independent draws from the target itself: what a perfect sampler would hand over.",
  .source = "each target's own transform or quantile function",
})
