#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/backend/reloads_kernels.h"

namespace ergo {

class ShaderLibrary;

/// Buffers of a run on the device, for drawing from, in the order of gl::element();
/// `state` components are ChainState then the sampler's fields, `report` the channels; `diverged` one uint
/// per chain. `target` holds the target's parameter values, as target_shader() reads them.
struct ChainBuffers {
  unsigned state = 0, report = 0, diverged = 0, target = 0;
  std::size_t chains = 0;
};

/// Steps chains by OpenGL compute in the context that was current when it was made; needs that context
/// current in every call.
class GlBackend final : public Backend, public ReloadsKernels {
 public:
  explicit GlBackend(std::shared_ptr<ShaderLibrary> shaders = {});  ///< none: the built-in copy
  ~GlBackend() override;
  BackendKind kind() const override { return BackendKind::gpu; }
  std::string device() const override;
  void configure(const RunConfig& config) override;
  void set_sampler_rows(std::span<const std::vector<double>> rows) override;
  void set_target(std::shared_ptr<const Target> target) override;
  void place(std::span<const Position> positions, std::uint64_t step) override;
  void begin(ChainData data) override;
  void advance(std::uint64_t step, std::uint64_t count) override;
  ChainData read() override;
  ChainData read_chain(std::size_t chain) override;
  void write(const ChainData& data) override;
  ChannelMeans means() override;
  Blob save() override;
  void restore(const Blob& blob) override;
  void request_snapshot() override;
  std::optional<ChainData> take_snapshot() override;

  ChainBuffers buffers() const;
  void reload() override;  ///< of the current pair's programs

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ergo
