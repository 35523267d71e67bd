#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/truth/tabulated_density.h"
#include "core/unit/target.h"

namespace ergo {

/// The kernel's expectation under a distribution q: m(x) = E_q k(x, .) and E_q m = E_qq k, for one Gaussian
/// kernel.
class KernelMean {
 public:
  virtual ~KernelMean() = default;
  /// m at every x.
  virtual std::vector<double> at(std::span<const Position> x) const = 0;
  /// E_q m.
  virtual double expectation() const = 0;
};

/// q a Gaussian mixture: closed form.
std::unique_ptr<KernelMean> mixture_kernel_mean(std::vector<GaussianTerm> terms, double bandwidth);

/// q tabulated with spacings of at most the bandwidth: the sum over its nodes, tabulated in turn and
/// interpolated with an error below 1e-7 on even axes; 0 beyond kernel_reach of the rectangle, where it is
/// below 2e-8.
std::unique_ptr<KernelMean> tabulated_kernel_mean(const TabulatedDensity& density, double bandwidth);

/// q the empirical distribution of a sample: m over all its points, the expectation over pairs of different
/// points.
std::unique_ptr<KernelMean> sample_kernel_mean(std::vector<Position> sample, double bandwidth);

}  // namespace ergo
