#include "core/gl/chain_arrays.h"

#include <cstring>

#include "core/unit/error.h"

namespace ergo::gl {

namespace {

std::size_t bytes_of(std::size_t chains, int components) {
  return std::max<std::size_t>(chains * static_cast<std::size_t>(components) * sizeof(float), sizeof(float));
}

/// [component, chain] in float to [chain, component] in double.
void to_rows(const void* device, std::size_t chains, int components, std::vector<double>& rows) {
  const auto* values = static_cast<const float*>(device);
  for (int k = 0; k < components; ++k)
    for (std::size_t i = 0; i < chains; ++i) rows[i * components + k] = values[k * chains + i];
}

std::vector<float> to_components(const std::vector<double>& rows, std::size_t chains, int components) {
  std::vector<float> values(chains * components);
  for (int k = 0; k < components; ++k)
    for (std::size_t i = 0; i < chains; ++i)
      values[k * chains + i] = static_cast<float>(rows[i * components + k]);
  return values;
}

/// A device flag holds the low 32 bits of 1 + the failing step, which is before `step`.
void to_flags(const void* device, std::uint64_t step, std::vector<std::uint64_t>& flags) {
  const auto* words = static_cast<const std::uint32_t*>(device);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto ago = static_cast<std::uint32_t>(step) - words[i];
    flags[i] = words[i] == 0 ? 0 : step >= ago ? step - ago : words[i];
  }
}

std::vector<std::uint32_t> to_words(const std::vector<std::uint64_t>& flags) {
  std::vector<std::uint32_t> words;
  words.reserve(flags.size());
  for (const std::uint64_t flag : flags)
    words.push_back(flag == 0 ? 0 : std::max(static_cast<std::uint32_t>(flag), std::uint32_t{1}));
  return words;
}

template <class T>
void upload(Buffer& buffer, const std::vector<T>& values) {
  buffer.write(0, std::as_bytes(std::span(values)));
}

}  // namespace

ChainArrays::ChainArrays(std::size_t chains, int state_size, int report_size)
    : state_(bytes_of(chains, state_size)),
      report_(bytes_of(chains, report_size)),
      diverged_(bytes_of(chains, 1)),
      chains_(chains),
      state_size_(state_size),
      report_size_(report_size) {}

bool ChainArrays::fits(std::size_t chains, int state_size, int report_size) const {
  return chains == chains_ && state_size == state_size_ && report_size == report_size_;
}

void ChainArrays::place(std::span<const Position> positions) {
  state_.clear();
  report_.clear();
  diverged_.clear();
  std::vector<float> component(positions.size());
  for (const bool second : {false, true}) {
    for (std::size_t i = 0; i < positions.size(); ++i)
      component[i] = static_cast<float>(second ? positions[i].y : positions[i].x);
    state_.write(second ? chains_ * sizeof(float) : 0, std::as_bytes(std::span(component)));
  }
}

ChainData ChainArrays::empty_data(std::size_t chains, std::uint64_t step) const {
  return {step,
          chains,
          state_size_,
          report_size_,
          std::vector<double>(chains * state_size_),
          std::vector<double>(chains * report_size_),
          std::vector<std::uint64_t>(chains)};
}

ChainData ChainArrays::read(std::uint64_t step) const {
  ChainData data = empty_data(chains_, step);
  state_.read(0, state_.size(), [&](const void* p) { to_rows(p, chains_, state_size_, data.state); });
  report_.read(0, report_.size(), [&](const void* p) { to_rows(p, chains_, report_size_, data.report); });
  diverged_.read(0, diverged_.size(), [&](const void* p) { to_flags(p, step, data.diverged); });
  return data;
}

ChainData ChainArrays::read_chain(std::size_t chain, std::uint64_t step) {
  const std::size_t components = static_cast<std::size_t>(state_size_ + report_size_) + 1;
  if (row_.size() != components * sizeof(float))
    row_ = Buffer(components * sizeof(float), Buffer::Use::staging);
  std::size_t to = 0;
  const auto gather = [&](const Buffer& from, int count) {
    for (int k = 0; k < count; ++k, to += sizeof(float))
      row_.copy_part(from, (static_cast<std::size_t>(k) * chains_ + chain) * sizeof(float), sizeof(float),
                     to);
  };
  gather(state_, state_size_);
  gather(report_, report_size_);
  gather(diverged_, 1);
  ChainData data = empty_data(1, step);
  row_.read(0, row_.size(), [&](const void* p) {
    const auto* values = static_cast<const float*>(p);
    to_rows(values, 1, state_size_, data.state);
    to_rows(values + state_size_, 1, report_size_, data.report);
    to_flags(values + state_size_ + report_size_, step, data.diverged);
  });
  return data;
}

void ChainArrays::write(const ChainData& data) {
  if (!fits(data.chains, data.state_size, data.report_size))
    throw Error("the chains' data does not fit the run:", std::to_string(data.chains) + " chains",
                std::to_string(chains_) + " chains of " + std::to_string(state_size_) + " numbers", "");
  upload(state_, to_components(data.state, chains_, state_size_));
  upload(report_, to_components(data.report, chains_, report_size_));
  upload(diverged_, to_words(data.diverged));
}

Blob ChainArrays::save(std::uint64_t step) const {
  Blob blob{step, std::vector<std::byte>(state_.size() + report_.size() + diverged_.size())};
  std::byte* to = blob.bytes.data();
  for (const Buffer* buffer : {&state_, &report_, &diverged_}) {
    buffer->read(0, buffer->size(), [&](const void* p) { std::memcpy(to, p, buffer->size()); });
    to += buffer->size();
  }
  return blob;
}

void ChainArrays::restore(const Blob& blob) {
  std::span<const std::byte> bytes = blob.bytes;
  if (bytes.size() != state_.size() + report_.size() + diverged_.size())
    throw Error("the kept state does not fit the run:", std::to_string(bytes.size()) + " bytes",
                std::to_string(state_.size() + report_.size() + diverged_.size()) + " bytes", "");
  for (Buffer* buffer : {&state_, &report_, &diverged_}) {
    buffer->write(0, bytes.first(buffer->size()));
    bytes = bytes.subspan(buffer->size());
  }
}

void ChainArrays::request_snapshot(std::uint64_t step) {
  if (snapshot_ || chains_ == 0) return;
  if (!staging_.name())
    staging_ = Buffer(state_.size() + report_.size() + diverged_.size(), Buffer::Use::staging);
  staging_.copy_from(state_, 0);
  staging_.copy_from(report_, state_.size());
  staging_.copy_from(diverged_, state_.size() + report_.size());
  snapshot_ = Snapshot{Fence(), step};
}

std::optional<ChainData> ChainArrays::take_snapshot() {
  if (!snapshot_ || !snapshot_->arrived.passed()) return {};
  ChainData data = empty_data(chains_, snapshot_->step);
  staging_.read(0, staging_.size(), [&](const void* p) {
    const auto* bytes = static_cast<const std::byte*>(p);
    to_rows(bytes, chains_, state_size_, data.state);
    to_rows(bytes + state_.size(), chains_, report_size_, data.report);
    to_flags(bytes + state_.size() + report_.size(), snapshot_->step, data.diverged);
  });
  snapshot_.reset();
  return data;
}

}  // namespace ergo::gl
