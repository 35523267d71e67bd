// x distributed as the target: the chains start in equilibrium, independent of each other.
#include <mutex>

#include "core/base/error.h"
#include "core/site_plane/site_plane.h"
#include "core/sites/site_states.h"
#include "core/truth/exact_draws.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class Exact final : public Start {
 public:
  explicit Exact(const Parameters&) {}

  void check(const Target& target) const override {
    if (target.sites() && !target.sites()->has_draws())
      throw Error("no exact draws of configurations here:", "exact", "highest, lowest, normal, point, uniform",
                  "start");
  }

  Position draw(const Target& target, const Draws& draws) const override {
    const auto own = target.draw(draws);
    return own ? *own : of(target).at(draws);
  }

  void configuration(const Target& target, const Draws& draws, std::span<double> words) const override {
    const SitePlane& plane = *target.sites();
    plane.packed().pack(plane.masses().draw(SiteDraws(draws)), words);
  }

  std::vector<double> distribution(const LatticeTarget& target) const override {
    return target.distribution();
  }

  std::vector<double> configuration_distribution(const SiteStates& states) const override {
    return states.distribution();
  }

  std::optional<double> log_density(Position x, const Target& target) const override {
    const auto own = target.log_normaliser();
    return -target.evaluate(x).energy - (own ? *own : of(target).log_normaliser());
  }

 private:
  /// Tabulates the target the first time; the target outlives the start's use.
  const ExactDraws& of(const Target& target) const {
    std::call_once(made_, [&] {
      draws_ = std::make_unique<ExactDraws>(std::shared_ptr<const Target>(std::shared_ptr<void>(), &target));
    });
    return *draws_;
  }

  mutable std::once_flag made_;
  mutable std::unique_ptr<const ExactDraws> draws_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(exact, Exact, {
  .id = "exact",
  .title = "Exact draws",
  .doc = "Independent draws from the target itself, as a perfect sampler would give.",
  .source = "each target's own transform or quantile function, otherwise its tabulated density",
})
