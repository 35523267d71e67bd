#include "core/site_plane/site_kernels.h"

#include "core/site_plane/kernel_words.h"
#include "core/site_plane/site_stepper.h"

namespace ergo {

bool has_kernels(const Descriptor& target, const Descriptor& sampler) {
  if (target.space != Space::sites) return true;
  return site_kernels().contains(target.id) && site_kernels().contains(sampler.id);
}

namespace {

/// Where things begin among the links and the numbers.
struct KernelPlaces {
  int order, pair_list, sampler_numbers;
};

SiteUniforms site_uniforms(const SitePlane& plane, int notes, const KernelPlaces& places) {
  const SiteTarget& target = *plane.model();
  const int log_bits = kernel_log_bits(target.values()), bits = 1 << log_bits;
  constexpr std::uint32_t lowest[] = {0xffffffff, 0x55555555, 0x11111111,
                                      0x01010101};  // a site's lowest bit, of all
  const SiteStatistics::Counted counted = plane.statistics().counted();
  const int offset = static_cast<int>(target.level(0));
  return {target.sites(),
          target.values(),
          log_bits,
          KernelWords(target.sites(), target.values()).count(),
          (1 << bits) - 1,
          static_cast<int>(lowest[log_bits]),
          static_cast<int>(target.coding()),
          static_cast<int>(counted.kind),
          counted.value,
          counted.half,
          plane.statistics().width_x(),
          plane.statistics().width_y(),
          target.pairs() ? static_cast<int>(target.pairs()->pairs.size()) : 0,
          plane.sides().y,
          static_cast<int>(target.level(1)) - offset,
          offset,
          notes,
          places.order,
          places.pair_list,
          places.sampler_numbers};
}

}  // namespace

SiteKernelInput site_kernel_input(const SitePlane& plane, const Sampler* sampler) {
  SamplerKernelData own;
  if (sampler) own = dynamic_cast<const SiteStepper&>(*sampler).on(plane)->kernel_data();
  SiteKernelInput input{{}, plane.model()->kernel_data(), 0, own.loops};
  input.notes = input.data.room() + own.notes;
  std::vector<double>& numbers = input.data.numbers;
  std::vector<int>& links = input.data.links;
  const int sampler_numbers = own.numbers.empty() ? 0 : static_cast<int>(numbers.size());
  numbers.insert(numbers.end(), own.numbers.begin(), own.numbers.end());
  const int order = static_cast<int>(links.size());
  for (const std::vector<int>& block : plane.model()->blocks()) links.insert(links.end(), block.begin(), block.end());
  input.uniforms = site_uniforms(plane, input.data.notes, {order, static_cast<int>(links.size()), sampler_numbers});
  if (const PairModel* model = plane.model()->pairs())
    for (const auto [first, second] : model->pairs) links.insert(links.end(), {first, second});
  return input;
}

void fill_configurations(std::span<double> rows, std::size_t row_size, const SitePlane& plane,
                         std::uint64_t seed, std::uint64_t step) {
  for (std::size_t chain = 0; chain < rows.size() / row_size; ++chain) {
    const std::span<double> row = rows.subspan(chain * row_size, row_size);
    if (PackedSites::hold(plane.words(row))) continue;
    const SiteDraws draws(seed, Purpose::start, static_cast<std::uint32_t>(chain), step);
    plane.packed().pack(plane.statistics().configuration_near({row[0], row[1]}, draws), plane.words(row));
  }
}

}  // namespace ergo
