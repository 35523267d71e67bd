#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/backend/backend.h"
#include "core/config/chain_edit.h"
#include "core/config/journal.h"
#include "core/run/checkpoint.h"

namespace ergo {

/// One run: a target, a sampler, N chains, and where it stands in its journal. The state after step k is a
/// function of (initial configuration, journal, backend kind) and of nothing else.
///
/// The journal is a tape: going back keeps what comes later, and stepping on meets it again; a new assignment
/// erases the rest of the tape.
class Session {
 public:
  /// `replay`: entries to meet on the way. `memory`: bytes for checkpoints. Throws Error.
  Session(RunConfig initial, BackendFactory factory, Journal replay = {}, std::size_t memory = 256u << 20);

  /// As of the current step, with the values that the sampler's adaptation has in force.
  const RunConfig& config() const { return config_; }
  const RunConfig& initial() const { return initial_; }  ///< as of step 0
  const Journal& journal() const { return journal_; }
  std::uint64_t step() const { return step_; }
  /// Per chain, at the current step; of a sampler that is on and whose steps differ in cost the most they can
  /// have been.
  double gradient_evaluations() const;
  /// What chains had spent where the sampler that is on began: what one that counts its gradients adds to.
  struct Beginning {
    std::uint64_t step = 0;
    double gradients = 0;
  };
  Beginning sampler_beginning() const { return {backend_->begun(), gradients_at(backend_->begun())}; }
  /// What a chain has spent by a step of the tape, and of its continuation as it ends.
  double gradients_at(std::uint64_t step) const;
  /// The last step of the tape, and of its continuation as it ends, by which a chain has spent at most so
  /// many gradient evaluations.
  std::uint64_t step_within(double gradients) const;
  double gradients_per_step() const { return gradients_per_step_; }  ///< of the run as it is now
  /// The sampler began at step 0 from the start unit's draws, and has not begun anew since.
  bool begun_at_start() const;
  const Target& target() const { return *target_; }
  const Descriptor& target_descriptor() const { return target_unit(config_.target.id).descriptor; }
  const Descriptor& sampler_descriptor() const { return sampler_unit(config_.sampler.id).descriptor; }
  Backend& backend() { return *backend_; }
  const Backend& backend() const { return *backend_; }

  void advance(std::uint64_t steps);
  /// What these edits would do to the run, made one after the other. Throws Error if one is not legal.
  Effect check(const std::vector<Assignment>& edits) const;
  /// Checks and applies at the current step, edits of chains too. Throws Error and changes nothing where the
  /// value is not legal or the machine cannot. At step 0, and where the value is not a live one, the run
  /// begins anew with it, as restart() does. `goes_on`: it is one edit with the last.
  Effect assign(const Assignment& assignment, bool goes_on = false);
  /// Back to step 0 of the initial configuration; the journal stays on the tape.
  void reset() { rewind(0); }
  /// Makes the current configuration the initial one, empties the journal but for beginning() and goes to
  /// step 0.
  void restart();
  /// How chains were edited before the first step: part of how the run begins, as its start is.
  Journal beginning() const { return beginning_with(config_); }
  /// Goes to any step, bit for bit as it was (or will be). Cost: at most the steps since a kept checkpoint.
  void rewind(std::uint64_t step);
  /// What another session of the same run can go on from: its last kept moment at or before a step; null
  /// where only its beginning will do.
  const Checkpoint* kept_before(std::uint64_t step) const { return checkpoints_.before(step); }
  /// Where the run stands. Waits for the device.
  Checkpoint moment() { return {backend_->save(), config_, applied_, gradients_, adaptation_, counted_}; }
  /// Goes to a moment of a session with the same beginning, journal and kind of backend.
  void resume(const Checkpoint& kept);
  /// Goes to a step of another tape, which has the same entries before it.
  void retape(Journal journal, std::uint64_t step);
  /// Starts from given data instead of the start unit: positions, and any of the sampler's state fields.
  /// Becomes the state at step 0; reset() returns to it.
  void start_from(const ChainData& data);

  ChainData read() { return backend_->read(); }
  /// 64-bit hash of the chains' exact state, as 16 hexadecimal digits.
  std::string state_hash();

 private:
  void restart_with(const RunConfig& config);
  Journal beginning_with(const RunConfig& config) const;  ///< of the chains and momenta that it has
  void configure(const RunConfig& wanted);  ///< makes it config(), or throws and changes nothing
  void begin_adaptation();
  std::uint64_t adaptation_stop() const;  ///< the next step at which adapt() is due
  void adapt();
  void initialise();
  void record(const Assignment& assignment, Effect effect, bool goes_on);
  void edit(const Assignment& assignment, Effect effect, bool goes_on);
  void apply_due();
  void take_effect(const JournalEntry& entry);
  void settle_count(const ChainData& data, const Descriptor& sampler);
  void forget_counts(std::uint64_t step);  ///< that end there or later
  void steer(const ChainEdit& edit);
  void advance_backend(std::uint64_t steps);

  RunConfig initial_, config_;
  Journal journal_;
  std::size_t applied_ = 0;  ///< journal entries already in config_
  std::uint64_t step_ = 0;
  double gradients_ = 0, gradients_per_step_ = 0;
  std::vector<Counted> counted_;  ///< as far as the tape has been
  AdaptationState adaptation_;
  BackendFactory factory_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<Target> target_;
  CheckpointStore checkpoints_;
  double seconds_per_step_ = 0;
  std::optional<ChainData> given_;
};

}  // namespace ergo
