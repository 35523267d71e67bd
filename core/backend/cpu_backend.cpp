#include "core/backend/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/backend/start_positions.h"
#include "core/base/memory.h"
#include "core/base/number_text.h"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

namespace ergo {

std::string CpuBackend::device() const {
  return std::to_string(pool_.size()) + (pool_.size() == 1 ? " CPU thread" : " CPU threads");
}

std::string CpuBackend::arithmetic() const {
  std::string words = "double precision";
#ifdef __GLIBC__
  words += std::string(", glibc ") + gnu_get_libc_version();
#endif
#ifdef __x86_64__
  // glibc's exp, log, sin and cos have two versions, which round differently.
  words += __builtin_cpu_supports("fma") ? " with FMA" : " without FMA";
#endif
  return words;
}

void CpuBackend::configure(const RunConfig& config) {
  if (!target_ || config.target != config_.target) target_ = make_target(config);
  config_ = config;
  samplers_.clear();
  samplers_.push_back(make_sampler(config));
}

void CpuBackend::set_sampler_rows(std::span<const std::vector<double>> rows) {
  samplers_.clear();
  for (const auto& values : rows) samplers_.push_back(sampler_unit(config_.sampler.id).make(values));
}

void CpuBackend::place(std::span<const Position> positions, std::uint64_t step) {
  const std::size_t chains = positions.size();
  const int n = samplers_[0]->state_size() + target_->configuration_words(), m = samplers_[0]->report_size();
  const auto bytes_of_chain = static_cast<std::uint64_t>(n + m + 1) * sizeof(double);
  require_memory(2 * chains * bytes_of_chain, number_text(chains) + " chains",
                 "fewer chains");  // and a copy to read
  begin(chains_at(positions, step, n, m));
}

void CpuBackend::begin(ChainData data) {
  data_ = std::move(data);
  step_ = begun_ = data_.begun = data_.step;
  const Oracle oracle(*target_, gradient_noise_of(config_));
  pool_.for_blocks(data_.chains, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      const Position x = data_.x(i);
      const Evaluation at = target_->evaluate(x);
      const ChainState s = {x, at.energy, at.gradient};
      std::memcpy(data_.row(i).state.data(), &s, sizeof s);
      sampler_of(i).init(data_.row(i), oracle, config_.seed, step_);
    }
  });
}

void CpuBackend::advance(std::uint64_t step, std::uint64_t count) {
  const Oracle oracle(*target_, gradient_noise_of(config_));
  pool_.for_blocks(data_.chains, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      sampler_of(i).advance(data_.row(i), oracle, config_.seed, step, count);
  });
  step_ = data_.step = step + count;
}

ChainData CpuBackend::read_chain(std::size_t chain) {
  const ChainRow found = data_.row(chain);
  return {step_,
          1,
          data_.state_size,
          data_.report_size,
          {found.state.begin(), found.state.end()},
          {found.report.begin(), found.report.end()},
          {found.diverged},
          begun_};
}

void CpuBackend::write(const ChainData& data) {
  data_ = data;
  step_ = data.step;
  begun_ = data.begun;
}

ChannelMeans CpuBackend::means() {
  ChannelMeans means = {step_, data_.diverged_count(), {}};
  for (int c = 0; c < data_.report_size; ++c) {
    ChannelMean m;
    double squares = 0;  // Welford
    for (std::size_t i = 0; i < data_.chains; ++i) {
      const double value = data_.report[i * data_.report_size + c];
      if (data_.diverged[i] || !std::isfinite(value)) continue;
      const double away = value - m.mean;
      m.mean += away / static_cast<double>(++m.count);
      squares += away * (value - m.mean);
    }
    m.variance = m.count > 1 ? squares / static_cast<double>(m.count - 1) : 0;
    means.channels.push_back(m);
  }
  return means;
}

Blob CpuBackend::save() {
  Blob blob{step_, {}, begun_};
  const auto append = [&](const auto& values) {
    const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
    blob.bytes.insert(blob.bytes.end(), bytes, bytes + values.size() * sizeof values[0]);
  };
  append(data_.state);
  append(data_.report);
  append(data_.diverged);
  return blob;
}

void CpuBackend::restore(const Blob& blob) {
  const std::size_t chains = config_.chains;
  const int n = samplers_[0]->state_size() + target_->configuration_words(), m = samplers_[0]->report_size();
  data_ = {blob.step,
           chains,
           n,
           m,
           std::vector<double>(chains * n),
           std::vector<double>(chains * m),
           std::vector<std::uint64_t>(chains),
           blob.begun};
  const std::byte* from = blob.bytes.data();
  const auto take = [&](auto& values) {
    std::memcpy(values.data(), from, values.size() * sizeof values[0]);
    from += values.size() * sizeof values[0];
  };
  take(data_.state);
  take(data_.report);
  take(data_.diverged);
  step_ = blob.step;
  begun_ = blob.begun;
}

std::optional<ChainData> CpuBackend::take_snapshot() {
  if (!snapshot_wanted_) return {};
  snapshot_wanted_ = false;
  return data_;
}

}  // namespace ergo
