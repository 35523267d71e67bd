#include "core/lanes/chain_blocks.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/backend/running_count.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number_text.h"

namespace ergo::lanes {

ChainBlocks::ChainBlocks(std::size_t chains, const ChainShape& shape) : chains_(chains), shape_(shape) {
  const auto components =
      static_cast<std::size_t>(shape.kernel_state_size + shape.kernel_report_size + shape.words.count());
  // Configurations also come and go as rows of all chains in double.
  const std::size_t row =
      shape.words.count() == 0 ? 0 : static_cast<std::size_t>(shape.row_size() + shape.report_size);
  require_memory(blocks() * (components + 1) * sizeof(Component) + chains * row * sizeof(double),
                 number_text(chains) + " chains", "fewer chains");
  state_.resize(blocks() * static_cast<std::size_t>(shape.kernel_state_size));
  report_.resize(blocks() * static_cast<std::size_t>(shape.kernel_report_size));
  diverged_.resize(blocks() * block);
  words_.resize(blocks() * block * static_cast<std::size_t>(shape.words.count()));
}

void ChainBlocks::place(std::span<const Position> positions) {
  std::ranges::fill(state_, Component{});
  std::ranges::fill(report_, Component{});
  std::ranges::fill(diverged_, 0u);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    at(state_, shape_.kernel_state_size, i, 0) = static_cast<float>(positions[i].x);
    at(state_, shape_.kernel_state_size, i, 1) = static_cast<float>(positions[i].y);
  }
}

void ChainBlocks::read_rows(std::size_t chain, std::uint64_t step, std::size_t row, ChainData& data) const {
  double* state = data.state.data() + row * static_cast<std::size_t>(shape_.row_size());
  for (int k = 0; k < shape_.state_size; ++k) state[k] = at(state_, shape_.kernel_state_size, chain, k);
  if (shape_.count >= 0)
    state[shape_.count] += count_unit * at(state_, shape_.kernel_state_size, chain, shape_.state_size);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(shape_.words.count()));
  for (int k = 0; k < shape_.words.count(); ++k)
    words[static_cast<std::size_t>(k)] = words_[word_place(chain, k)];
  shape_.words.from_kernel(
      words, {state + shape_.state_size, static_cast<std::size_t>(shape_.words.packed_count())});
  for (int k = 0; k < shape_.report_size; ++k)
    data.report[row * static_cast<std::size_t>(shape_.report_size) + static_cast<std::size_t>(k)] =
        at(report_, shape_.kernel_report_size, chain, k);
  // A flag holds the low 32 bits of 1 + the failing step, which is before `step`.
  const std::uint32_t flag = diverged_[chain], ago = static_cast<std::uint32_t>(step) - flag;
  data.diverged[row] = flag == 0 ? 0 : step >= ago ? step - ago : flag;
}

namespace {

ChainData empty_data(std::size_t chains, const ChainShape& shape, std::uint64_t step, std::uint64_t begun) {
  return {step,
          chains,
          shape.row_size(),
          shape.report_size,
          std::vector<double>(chains * static_cast<std::size_t>(shape.row_size())),
          std::vector<double>(chains * static_cast<std::size_t>(shape.report_size)),
          std::vector<std::uint64_t>(chains),
          begun};
}

}  // namespace

ChainData ChainBlocks::read(std::uint64_t step, std::uint64_t begun) const {
  ChainData data = empty_data(chains_, shape_, step, begun);
  for (std::size_t i = 0; i < chains_; ++i) read_rows(i, step, i, data);
  return data;
}

ChainData ChainBlocks::read_chain(std::size_t chain, std::uint64_t step, std::uint64_t begun) const {
  ChainData data = empty_data(1, shape_, step, begun);
  read_rows(chain, step, 0, data);
  return data;
}

void ChainBlocks::read_pair(const std::vector<Component>& parts, int kernel_size, int pair, int size,
                            std::span<float> to) const {
  constexpr Component nothing{};
  const int first = 2 * pair;
  for (std::size_t b = 0; b < blocks(); ++b) {
    const Component* const of = &parts[b * static_cast<std::size_t>(kernel_size)];
    const Component& second = first + 1 < size ? of[first + 1] : nothing;
    float* const out = &to[2 * b * block];
    const std::size_t count = std::min<std::size_t>(block, chains_ - b * block);
    for (std::size_t i = 0; i < count; ++i) {
      out[2 * i] = of[first].values[i];
      out[2 * i + 1] = second.values[i];
    }
  }
}

