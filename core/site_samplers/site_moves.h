#pragma once

#include <span>

#include "core/sites/site_target.h"

namespace ergo {

/// Changes of one site to another of its values, numbered [n, q - 1]: site after site, its other values in
/// order.
class SiteMoves {
 public:
  explicit SiteMoves(const SiteTarget& target)
      : target_(target), others_(static_cast<std::size_t>(target.values() - 1)) {}

  std::size_t others() const { return others_; }  ///< q - 1
  std::size_t count() const { return static_cast<std::size_t>(target_.sites()) * others_; }
  std::size_t site(std::size_t move) const { return move / others_; }
  /// What a move makes of its site with value `present`.
  std::uint8_t value(std::size_t move, std::uint8_t present) const {
    const std::size_t place = move % others_;
    return static_cast<std::uint8_t>(place + (place >= present));
  }
  /// The move of a site with value `present` to another one.
  std::size_t to(std::size_t site, std::uint8_t present, std::uint8_t value) const {
    return site * others_ + value - std::size_t{value > present};
  }

  /// -(change of E)/2 of all moves at x. All changes of E, those to the present values among them, are then
  /// in `changes`, [n, q].
  void halved_changes(ConfigurationView x, std::span<double> changes, std::span<double> logits) const;
  /// -(first-order change of E)/2 of all moves at x; `gradient` is room for one.
  void halved_first_order(ConfigurationView x, std::span<double> gradient, std::span<double> logits) const;

 private:
  const SiteTarget& target_;
  std::size_t others_;
};

/// Turns logits into probabilities and returns log sum e^logit.
double normalise_logits(std::span<double> logits);

/// The place to which a uniform on (0, 1) leads among probabilities.
std::size_t drawn_place(std::span<const double> probabilities, double uniform);

}  // namespace ergo
