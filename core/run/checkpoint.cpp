#include "core/run/checkpoint.h"

#include <algorithm>

namespace ergo {

bool CheckpointStore::due(std::uint64_t step) const {
  return memory_ > 0 && step > 0 && step % spacing() == 0 && (kept_.empty() || kept_.back().blob.step < step);
}

void CheckpointStore::keep(Checkpoint checkpoint) {
  if (checkpoint.bytes() > memory_) return;
  kept_.push_back(std::move(checkpoint));
  while (bytes() > memory_) {
    thinned_ = 2 * spacing();
    std::erase_if(kept_, [this](const Checkpoint& c) { return c.blob.step % thinned_ != 0; });
  }
}

const Checkpoint* CheckpointStore::before(std::uint64_t step) const {
  const auto after = std::upper_bound(kept_.begin(), kept_.end(), step,
                                      [](std::uint64_t s, const Checkpoint& c) { return s < c.blob.step; });
  return after == kept_.begin() ? nullptr : &*(after - 1);
}

void CheckpointStore::forget_from(std::uint64_t step) {
  std::erase_if(kept_, [step](const Checkpoint& c) { return c.blob.step >= step; });
}

void CheckpointStore::clear() {
  kept_.clear();
  thinned_ = 1;
}

void CheckpointStore::follow_pace(double seconds_per_step) {
  constexpr double most_seconds = 0.1;
  wanted_ = most_wanted;
  while (wanted_ > 1 && static_cast<double>(wanted_) * seconds_per_step > most_seconds) wanted_ /= 2;
}

std::size_t CheckpointStore::bytes() const {
  std::size_t sum = 0;
  for (const auto& c : kept_) sum += c.bytes();
  return sum;
}

std::size_t Checkpoint::bytes() const {
  return blob.bytes.size() + adaptation.memory.size() * sizeof(double) + (learning ? learning->bytes() : 0);
}

}  // namespace ergo
