#pragma once

#include <vector>

#include "core/mixture/kernel_density.h"
#include "core/unit/target.h"

namespace ergo {

inline constexpr std::size_t most_kernels = 1024;

/// A kernel density estimate of at most most_kernels terms, ready for evaluation. With z_k = (x - m_k)/s and
/// e_k = |z_k|^2/2 - log(w_k/((2 pi)^(dim/2) s_x s_y)):
///   E = -log sum_k exp(-e_k),   grad E = sum_k r_k z_k/s,   r the softmax of -e.
class GaussianKernels {
 public:
  GaussianKernels(const KernelDensity& density, int dim);

  Evaluation operator()(Position x) const;

  /// The number of kernels, filled up to a multiple of kernels_of_loop by some of no weight, 1/s along both axes, and of
  /// each kernel its least e and m.
  std::vector<double> device_numbers() const;
  static constexpr std::size_t kernels_of_loop = 16;  ///< kernels that one iteration of the device's loops takes

 private:
  std::size_t count_;
  Position per_sd_;  ///< 1/s
  /// e_k at m_k, and m_k; the last pack is filled up with kernels of no weight.
  std::vector<double> least_, x_, y_;
};

std::vector<GaussianTerm> terms_of(const KernelDensity& density, int dim);

/// All centres with five standard deviations of the kernels about them.
Window window_of(const KernelDensity& density, int dim);

}  // namespace ergo
