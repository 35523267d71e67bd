#include "core/gl/site_buffers.h"

#include <epoxy/gl.h>

#include "core/kernel_text/site_kernel_source.h"

namespace ergo::gl {

SiteBuffers::SiteBuffers(std::shared_ptr<const Target> target) : target_(std::move(target)) {
  const SiteKernelData data = plane()->model()->kernel_data();
  uniforms_ = site_uniforms(*plane(), data);
  loops_ = data.loops;
  notes_ = data.room();
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
  const auto n = static_cast<std::uint64_t>(uniforms_[0]), q = static_cast<std::uint64_t>(uniforms_[1]);
  const auto count = [](int loops) { return static_cast<std::uint64_t>(loops); };
  const auto of_site = 1 + count(loops_.change), of_all = n + count(loops_.slopes),
             of_notes = count(loops_.notes);
  const bool classes = plane()->model()->coding() == SiteCoding::classes;
  const int flips = find_parameter(sampler, "flips");
  const bool draws = flips >= 0 && sampler.parameters[static_cast<std::size_t>(flips)].kind == Kind::integer;
  const bool by_slopes =
      draws || find_parameter(sampler, "alpha") >= 0 || find_parameter(sampler, "alpha_max") >= 0;
  const std::uint64_t many = q == 2 ? 0 : q,
                      slopes = by_slopes ? (classes ? 18 + 6 * q : 6) : 0;  // asked of every site
  return (by_slopes ? 24 : 12) * n * (1 + many) + slopes * of_all + 2 * of_notes + 3 * count(loops_.sums) +
         number("updates") * (of_notes + (18 + 3 * many) * of_site) +           // updates of one site
         (draws ? number("flips") : 0) * ((classes ? q : 2) * of_all + n * q);  // draws among all changes
}

}  // namespace ergo::gl
