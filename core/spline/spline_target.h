#pragma once

#include <memory>
#include <mutex>

#include "core/spline/spline.h"

namespace ergo {

/// A density given by its energies on a grid, and what is found about it when it is first asked for.
class SplineDensity {
 public:
  explicit SplineDensity(EnergyGrid grid);

  const EnergyGrid& grid() const { return grid_; }
  const Spline& spline() const { return spline_; }  ///< in single precision
  /// The grid's, and four times the spline's reach further on each side beyond which more than 2.5e-4 of the mass lies.
  const Window& window() const { return window_; }
  const std::vector<Mode>& modes() const;

 private:
  EnergyGrid grid_;
  Spline spline_;
  Window window_;
  mutable std::once_flag modes_once_;
  mutable std::vector<Mode> modes_;
};

/// What targets on a grid of energies have in common; on the device, shaders/common/spline.glsl.
class SplineTarget : public Target {
 public:
  /// The last few densities are kept, as one target is made again and again.
  explicit SplineTarget(EnergyGrid grid);

  Evaluation evaluate(Position x) const override { return density_->spline()(x); }
  void energies(std::span<const double> x, std::span<const double> y, std::span<double> energy) const override {
    density_->spline().energies(x, y, energy);
  }
  Window window() const override { return density_->window(); }
  bool analytic() const override { return false; }
  std::vector<Mode> modes() const override { return density_->modes(); }
  /// The parameters' values, then the spline's numbers.
  std::vector<double> device_numbers(std::span<const double> values) const override;

 private:
  std::shared_ptr<const SplineDensity> density_;
};

}  // namespace ergo
