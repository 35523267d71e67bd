#include "widgets/bars/state_hash.h"

namespace ergo {
namespace {

constexpr int still_frames = 10;
constexpr std::uint64_t chains_at_most = 1'000'000;

}  // namespace

std::optional<std::string> StateHash::of(Session& session, bool running) {
  Stand stand{&session, session.step(), session.config(), session.journal()};
  if (running || stand != stand_) {
    stand_ = std::move(stand);
    frames_ = 0;
    hash_.reset();
    return {};
  }
  if (++frames_ == still_frames && stand_.config.chains <= chains_at_most) hash_ = session.state_hash();
  return hash_;
}

}  // namespace ergo
