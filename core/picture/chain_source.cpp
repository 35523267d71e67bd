#include "core/picture/chain_source.h"

#include <vector>

#include "core/gl/chain_arrays.h"

namespace ergo {
namespace {

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
  const std::vector<double> numbers = target.device_numbers(session.config().target.values);
  return {numbers.begin(), numbers.end()};
}

}  // namespace

ChainBuffers ChainSource::update(Session& session) {
  if (const auto* backend = dynamic_cast<const GlBackend*>(&session.backend())) return backend->buffers();
  return copy(session.read(), session);
}

ChainBuffers ChainSource::copy(const ChainData& data, const Session& session) {
  upload(state_, gl::device_floats(data.state, data.chains, data.state_size));
  upload(report_, gl::device_floats(data.report, data.chains, data.report_size));
  upload(diverged_, std::vector<std::uint32_t>(data.diverged.begin(), data.diverged.end()));
  upload(target_, target_floats(session));
  return {state_.name(), report_.name(), diverged_.name(), target_.name(), data.chains};
}

}  // namespace ergo
