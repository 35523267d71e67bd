#include "core/verification/trial.h"

#include <algorithm>
#include <cmath>

#include "core/backend/start_positions.h"
#include "core/site_plane/site_plane.h"
#include "core/sites/site_units.h"

namespace ergo {

namespace {

RunConfig config_of(const SamplerUnit& sampler, const TargetUnit& target, Defaults defaults) {
  RunConfig config;
  config.target = ergo::defaults(target.descriptor);
  for (const SiteTargetUnit& unit : site_targets())
    if (unit.id == target.descriptor.id && !unit.small.empty())
      for (const SiteSetting& setting : unit.small[0]) {
        const auto index = static_cast<std::size_t>(find_parameter(target.descriptor, setting.id));
        const std::string path = "target." + setting.id;
        config.target.values[index] = parse_value(target.descriptor.parameters[index], setting.text, path);
      }
  config.sampler = {sampler.descriptor.id, default_values(sampler.descriptor, config.target, defaults)};
  return config;
}

}  // namespace

Trial::Trial(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend, std::uint64_t seed,
             Defaults defaults)
    : sampler(sampler.descriptor),
      target(make_target(config_of(sampler, target, defaults))),
      backend(backend),
      exact_draws_(this->target),
      config_(config_of(sampler, target, defaults)) {
  config_.seed = seed;
  config_.backend = backend.kind();
}

bool Trial::can_start() const { return !target->sites() || target->sites()->has_draws(); }

void Trial::start(std::uint64_t chains, std::uint64_t seed_offset) {
  config_.chains = chains;
  RunConfig config = config_;
  config.seed += seed_offset;
  backend.configure(config);
  if (target->sites()) {
    config.start = defaults(start_unit("exact").descriptor);
    const ChainStarts drawn = chain_starts(config, *target);
    starts = drawn.positions;
    return place(backend, drawn, sampler);
  }
  starts.resize(chains);
  for (std::size_t i = 0; i < chains; ++i)
    starts[i] =
        exact_draws_.at(Draws(config.seed, Purpose::exact, static_cast<std::uint32_t>(i), 0, target->dim));
  backend.place(starts, 0);
}

void Trial::start_at_equilibrium(std::uint64_t chains, std::uint64_t seed_offset) {
  start(chains, seed_offset);
  const std::string& id = sampler.claims.thermostat_field;
  if (id.empty()) return;
  const int offset = state_offset(sampler, id);
  const int components = std::ranges::find(sampler.state, id, &StateField::id)->components;
  const Parameters parameters(sampler.parameters, config_.sampler.values);
  const Prediction distribution = sampler.channels[static_cast<std::size_t>(find_channel(sampler, id))]
                                      .prediction({parameters, target->dim, 0})
                                      .value();
  ChainData data = backend.read();
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Draws draws(config_.seed + seed_offset, Purpose::diagnostics, static_cast<std::uint32_t>(i), 1,
                      target->dim);
    double* field = &data.state[i * static_cast<std::size_t>(data.state_size)] + offset;
    for (int k = 0; k < components; ++k)
      field[k] = distribution.mean + distribution.sd * draws(static_cast<std::uint32_t>(k)).normal_x;
  }
  backend.write(data);
}

double Trial::curvature(double quantile) const {
  constexpr std::size_t count = 1024;
  std::vector<double> norms(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Position x = exact_draws_.at(
        Draws(config_.seed, Purpose::diagnostics, static_cast<std::uint32_t>(i), 0, target->dim));
    const double step = 1e-5 * (1 + norm(x));
    const auto derivative = [&](Position e) {
      return (target->evaluate(x + step * e).gradient - target->evaluate(x - step * e).gradient) / (2 * step);
    };
    const Position a = derivative({1, 0}), b = target->dim == 1 ? Position{} : derivative({0, 1});
    const double middle = (a.x + b.y) / 2, spread = std::hypot((a.x - b.y) / 2, (a.y + b.x) / 2);
    norms[i] = std::abs(middle) + spread;
  }
  const auto place = norms.begin() + static_cast<std::ptrdiff_t>(quantile * (count - 1));
  std::nth_element(norms.begin(), place, norms.end());
  return *place;
}

std::vector<double> channel_of(const ChainData& data, const Descriptor& sampler, const std::string& id) {
  const auto column = static_cast<std::size_t>(find_channel(sampler, id));
  std::vector<double> values(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i)
    values[i] = data.report[i * static_cast<std::size_t>(data.report_size) + column];
  return values;
}

}  // namespace ergo
