#include "core/gl_picture/chain_source.h"

#include <algorithm>
#include <vector>

#include "core/gl/chain_arrays.h"

namespace ergo {
namespace {

/// Room for so many bytes, with what was in it if that is as large.
void fit(gl::Buffer& buffer, std::size_t bytes) {
  if (buffer.size() != bytes) buffer = gl::Buffer(bytes);
}

template <class T>
void upload(gl::Buffer& buffer, const std::vector<T>& values) {
  const std::span<const T> all(values);
  if (buffer.size() != 0 && buffer.size() == all.size_bytes())
    buffer.write(0, std::as_bytes(all));
  else
    buffer = gl::Buffer(all);
}

/// Of a lattice nothing: no picture reads its table, which may be large.
std::vector<float> target_floats(const Session& session) {
  const Target& target = session.target();
  if (target.lattice()) return {0};
  const std::vector<double> numbers = target.device_numbers(session.stepped_target().values);
  return {numbers.begin(), numbers.end()};
}

}  // namespace

ChainBuffers ChainSource::update(Session& session, std::span<const int> components) {
  if (const auto* backend = dynamic_cast<const GlBackend*>(&session.backend())) return backend->buffers();
  if (const auto* chains = dynamic_cast<const FloatChains*>(&session.backend())) return copy(*chains, session, components);
  return copy(session.read(), session);
}

ChainBuffers ChainSource::copy(const FloatChains& chains, const Session& session,
                               std::span<const int> components) {
  const int pairs = (state_size(session.sampler_descriptor()) + 1) / 2, report_pairs = (chains.report_size() + 1) / 2;
  const bool all = components.empty();
  std::vector<float> numbers(2 * chains.chain_count());
  const std::size_t bytes = std::as_bytes(std::span(numbers)).size();
  fit(state_, static_cast<std::size_t>(pairs) * bytes);
  for (int pair = 0; pair < pairs; ++pair) {
    if (!all && std::ranges::none_of(components, [pair](int k) { return k / 2 == pair; })) continue;
    chains.read_state_pair(pair, numbers);
    state_.write(static_cast<std::size_t>(pair) * bytes, std::as_bytes(std::span(numbers)));
  }
  if (all || report_.size() == 0) {
    fit(report_, static_cast<std::size_t>(std::max(report_pairs, 1)) * bytes);
    for (int pair = 0; pair < report_pairs; ++pair) {
      chains.read_report_pair(pair, numbers);
      report_.write(static_cast<std::size_t>(pair) * bytes, std::as_bytes(std::span(numbers)));
    }
    upload(target_, target_floats(session));
  }
  upload(diverged_, std::vector<std::uint32_t>(chains.diverged_flags().begin(), chains.diverged_flags().end()));
  return {state_.name(), report_.name(), diverged_.name(), target_.name(), chains.chain_count()};
}

ChainBuffers ChainSource::copy(const ChainData& data, const Session& session) {
  upload(state_, gl::device_floats(data.state, data.chains, data.state_size));
  upload(report_, gl::device_floats(data.report, data.chains, data.report_size));
  upload(diverged_, std::vector<std::uint32_t>(data.diverged.begin(), data.diverged.end()));
  upload(target_, target_floats(session));
  return {state_.name(), report_.name(), diverged_.name(), target_.name(), data.chains};
}

}  // namespace ergo
