#include "core/lanes/lane_sets.h"

#include <vector>

namespace ergo::lanes {

#if defined(ERGO_LANE_SETS_X86)
namespace sse2 {
extern const KernelList kernels;
extern const PictureKernels picture_kernels;
}
namespace avx2 {
extern const KernelList kernels;
extern const PictureKernels picture_kernels;
}
namespace avx512 {
extern const KernelList kernels;
extern const PictureKernels picture_kernels;
}
#else
namespace plain {
extern const KernelList kernels;
extern const PictureKernels picture_kernels;
}
#endif

std::span<const LaneSet> lane_sets() {
  static const std::vector<LaneSet> sets = [] {
    std::vector<LaneSet> found;
#if defined(ERGO_LANE_SETS_X86)
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    if (avx512) found.push_back({"AVX-512", &avx512::kernels, &avx512::picture_kernels});
    if (avx2) found.push_back({"AVX2", &avx2::kernels, &avx2::picture_kernels});
    found.push_back({"SSE2", &sse2::kernels, &sse2::picture_kernels});
#else
    found.push_back({"vectors", &plain::kernels, &plain::picture_kernels});
#endif
    return found;
  }();
  return sets;
}

namespace {

template <class Kernel>
const Kernel* find(const Kernel* const* all, std::size_t count, const std::string& id) {
  for (std::size_t k = 0; k < count; ++k)
    if (all[k]->id == id) return all[k];
  return nullptr;
}

}  // namespace

const SamplerKernel* find_sampler(const KernelList& kernels, const std::string& id) {
  return find(kernels.samplers, kernels.sampler_count, id);
}
const TargetKernel* find_target(const KernelList& kernels, const std::string& id) {
  return find(kernels.targets, kernels.target_count, id);
}
const SiteTargetKernel* find_site_target(const KernelList& kernels, const std::string& id) {
  return find(kernels.site_targets, kernels.site_target_count, id);
}

}  // namespace ergo::lanes
