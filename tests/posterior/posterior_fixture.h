#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "core/posterior/posterior.h"

namespace ergo {

inline constexpr std::array data_models = {DataModel::linear, DataModel::logistic, DataModel::mean, DataModel::poisson};
inline constexpr std::array model_names = {"linear", "logistic", "mean", "poisson"};

inline const char* name_of(DataModel model) { return model_names[static_cast<std::size_t>(model)]; }

/// -log p(y | q) by the C library's functions, up to a constant of the data.
inline long double row_energy(DataModel model, long double x, long double y, Position q, long double noise_sd) {
  const long double eta = q.x + q.y * x;
  switch (model) {
    case DataModel::linear:
      return (y - eta) * (y - eta) / (2 * noise_sd * noise_sd);
    case DataModel::logistic:
      return y == 1 ? std::log1p(std::exp(-eta)) : std::log1p(std::exp(eta));
    case DataModel::poisson:
      return std::exp(eta) - y * eta;
    default:
      return q.y + (y - q.x) * (y - q.x) / (2 * std::exp(2 * static_cast<long double>(q.y)));
  }
}

/// A point so many of the mode's standard deviations away from it along each axis.
inline Position away_from_mode(const Posterior& posterior, Position sds) {
  const auto [xx, xy, yy] = posterior.laplace();
  return posterior.mode() + Position{sds.x * std::sqrt(xx), sds.y * std::sqrt(yy)};
}

inline constexpr std::array points_about_mode = {Position{0, 0}, Position{1.5, -0.5}, Position{-2, 2}};

}  // namespace ergo
