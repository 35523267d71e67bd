#include "core/lanes/target_data.h"

#include <algorithm>

#include "core/base/error.h"

namespace ergo::lanes {

namespace {

std::unique_ptr<TargetData::Sites> site_data(const SiteTargetKernel& kernel, const SitePlane& plane,
                                             const Sampler* sampler) {
  const auto [uniforms, data, notes, loops] = site_kernel_input(plane, sampler);
  auto made = std::make_unique<TargetData::Sites>();
  made->uniforms = uniforms;
  made->numbers.assign(data.numbers.begin(), data.numbers.end());
  made->links = data.links;
  made->notes = notes;
  made->numbers.resize(
      std::max<std::size_t>(made->numbers.size(), 1));  // reads by index are held within these
  made->links.resize(std::max<std::size_t>(made->links.size(), 1));
  SiteView& view = made->view;
  view.uniforms = made->uniforms.data();
  view.numbers = made->numbers.data();
  view.number_count = static_cast<int>(made->numbers.size());
  view.links = made->links.data();
  view.link_count = static_cast<int>(made->links.size());
  view.kernel = &kernel;
  return made;
}

}  // namespace

std::unique_ptr<TargetData> target_data(const LaneSet& set, const UnitChoice& choice, const Target& target,
                                        const Sampler* sampler) {
  auto made = std::make_unique<TargetData>();
  const std::vector<double> numbers = target.device_numbers(choice.values);
  made->numbers.assign(numbers.begin(), numbers.end());
  if (made->numbers.empty()) made->numbers.push_back(0);  // a struct of no parameters holds one number
  TargetView& view = made->view;
  view.data = made->numbers.data();
  view.data_count = static_cast<int>(made->numbers.size());
  view.dim = target.dim;
  view.noise = set.kernels->noise;
  if (const SiteTargetKernel* kernel = target.sites() ? find_site_target(*set.kernels, choice.id) : nullptr) {
    made->sites = site_data(*kernel, *target.sites(), sampler);
    made->sites->view.plane = view.data;
    made->sites->view.plane_count = view.data_count;
  }
  if (target.lattice()) return made;
  if (const auto* formula = dynamic_cast<const formula::OnTape*>(&target)) {
    made->tape = std::make_unique<TapeData>(formula->evaluation_tape());
    view.constants = &made->tape->view();
    view.evaluate = set.kernels->evaluate_tape;
    return made;
  }
  const TargetKernel* kernel = target.kernel_text().empty() ? find_target(*set.kernels, choice.id) : nullptr;
  if (!kernel)
    throw Error("no kernel on lanes of target", choice.id, "backend=gpu, backend=cpu, another target", "backend",
                Blame::machine);
  made->constants.resize(kernel->constants_size / sizeof(std::max_align_t) + 1);
  view.evaluate = kernel->evaluate;
  if (kernel->noise) view.noise = kernel->noise;
  kernel->prepare(view, made->constants.data());
  view.constants = made->constants.data();
  return made;
}

}  // namespace ergo::lanes
