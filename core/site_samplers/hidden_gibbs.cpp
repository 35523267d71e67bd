#include "core/site_samplers/hidden_gibbs.h"

namespace ergo {
namespace {

/// Bits with these probabilities of 1, by one uniform each.
void draw_bits(std::span<const double> probabilities, std::span<const double> uniforms,
               std::span<std::uint8_t> bits) {
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = uniforms[i] < probabilities[i];
}

/// All strings of bits with their probability.
void each_string(std::span<const double> probabilities,
                 const std::function<void(ConfigurationView, double)>& tell) {
  Configuration bits(probabilities.size());
  const std::function<void(std::size_t, double)> go_on = [&](std::size_t i, double probability) {
    if (i == bits.size()) return tell(bits, probability);
    bits[i] = 0;
    go_on(i + 1, probability * (1 - probabilities[i]));
    bits[i] = 1;
    go_on(i + 1, probability * probabilities[i]);
  };
  go_on(0, 1);
}

class HiddenGibbs : public SiteSampler {
 public:
  using SiteSampler::SiteSampler;

  SiteStepReport step(SiteChain& chain, const SiteDraws& draws) const override {
    const HiddenLayer& layer = *target().hidden_layer();
    const auto hidden_count = static_cast<std::size_t>(layer.units());
    auto& room = chain.room;
    const auto uniforms = room.first(room.uniforms, chain.x.size() + hidden_count);
    const auto of_hidden = room.first(room.backward, hidden_count);
    const auto hidden = room.first(room.hidden, hidden_count);
    draws.fill(uniforms);
    layer.hidden_given(chain.x, of_hidden);
    draw_bits(of_hidden, uniforms.subspan(chain.x.size()), hidden);
    const auto probabilities = room.first(room.forward, chain.x.size());
    layer.sites_given(hidden, probabilities);
    draw_bits(probabilities, uniforms, room.proposal);
    SiteStepReport report;
    for (std::size_t site = 0; site < chain.x.size(); ++site)
      report.proposed += room.proposal[site] != chain.x[site];
    report.changed = report.proposed;
    chain.x.swap(room.proposal);
    report.energy = chain.energy = target().energy(chain.x);
    return report;
  }

  void outcomes(ConfigurationView x, std::uint64_t, const SiteOutcomes& tell) const override {
    const HiddenLayer& layer = *target().hidden_layer();
    require_few_outcomes(2, layer.units() + target().sites());
    std::vector<double> of_hidden(static_cast<std::size_t>(layer.units())), of_sites(x.size());
    layer.hidden_given(x, of_hidden);
    each_string(of_hidden, [&](ConfigurationView hidden, double weight) {
      layer.sites_given(hidden, of_sites);
      each_string(of_sites, [&](ConfigurationView y, double probability) {
        tell({y, weight * probability, 1});
      });
    });
  }
};

}  // namespace

std::unique_ptr<SiteSampler> make_hidden_gibbs(std::shared_ptr<const SiteTarget> target) {
  return std::make_unique<HiddenGibbs>(std::move(target));
}

}  // namespace ergo
