#pragma once

#include "core/sites/site_target.h"

namespace ergo {

/// f.x and inputs a = c + A'x, through which E depends on x, as shaders/common/linear_inputs.glsl reads them.
struct LinearInputs {
  std::vector<double> c;  ///< [inputs]
  std::vector<double> f;  ///< [sites]
  std::vector<double> a;  ///< A, [sites, inputs], by rows
};

/// What a target's kernel data begin with: inputs are filled up to a multiple of four by idle ones of A = 0,
/// whose c is `idle`. `loops` and `notes` are those of linear_inputs.glsl.
SiteKernelData linear_kernel_data(const LinearInputs& inputs, double idle);

/// E = f.x + sign sum_j log(1 + e^(a_j)), as shaders/common/softplus_sites.glsl reads it. Nothing where
/// rounding may move differences of E by more than 2^-7: where the inputs' sizes for fair bits, |c_j| +
/// (sum_i A_ij^2)^(1/2), have a sum beyond 2^17.
SiteKernelData softplus_kernel_data(const LinearInputs& inputs, double sign);

}  // namespace ergo
