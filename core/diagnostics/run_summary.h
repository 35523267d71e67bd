#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/diagnostics/chain_memory.h"
#include "core/unit/target.h"

namespace ergo {

/// A sampler that adapts moves its own values.
bool same_settings(const RunConfig& a, const RunConfig& b);

/// How a run went: what a user should know before using its draws, each remark with its numbers. It judges
/// from some of the run's states, and says nothing of what these are too few for.
class RunSummary {
 public:
  /// Steps that a run must have made before anything but diverged chains is remarked on, and states that must
  /// have been seen for what only many states can tell.
  static constexpr std::uint64_t least_steps = 20;
  static constexpr std::size_t least_states = 20;

  /// The chains at a step, the same as before or a later one. Another number of chains, and an edit of
  /// sampler, target or gradient noise begin anew.
  void add(const ChainData& data, const RunConfig& config);
  /// One sentence each, the worst first.
  std::vector<std::string> remarks() const;
  /// Of the chains that have not diverged.
  std::vector<std::string> remarks_on_sound_chains() const;

 private:
  struct Remark {
    double severity;  ///< 0 to 1, e.g. a share of the chains
    std::string words;
  };
  void begin(const ChainData& data, const RunConfig& config);
  /// The mean of a channel over all transitions seen, and how many they were.
  ChannelMean of_transitions(const std::string& channel) const;
  void remark_on_acceptance(std::vector<Remark>& list) const;
  void remark_on_trajectories(std::vector<Remark>& list) const;
  void remark_on_temperature(std::vector<Remark>& list) const;
  void remark_on_modes(std::vector<Remark>& list) const;
  void remark_on_convergence(std::vector<Remark>& list) const;

  RunConfig config_;
  std::uint64_t begun_ = 0, step_ = 0;
  std::size_t chains_ = 0, states_ = 0;
  std::size_t diverged_ = 0, still_ = 0;  ///< at the last state; chains that have not moved
  std::vector<Position> first_;           ///< [chain]
  std::vector<bool> moved_;               ///< [chain]
  std::vector<std::size_t> sound_;        ///< chains that had not diverged at the last state
  std::vector<ChannelMean> transitions_;  ///< [channel]
  ChannelMean saturated_;                 ///< 1 for a trajectory as long as it may be, else 0
  ChannelMean kinetic_;                   ///< p.p/dim
  std::vector<Mode> modes_;               ///< the target's, if there are two or more
  std::vector<double> masses_;            ///< roughly, nearest to each
  ChainModes chain_modes_;
  SplitRhat split_;
  double effective_share_ = 1;  ///< what the last weighted draws are worth, over their number
};

}  // namespace ergo
