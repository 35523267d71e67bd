// The way to where a run was opened: it is stepped again, and reported as it would have been on the screen.
#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>

#include "core/live/player.h"

namespace ergo {
namespace {

constexpr std::size_t most_passed = 64;
constexpr std::size_t way_memory = 64u << 20;  // bytes of chains kept

std::size_t bytes_of(const ChainData& data) {
  return sizeof(double) * (data.state.size() + data.report.size() + data.diverged.size());
}

}  // namespace

void Player::pass(bool marked) {
  way_.push_back({sight({}, marked), session_->read(), session_->begun_at_start()});
  way_.back().data.step = session_->step();
}

void Player::stand_at(std::uint64_t step) {
  if (step <= session_->step()) return session_->rewind(step);
  pass(false);
  const std::size_t many =
      std::min(most_passed, way_memory / std::max<std::size_t>(1, bytes_of(way_.back().data)));
  if (many < 2) {
    way_.clear();
    return session_->rewind(step);
  }
  // Whole steps of a power of 2, as those of a run that is watched; every phase of a cycle in its turn.
  std::uint64_t stride = std::bit_ceil(std::max<std::uint64_t>(1, (step - session_->step()) / many));
  while (std::gcd(stride, period()) > 1) ++stride;
  while (session_->step() < step) {
    const std::uint64_t now = session_->step(), edit = steps_to_edit();
    const std::uint64_t next = std::min({step - now, stride - now % stride, edit});
    const auto begun = std::chrono::steady_clock::now();
    session_->advance(next);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    if (way_.back().seen.config.sampler.id != session_->config().sampler.id) way_.clear();
    pass(next == edit);
  }
}

void Player::report_way(Shown shown) {
  Passed next = std::move(way_.front());
  way_.pop_front();
  next.seen.shown = shown;
  next.seen.epoch = epoch_;
  owed_ = next.seen.step;
  owed_mark_ = next.seen.marked;
  submit(next.seen, std::move(next.data), next.begun_at_start);
}

void Player::forget_way(std::uint64_t beyond) {
  std::erase_if(way_, [&](const Passed& passed) { return passed.seen.step > beyond; });
}

}  // namespace ergo
