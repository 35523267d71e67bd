#include "core/gl/site_buffers.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <bit>

#include "core/kernel_text/site_kernel_source.h"

namespace ergo::gl {

SiteBuffers::SiteBuffers(std::shared_ptr<const Target> target, const Sampler& sampler) : target_(std::move(target)) {
  const auto [uniforms, data, notes, loops_of_sampler] = site_kernel_input(*plane(), &sampler);
  uniforms_ = uniforms;
  loops_ = data.loops;
  notes_ = notes;
  loops_of_sampler_ = loops_of_sampler;
  const std::vector<float> numbers(data.numbers.begin(), data.numbers.end());
  numbers_ = Buffer(std::span<const float>(numbers));
  links_ = Buffer(std::span<const int>(data.links));
}

void SiteBuffers::bind() const {
  numbers_.bind(6);
  links_.bind(7);
  for (std::size_t k = 0; k < uniforms_.size(); ++k)
    glUniform1i(first_site_uniform + static_cast<int>(k), uniforms_[k]);
}

std::uint64_t SiteBuffers::loops_of_step(const Parameters& values, const Descriptor& sampler) const {
  const auto number = [&](const char* id) {
    return find_parameter(sampler, id) < 0 ? 0 : static_cast<std::uint64_t>(values[id]);
  };
  const auto count = [](int loops) { return static_cast<std::uint64_t>(loops); };
  const std::uint64_t n = count(uniforms_[0]), q = count(uniforms_[1]), many = q == 2 ? 0 : q;
  const std::uint64_t of_change = count(loops_.change), of_notes = count(loops_.notes), of_sums = count(loops_.sums);
  // Sums, place and level where a dispatch begins and ends; words that are copied and compared.
  const std::uint64_t always =
      2 * of_sums + n * (many > 0 ? 2 : 1) + count(uniforms_[3] * (5 + uniforms_[2])) + 16;
  if (find_parameter(sampler, "updates") >= 0)
    return always + number("updates") * (2 + of_notes + (18 + 3 * many) * of_change);
  const std::uint64_t drawn = n + n / 2 + 8 + 3 * n * (1 + many);  // sites by fours, and their values
  const SiteSamplerUnit& unit = site_sampler_unit(sampler.id);
  const SitePasses passes = unit.passes ? unit.passes(values) : SitePasses{};
  const std::uint64_t first_order = count(passes.first_order), exact = count(passes.exact), all = first_order + exact;
  const PairModel* model = plane()->model()->pairs();
  const std::uint64_t pairs = model ? count(passes.pairs) * model->pairs.size() : 0;
  // How often slopes of all sites are taken in loops that go on, at most; those that are only entered count with n.
  const bool classes = plane()->model()->coding() == SiteCoding::classes;
  const std::uint64_t asked = first_order * (classes ? 3 * (1 + q) : 1);
  return always + of_sums + drawn + count(loops_of_sampler_) + (all > 0 ? 16 * n * (1 + many) : 0) +
         all * n * (6 + 3 * many) + asked * count(loops_.slopes) +
         exact * std::max<std::uint64_t>(many, 1) * n * (1 + of_change) + (1 + all / 2) * of_notes +
         2 * pairs * (2 + count(std::bit_width(n)));
}

}  // namespace ergo::gl
