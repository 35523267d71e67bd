#include "core/gl/chain_arrays.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"

namespace ergo::gl {

namespace {

std::size_t bytes_of(std::size_t chains, int components) {
  return std::max<std::size_t>(element(static_cast<std::size_t>(components + 1) / 2 * 2, 0, chains), 1) *
         sizeof(float);
}

/// Floats as the device has them to the first components of rows of `size` in double.
void to_rows(const void* device, std::size_t chains, int components, std::vector<double>& rows, int size) {
  const auto* values = static_cast<const float*>(device);
  for (int k = 0; k < components; ++k)
    for (std::size_t i = 0; i < chains; ++i) rows[i * size + k] = values[element(k, i, chains)];
}

/// The same of states: the two parts of a count together.
void to_states(const void* device, std::size_t chains, const ChainLayout& layout, std::vector<double>& rows) {
  to_rows(device, chains, layout.state_size, rows, layout.row_size());
  if (layout.count < 0) return;
  const auto* values = static_cast<const float*>(device);
  for (std::size_t i = 0; i < chains; ++i)
    rows[i * static_cast<std::size_t>(layout.row_size()) + static_cast<std::size_t>(layout.count)] +=
        count_unit * values[element(static_cast<std::size_t>(layout.state_size), i, chains)];
}

/// The first components of rows of `size`, as the device has them.
std::vector<float> floats_of_rows(const std::vector<double>& rows, std::size_t chains, int components,
                                  int size) {
  std::vector<float> values(bytes_of(chains, components) / sizeof(float));
  for (int k = 0; k < components; ++k)
    for (std::size_t i = 0; i < chains; ++i)
      values[element(k, i, chains)] = static_cast<float>(rows[i * size + k]);
  return values;
}

std::vector<float> state_floats(const std::vector<double>& rows, std::size_t chains,
                                const ChainLayout& layout) {
  if (layout.count < 0) return floats_of_rows(rows, chains, layout.state_size, layout.row_size());
  const auto size = static_cast<std::size_t>(layout.state_size),
             count = static_cast<std::size_t>(layout.count);
  std::vector<double> parted(chains * (size + 1));
  for (std::size_t i = 0; i < chains; ++i) {
    std::copy_n(&rows[i * size], size, &parted[i * (size + 1)]);
    const double multiples = std::floor(rows[i * size + count] / count_unit);
    parted[i * (size + 1) + count] -= count_unit * multiples;
    parted[i * (size + 1) + size] = multiples;
  }
  return device_floats(parted, chains, layout.device_state_size());
}

/// A device flag holds the low 32 bits of 1 + the failing step, which is before `step`.
void to_flags(const void* device, std::uint64_t step, std::vector<std::uint64_t>& flags) {
  const auto* words = static_cast<const std::uint32_t*>(device);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto ago = static_cast<std::uint32_t>(step) - words[i];
    flags[i] = words[i] == 0 ? 0 : step >= ago ? step - ago : words[i];
  }
}

std::vector<std::uint32_t> flag_words(const std::vector<std::uint64_t>& flags) {
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

std::vector<float> device_floats(const std::vector<double>& rows, std::size_t chains, int components) {
  return floats_of_rows(rows, chains, components, components);
}

ChainArrays::ChainArrays(std::size_t chains, const ChainLayout& layout)
    : state_(bytes_of(chains, layout.device_state_size())),
      report_(bytes_of(chains, layout.report_size)),
      diverged_(std::max<std::size_t>(chains, 1) * sizeof(GLuint)),
      chains_(chains),
      layout_(layout) {
  if (layout.words.count() > 0) configurations_ = configuration_buffer(layout.notes);
}

Buffer ChainArrays::configuration_buffer(int notes) const {
  const std::size_t note_bytes = chains_ * static_cast<std::size_t>(notes) * sizeof(float);
  Buffer made(std::max<std::size_t>(2 * word_bytes() + note_bytes, sizeof(std::uint32_t)));
  made.clear();  // bits of no site stay 0
  return made;
}

void ChainArrays::make_room(int notes) {
  if (notes <= layout_.notes) return;
  Buffer larger = configuration_buffer(notes);
  larger.copy_part(configurations_, 0, word_bytes(), 0);
  configurations_ = std::move(larger);
  layout_.notes = notes;
}

std::vector<ChainArrays::Part> ChainArrays::parts() const {
  std::vector<Part> all = {
      {&state_, state_.size()}, {&report_, report_.size()}, {&diverged_, diverged_.size()}};
  if (word_bytes() > 0) all.push_back({&configurations_, word_bytes()});
  return all;
}

/// Configurations of so many chains to the ends of the rows.
void ChainArrays::to_words(const void* device, std::size_t chains, std::vector<double>& rows) const {
  const auto* words = static_cast<const std::uint32_t*>(device);
  const auto count = static_cast<std::size_t>(layout_.words.count()),
             packed = static_cast<std::size_t>(layout_.words.packed_count()),
             size = static_cast<std::size_t>(layout_.row_size());
  std::vector<std::uint32_t> of_chain(count);
  for (std::size_t i = 0; i < chains; ++i) {
    for (std::size_t w = 0; w < count; ++w) of_chain[w] = words[w * chains + i];
    layout_.words.from_kernel(of_chain, std::span(rows).subspan((i + 1) * size - packed, packed));
  }
}

bool ChainArrays::fits(std::size_t chains, const ChainLayout& layout) const {
  ChainLayout wanted = layout;
  wanted.notes = layout_.notes;
  return chains == chains_ && wanted == layout_;
}

void ChainArrays::place(std::span<const Position> positions) {
  state_.clear();
  report_.clear();
  diverged_.clear();
  std::vector<float> pairs;
  pairs.reserve(2 * positions.size());
  for (const Position& x : positions)
    pairs.insert(pairs.end(), {static_cast<float>(x.x), static_cast<float>(x.y)});
  state_.write(0, std::as_bytes(std::span(pairs)));
}

ChainData ChainArrays::empty_data(std::size_t chains, When when) const {
  return {when.step,
          chains,
          layout_.row_size(),
          layout_.report_size,
          std::vector<double>(chains * layout_.row_size()),
          std::vector<double>(chains * layout_.report_size),
          std::vector<std::uint64_t>(chains),
          when.begun};
}

ChainData ChainArrays::read(When when) const {
  ChainData data = empty_data(chains_, when);
  state_.read(0, state_.size(), [&](const void* p) { to_states(p, chains_, layout_, data.state); });
  report_.read(0, report_.size(), [&](const void* p) {
    to_rows(p, chains_, layout_.report_size, data.report, layout_.report_size);
  });
  diverged_.read(0, diverged_.size(), [&](const void* p) { to_flags(p, when.step, data.diverged); });
  if (word_bytes() > 0)
    configurations_.read(0, word_bytes(), [&](const void* p) { to_words(p, chains_, data.state); });
  return data;
}

ChainData ChainArrays::read_chain(std::size_t chain, When when) {
  const std::size_t state_bytes = bytes_of(1, layout_.device_state_size()),
                    report_bytes = bytes_of(1, layout_.report_size);
  const auto words = static_cast<std::size_t>(layout_.words.count());
  const std::size_t bytes = state_bytes + report_bytes + (1 + words) * sizeof(GLuint);
  if (row_.size() != bytes) row_ = Buffer(bytes, Buffer::Use::staging);
  constexpr std::size_t pair = 2 * sizeof(float);
  const auto gather = [&](const Buffer& from, int components, std::size_t to) {
    for (int k = 0; k < components; k += 2)
      row_.copy_part(from, element(k, chain, chains_) * sizeof(float), pair, to + k * sizeof(float));
  };
  gather(state_, layout_.device_state_size(), 0);
  gather(report_, layout_.report_size, state_bytes);
  row_.copy_part(diverged_, chain * sizeof(GLuint), sizeof(GLuint), state_bytes + report_bytes);
  for (std::size_t w = 0; w < words; ++w)
    row_.copy_part(configurations_, (w * chains_ + chain) * sizeof(GLuint), sizeof(GLuint),
                   state_bytes + report_bytes + (1 + w) * sizeof(GLuint));
  ChainData data = empty_data(1, when);
  row_.read(0, bytes, [&](const void* p) {
    const auto* row = static_cast<const std::byte*>(p);
    to_states(row, 1, layout_, data.state);
    to_rows(row + state_bytes, 1, layout_.report_size, data.report, layout_.report_size);
    to_flags(row + state_bytes + report_bytes, when.step, data.diverged);
    if (words > 0) to_words(row + state_bytes + report_bytes + sizeof(GLuint), 1, data.state);
  });
  return data;
}

void ChainArrays::write(const ChainData& data) {
  if (data.chains != chains_ || data.state_size != layout_.row_size() ||
      data.report_size != layout_.report_size)
    throw Error("the chains' data does not fit the run:", std::to_string(data.chains) + " chains",
                std::to_string(chains_) + " chains of " + std::to_string(layout_.row_size()) + " numbers",
                "");
  upload(state_, state_floats(data.state, chains_, layout_));
  upload(report_, device_floats(data.report, chains_, layout_.report_size));
  upload(diverged_, flag_words(data.diverged));
  if (word_bytes() == 0) return;
  const auto count = static_cast<std::size_t>(layout_.words.count()),
             packed = static_cast<std::size_t>(layout_.words.packed_count());
  std::vector<std::uint32_t> words(count * chains_), of_chain(count);
  for (std::size_t i = 0; i < chains_; ++i) {
    layout_.words.to_kernel(data.state_row(i).last(packed), of_chain);
    for (std::size_t w = 0; w < count; ++w) words[w * chains_ + i] = of_chain[w];
  }
  upload(configurations_, words);
}

Blob ChainArrays::save(When when) const {
  Blob blob{when.step, {}, when.begun};
  for (const Part& part : parts())
    part.buffer->read(0, part.bytes, [&](const void* p) {
      const auto* bytes = static_cast<const std::byte*>(p);
      blob.bytes.insert(blob.bytes.end(), bytes, bytes + part.bytes);
    });
  return blob;
}

void ChainArrays::restore(const Blob& blob) {
  std::span<const std::byte> bytes = blob.bytes;
  std::size_t wanted = 0;
  for (const Part& part : parts()) wanted += part.bytes;
  if (bytes.size() != wanted)
    throw Error("the kept state does not fit the run:", std::to_string(bytes.size()) + " bytes",
                std::to_string(wanted) + " bytes", "");
  for (Buffer* buffer : {&state_, &report_, &diverged_}) {
    buffer->write(0, bytes.first(buffer->size()));
    bytes = bytes.subspan(buffer->size());
  }
  if (!bytes.empty()) configurations_.write(0, bytes);
}

void ChainArrays::request_snapshot(When when) {
  if (snapshot_ || chains_ == 0) return;
  const std::vector<Part> all = parts();
  std::size_t offset = 0;
  if (!staging_.name()) {
    for (const Part& part : all) offset += part.bytes;
    staging_ = Buffer(std::exchange(offset, 0), Buffer::Use::staging);
  }
  for (const Part& part : all) {
    staging_.copy_part(*part.buffer, 0, part.bytes, offset);
    offset += part.bytes;
  }
  snapshot_ = Snapshot{Fence(), when};
}

std::optional<ChainData> ChainArrays::take_snapshot() {
  if (!snapshot_ || !snapshot_->arrived.passed()) return {};
  ChainData data = empty_data(chains_, snapshot_->when);
  staging_.read(0, staging_.size(), [&](const void* p) {
    const auto* bytes = static_cast<const std::byte*>(p);
    to_states(bytes, chains_, layout_, data.state);
    to_rows(bytes + state_.size(), chains_, layout_.report_size, data.report, layout_.report_size);
    bytes += state_.size() + report_.size();
    to_flags(bytes, snapshot_->when.step, data.diverged);
    if (word_bytes() > 0) to_words(bytes + diverged_.size(), chains_, data.state);
  });
  snapshot_.reset();
  return data;
}

}  // namespace ergo::gl
