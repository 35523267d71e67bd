#include "core/gl/site_buffers.h"

#include <epoxy/gl.h>

#include <algorithm>

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
  const auto count = [](int loops) { return static_cast<std::uint64_t>(loops); };
  const std::uint64_t n = count(uniforms_[0]), q = count(uniforms_[1]), many = q == 2 ? 0 : q;
  const std::uint64_t of_change = count(loops_.change), of_all = n + count(loops_.slopes),
                      of_notes = count(loops_.notes), of_sums = count(loops_.sums);
  // Sums, place and level where a dispatch begins and ends; words that are copied and compared.
  const std::uint64_t always =
      2 * of_sums + n * (many > 0 ? 2 : 1) + count(uniforms_[3] * (5 + uniforms_[2])) + 16;
  if (find_parameter(sampler, "updates") >= 0)
    return always + number("updates") * (2 + of_notes + (18 + 3 * many) * of_change);
  const std::uint64_t drawn = n + n / 2 + 8 + 3 * n * (1 + many);  // sites by fours, and their values
  const int flips = find_parameter(sampler, "flips");
  const bool of_changes =
      flips >= 0 && sampler.parameters[static_cast<std::size_t>(flips)].kind == Kind::integer;
  if (flips >= 0 && !of_changes) return always + of_sums + drawn;  // without slopes
  const bool classes = plane()->model()->coding() == SiteCoding::classes;
  // How often slopes of all sites are taken in loops that go on, at most; those that are only entered count
  // with n.
  const std::uint64_t asked = classes ? 3 + 5 * q : of_changes ? 4 : 2;
  const std::uint64_t draws = of_changes ? number("flips") : 0;  // among all changes
  return always + of_sums + n * (32 + 16 * many) + asked * count(loops_.slopes) + 2 * of_notes +
         draws * ((classes ? q + 2 : 2) * of_all + n * q);
}

}  // namespace ergo::gl