void ChainBlocks::read_state_pair(int pair, std::span<float> to) const {
  read_pair(state_, shape_.kernel_state_size, pair, shape_.state_size, to);
  if (shape_.count < 0 || shape_.count / 2 != pair) return;
  for (std::size_t i = 0; i < chains_; ++i) {
    const double rest = at(state_, shape_.kernel_state_size, i, shape_.count);
    to[2 * i + static_cast<std::size_t>(shape_.count % 2)] =
        static_cast<float>(rest + count_unit * at(state_, shape_.kernel_state_size, i, shape_.state_size));
  }
}

void ChainBlocks::read_report_pair(int pair, std::span<float> to) const {
  read_pair(report_, shape_.kernel_report_size, pair, shape_.report_size, to);
}

void ChainBlocks::write(const ChainData& data) {
  if (data.chains != chains_ || data.state_size != shape_.row_size() ||
      data.report_size != shape_.report_size)
    throw Error("the chains' data does not fit the run:", std::to_string(data.chains) + " chains",
                std::to_string(chains_) + " chains of " + std::to_string(shape_.row_size()) + " numbers", "");
  std::vector<std::uint32_t> words(static_cast<std::size_t>(shape_.words.count()));
  for (std::size_t i = 0; i < chains_; ++i) {
    const double* state = data.state.data() + i * static_cast<std::size_t>(shape_.row_size());
    for (int k = 0; k < shape_.state_size; ++k)
      at(state_, shape_.kernel_state_size, i, k) = static_cast<float>(state[k]);
    if (shape_.count >= 0) {
      const double multiples = std::floor(state[shape_.count] / count_unit);
      at(state_, shape_.kernel_state_size, i, shape_.count) =
          static_cast<float>(state[shape_.count] - count_unit * multiples);
      at(state_, shape_.kernel_state_size, i, shape_.state_size) = static_cast<float>(multiples);
    }
    shape_.words.to_kernel({state + shape_.state_size, static_cast<std::size_t>(shape_.words.packed_count())},
                           words);
    for (int k = 0; k < shape_.words.count(); ++k)
      words_[word_place(i, k)] = words[static_cast<std::size_t>(k)];
    for (int k = 0; k < shape_.report_size; ++k)
      at(report_, shape_.kernel_report_size, i, k) = static_cast<float>(
          data.report[i * static_cast<std::size_t>(shape_.report_size) + static_cast<std::size_t>(k)]);
    diverged_[i] = data.diverged[i] == 0 ? 0 : std::max(static_cast<std::uint32_t>(data.diverged[i]), std::uint32_t{1});
  }
}

std::vector<std::byte> ChainBlocks::save() const {
  std::vector<std::byte> bytes;
  const auto append = [&](const auto& values) {
    const auto part = std::as_bytes(std::span(values));
    bytes.insert(bytes.end(), part.begin(), part.end());
  };
  append(state_);
  append(report_);
  append(diverged_);
  append(words_);
  return bytes;
}

void ChainBlocks::restore(std::span<const std::byte> bytes) {
  const auto size = [](const auto& values) { return std::as_bytes(std::span(values)).size(); };
  const std::size_t wanted = size(state_) + size(report_) + size(diverged_) + size(words_);
  if (bytes.size() != wanted)
    throw Error("the kept state does not fit the run:", std::to_string(bytes.size()) + " bytes",
                std::to_string(wanted) + " bytes", "");
  const auto take = [&](auto& values) {
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), size(values));
    bytes = bytes.subspan(size(values));
  };
  take(state_);
  take(report_);
  take(diverged_);
  take(words_);
}

ChannelMeans ChainBlocks::means(std::uint64_t step) const {
  ChannelMeans means{step, 0, {}};
  for (std::size_t i = 0; i < chains_; ++i) means.diverged += diverged_[i] != 0;
  for (int k = 0; k < shape_.report_size; ++k) {
    ChannelMean of;
    for (std::size_t i = 0; i < chains_; ++i) {
      const double value = at(report_, shape_.kernel_report_size, i, k);
      if (diverged_[i] == 0 && std::isfinite(value)) of.add(value);
    }
    means.channels.push_back(of);
  }
  return means;
}

std::vector<float> in_blocks(std::span<const std::vector<double>> rows) {
  const std::size_t size = rows.empty() ? 0 : std::max<std::size_t>(rows[0].size(), 1);
  std::vector<float> made((rows.size() + block - 1) / block * block * size);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < rows[i].size(); ++k)
      made[(i / block * size + k) * block + i % block] = static_cast<float>(rows[i][k]);
  return made;
}

}  // namespace ergo::lanes
