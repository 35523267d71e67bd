#pragma once

#include "core/backend/backend.h"
#include "core/base/thread_pool.h"

namespace ergo {

/// Steps the C++ twins in double on all cores.
class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(unsigned threads = 0) : pool_(threads) {}
  BackendKind kind() const override { return BackendKind::cpu; }
  std::string device() const override;
  std::string arithmetic() const override;
  void configure(const RunConfig& config) override;
  void set_sampler_rows(std::span<const std::vector<double>> rows) override;
  void set_target(std::shared_ptr<const Target> target) override { target_ = std::move(target); }
  void place(std::span<const Position> positions, std::uint64_t step) override;
  void begin(ChainData data) override;
  void advance(std::uint64_t step, std::uint64_t count) override;
  ChainData read() override { return data_; }
  ChainData read_chain(std::size_t chain) override;
  void write(const ChainData& data) override;
  ChannelMeans means() override;
  Blob save() override;
  void restore(const Blob& blob) override;
  void request_snapshot() override { snapshot_wanted_ = true; }
  std::optional<ChainData> take_snapshot() override;

 private:
  const Sampler& sampler_of(std::size_t chain) const { return *samplers_[samplers_.size() == 1 ? 0 : chain]; }

  ThreadPool pool_;
  RunConfig config_;
  std::shared_ptr<const Target> target_;
  std::vector<std::unique_ptr<Sampler>> samplers_;  ///< one, or one per chain
  ChainData data_;
  bool snapshot_wanted_ = false;
};

}  // namespace ergo
