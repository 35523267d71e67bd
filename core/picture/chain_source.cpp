#include "core/picture/chain_source.h"

#include <vector>

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

/// [chain, component] in double to [component, chain] in float.
std::vector<float> by_component(const std::vector<double>& rows, std::size_t chains, int components) {
  std::vector<float> columns(rows.size());
  for (std::size_t i = 0; i < chains; ++i)
    for (int k = 0; k < components; ++k)
      columns[static_cast<std::size_t>(k) * chains + i] =
          static_cast<float>(rows[i * static_cast<std::size_t>(components) + static_cast<std::size_t>(k)]);
  return columns;
}

}  // namespace

ChainBuffers ChainSource::update(Session& session) {
  if (const auto* backend = dynamic_cast<const GlBackend*>(&session.backend())) return backend->buffers();
  return copy(session.read(), session);
}

ChainBuffers ChainSource::copy(const ChainData& data, const Session& session) {
  upload(state_, by_component(data.state, data.chains, data.state_size));
  upload(report_, by_component(data.report, data.chains, data.report_size));
  upload(diverged_, std::vector<std::uint32_t>(data.diverged.begin(), data.diverged.end()));
  const std::vector<double>& values = session.config().target.values;
  upload(target_, std::vector<float>(values.begin(), values.end()));
  return {state_.name(), report_.name(), diverged_.name(), target_.name(), data.chains};
}

}  // namespace ergo
