#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/unit/position.h"

namespace ergo {

/// A number that a part of a step computes or uses, under the paper's symbol, and how a picture shows it.
struct ToldQuantity {
  enum class Kind {
    number,        ///< value.x
    vector,        ///< of the plane
    momentum,      ///< an arrow from the place
    thermostat,    ///< value.x: the friction xi that acts on the momentum
    gradient,      ///< grad E, at the place before or after the part; its arrow points downhill
    distribution,  ///< a normal distribution of mean `value` and standard deviations `sd`, from which a place
                   ///< is drawn
    decision       ///< whether the proposal is accepted: value.x is 1 or 0
  };
  const char* symbol;
  Kind kind;
  Position value, sd = {};
};

/// One of the named parts of a sampler's step: its formula on screen, the place of the moving point after the part,
/// and its numbers. The point is the proposal's until the step decides.
///
/// A gradient that a part tells is the one, as the sampler sees it, at the point's place before the part or at its
/// place after the part: pictures draw the arrow there. A part that uses a gradient of any other place tells it as a
/// vector.
struct SubStep {
  std::string name, formula;
  Position x;
  std::vector<ToldQuantity> quantities = {};

  /// The last quantity of a kind; null where there is none.
  const ToldQuantity* find(ToldQuantity::Kind kind) const {
    for (auto q = quantities.rbegin(); q != quantities.rend(); ++q)
      if (q->kind == kind) return &*q;
    return nullptr;
  }
  std::optional<bool> accepted() const {
    const ToldQuantity* decision = find(ToldQuantity::Kind::decision);
    return decision ? std::optional(decision->value.x > 0) : std::nullopt;
  }
};

/// The last argument of a unit's step(), through which it tells its parts: tell(name, formula, x, quantities ...).
/// Untold ignores them at no cost, so that chains are stepped by the same text that explains a step. What only
/// Told needs and takes long to compute stands behind `if constexpr (Tell::listens)`.
struct Untold {
  static constexpr bool listens = false;
  template <class... Quantities>
  void operator()(const char*, const char*, Position, const Quantities&...) const {}
};
struct Told {
  static constexpr bool listens = true;
  std::vector<SubStep>& sub_steps;
  template <class... Quantities>
  void operator()(const char* name, const char* formula, Position x, const Quantities&... quantities) const {
    sub_steps.push_back({name, formula, x, {quantities...}});
  }
};

namespace told {

constexpr ToldQuantity number(const char* symbol, double value) {
  return {symbol, ToldQuantity::Kind::number, {value, 0}};
}
constexpr ToldQuantity vector(const char* symbol, Position value) {
  return {symbol, ToldQuantity::Kind::vector, value};
}
constexpr ToldQuantity momentum(const char* symbol, Position value) {
  return {symbol, ToldQuantity::Kind::momentum, value};
}
constexpr ToldQuantity thermostat(const char* symbol, double value) {
  return {symbol, ToldQuantity::Kind::thermostat, {value, 0}};
}
constexpr ToldQuantity gradient(const char* symbol, Position value) {
  return {symbol, ToldQuantity::Kind::gradient, value};
}
constexpr ToldQuantity normal_distribution(const char* symbol, Position mean, Position sd) {
  return {symbol, ToldQuantity::Kind::distribution, mean, sd};
}
constexpr ToldQuantity decision(bool accepted) {
  return {"accepted", ToldQuantity::Kind::decision, {accepted ? 1.0 : 0.0, 0}};
}

}  // namespace told

}  // namespace ergo
