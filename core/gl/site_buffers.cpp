#include "core/gl/site_buffers.h"

#include <epoxy/gl.h>

#include "core/kernel_text/site_kernel_source.h"

namespace ergo::gl {

SiteBuffers::SiteBuffers(std::shared_ptr<const Target> target)
    : target_(std::move(target)), uniforms_(site_uniforms(*plane())) {
  const SiteKernelData data = plane()->model()->kernel_data();
  loops_of_site_ = data.loops_of_site;
  loops_of_all_ = data.loops_of_all;
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
  const auto of_site = 1 + static_cast<std::uint64_t>(loops_of_site_),
             of_all = n + static_cast<std::uint64_t>(loops_of_all_);
  const bool classes = plane()->model()->coding() == SiteCoding::classes;
  const int flips = find_parameter(sampler, "flips");
  const bool draws = flips >= 0 && sampler.parameters[static_cast<std::size_t>(flips)].kind == Kind::integer;
  const std::uint64_t many = q == 2 ? 0 : q, slopes = classes ? 18 + 6 * q : 18;  // asked of every site
  return 12 * n * (1 + many) + slopes * of_all +
         number("updates") * (18 + 3 * many) * of_site +                         // updates of one site
         (draws ? number("flips") : 0) * ((classes ? q : 2) * of_all + n * q);  // draws among all changes
}

}  // namespace ergo::gl
