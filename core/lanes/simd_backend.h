#pragma once

#include <cstddef>

#include "core/backend/backend.h"
#include "core/backend/float_chains.h"
#include "core/base/thread_pool.h"
#include "core/lanes/chain_blocks.h"
#include "core/lanes/lane_sets.h"
#include "core/lanes/target_data.h"

namespace ergo {

/// Steps the kernel text in single precision on the processor, as many chains at once as its vectors have lanes, on all
/// cores. Results do not depend on the number of lanes or threads; machines that fuse products and sums have other ones
/// than machines that do not.
class SimdBackend final : public Backend, public FloatChains {
 public:
  explicit SimdBackend(unsigned threads = 0, const lanes::LaneSet& set = lanes::lane_sets().front());
  BackendKind kind() const override { return BackendKind::simd; }
  std::string device() const override;
  std::string arithmetic() const override;
  void configure(const RunConfig& config) override;
  void set_sampler_rows(std::span<const std::vector<double>> rows) override;
  void set_target(std::shared_ptr<const Target> target) override;
  void place(std::span<const Position> positions, std::uint64_t step) override;
  void begin(ChainData data) override;
  void advance(std::uint64_t step, std::uint64_t count) override;
  ChainData read() override { return blocks_.read(step_, begun_); }
  ChainData read_chain(std::size_t chain) override { return blocks_.read_chain(chain, step_, begun_); }
  void write(const ChainData& data) override;
  ChannelMeans means() override { return blocks_.means(step_); }
  Blob save() override { return {step_, blocks_.save(), begun_}; }
  void restore(const Blob& blob) override;
  void request_snapshot() override { snapshot_wanted_ = true; }
  std::optional<ChainData> take_snapshot() override;

  std::size_t chain_count() const override { return blocks_.chains(); }
  int report_size() const override { return blocks_.report_size(); }
  void read_state_pair(int pair, std::span<float> to) const override { blocks_.read_state_pair(pair, to); }
  void read_report_pair(int pair, std::span<float> to) const override { blocks_.read_report_pair(pair, to); }
  std::span<const std::uint32_t> diverged_flags() const override { return blocks_.flags(); }

 private:
  void work(void (*kernel)(const lanes::Work&), std::uint64_t step, std::uint64_t count);

  ThreadPool pool_;
  lanes::LaneSet set_;
  RunConfig config_;
  const lanes::SamplerKernel* sampler_ = nullptr;
  std::unique_ptr<lanes::TargetData> target_;
  std::shared_ptr<const Target> of_sites_;  ///< the target, if it is of sites
  float reach_ = 0;
  std::vector<float> sampler_values_;
  bool own_values_ = false;  ///< every chain has its own row of them
  lanes::ChainBlocks blocks_;
  bool snapshot_wanted_ = false;
};

}  // namespace ergo
