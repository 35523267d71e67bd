#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/backend/backend.h"
#include "core/config/chain_edit.h"
#include "core/config/journal.h"
#include "core/models/run_learning.h"
#include "core/run/checkpoint.h"
#include "core/run/origins.h"

namespace ergo {

/// One run: a target, a sampler, N chains, a step number and a journal of edits. The state after step k is a
/// function of the initial configuration, the journal and the kind of backend, and of nothing else.
///
/// The journal is like a tape: after going back, the edits ahead are kept and take effect again when they are
/// reached. A new edit erases the rest of the tape.
class Session {
 public:
  /// `replay`: edits that take effect at their steps. `memory`: bytes for checkpoints. Throws Error.
  Session(RunConfig initial, BackendFactory factory, Journal replay = {}, std::size_t memory = 256u << 20);

  /// The configuration at the current step, with the values that the sampler's adaptation has set; where
  /// chains adapt alone, with the means of theirs.
  const RunConfig& config() const { return config_; }
  /// The same with this chain's own values.
  RunConfig config_of(std::size_t chain) const;
  const RunConfig& initial() const { return initial_; }  ///< the configuration at step 0
  const Journal& journal() const { return journal_; }
  std::uint64_t step() const { return step_; }
  /// Gradient evaluations of a chain by the current step. If the present sampler's steps differ in cost, the
  /// most that they can have been.
  double gradient_evaluations() const;
  /// The step at which the present sampler began, and a chain's gradient evaluations by then.
  struct Beginning {
    std::uint64_t step = 0;
    double gradients = 0;
  };
  Beginning sampler_beginning() const { return {backend_->begun(), gradients_at(backend_->begun())}; }
  /// Gradient evaluations of a chain by any step of the tape, or beyond its end.
  double gradients_at(std::uint64_t step) const;
  /// The last step, on the tape or beyond its end, by which a chain has used at most this many gradient
  /// evaluations.
  std::uint64_t step_within(double gradients) const;
  double gradients_per_step() const { return gradients_per_step_; }  ///< with the present configuration
  /// Whether the present sampler began at step 0 from the start's draws and has had one target since.
  bool begun_at_start() const;
  /// Where the chains were at step 0 on the target that the run began with. The same object until the run is at step 0
  /// again.
  std::shared_ptr<const Origins> origins() const;
  /// Where a target has sites, the configurations of the chains at step 0 as words of their states, [chain,
  /// word]; else empty.
  const std::shared_ptr<const std::vector<double>>& start_words() const { return start_words_; }
  /// What the chains run on: the configuration's target, or the model that learns it.
  const Target& target() const { return *target_; }
  const std::shared_ptr<const Target>& shared_target() const { return target_; }
  /// The unit with whose kernels target() is evaluated.
  const UnitChoice& stepped_target() const { return stepped_target_; }
  /// Counts how often learning has changed target().
  std::uint64_t target_revision() const { return target_revision_; }
  /// The configuration's target.
  const Target& own_target() const { return *own_target_; }
  const Descriptor& target_descriptor() const { return ergo::target_descriptor(config_); }
  /// What is learned; null if the run does not learn.
  const RunLearning* learning() const { return learning_.get(); }
  const Descriptor& sampler_descriptor() const { return sampler_unit(config_.sampler.id).descriptor; }
  Backend& backend() { return *backend_; }
  const Backend& backend() const { return *backend_; }

  void advance(std::uint64_t steps);
  /// What these edits would do to the run, made one after the other. Throws Error if one is not legal.
  Effect check(const std::vector<Assignment>& edits) const;
  /// Makes an edit at the current step. Throws Error and changes nothing if the value is not legal or the
  /// machine cannot do it. At step 0, and for a value that cannot be changed in the course of a run, the run
  /// starts anew with it, as by restart(). `goes_on`: it continues the last edit.
  Effect assign(const Assignment& assignment, bool goes_on = false);
  /// Goes to step 0. The journal is kept.
  void reset() { rewind(0); }
  /// Makes the current configuration the initial one, empties the journal except for beginning(), and goes to
  /// step 0.
  void restart();
  /// Edits of single chains before the first step. They are part of how the run begins, like its start.
  Journal beginning() const { return beginning_with(config_); }
  /// Goes to any step; the state is bit for bit that of the run. Takes at most the steps since a checkpoint.
  void rewind(std::uint64_t step);
  /// The last checkpoint at or before a step, from which another session of the same run can go on; null if
  /// there is none.
  const Checkpoint* kept_before(std::uint64_t step) const { return checkpoints_.before(step); }
  /// A checkpoint of the present step. Waits for the device.
  Checkpoint moment();
  /// Goes to a checkpoint of a session with the same beginning, journal and kind of backend.
  void resume(const Checkpoint& kept);
  /// Replaces the journal by one that is the same before this step, and goes there.
  void retape(Journal journal, std::uint64_t step);
  /// Starts from given positions, and any of the sampler's state fields, instead of the start's draws.
  /// reset() returns to them.
  void start_from(const ChainData& data);

  /// The model begins with these weights, RunLearning::weight_arrays() in their order, and the run at step 0.
  /// reset() returns to them, and restart() as long as target, seed and sizes of the model are the same.
  void begin_with(std::vector<double> weights);

  ChainData read() { return backend_->read(); }
  /// 64-bit hash of the chains' exact state, as 16 hexadecimal digits.
  std::string state_hash();
  /// What the hash holds for: the kind of backend and its arithmetic(). Elsewhere the same run may have
  /// another hash, as numbers are rounded differently.
  std::string hash_scope() const;

 private:
  void restart_with(const RunConfig& config);
  Journal beginning_with(const RunConfig& config) const;  ///< beginning(), as far as it is legal in `config`
  void configure(const RunConfig& wanted);  ///< makes it config(), or throws and changes nothing
  void begin_adaptation();
  std::uint64_t adaptation_stop() const;  ///< the next step at which adapt() is due
  void adapt();
  void adapt_alone();
  std::vector<double> own_values(std::size_t chain) const;  ///< of the sampler's parameters
  void set_own_values();
  void initialise();
  void place_chains();
  void record(const Assignment& assignment, Effect effect, bool goes_on);
  void edit(const Assignment& assignment, Effect effect, bool goes_on);
  void apply_due();
  void take_effect(const JournalEntry& entry);
  void settle_count(const ChainData& data, const Descriptor& sampler);
  void forget_counts(std::uint64_t step);  ///< removes those that end at this step or later
  void steer(const ChainEdit& edit);
  void note_pace(std::uint64_t steps, double seconds);
  void learn();
  ChainData on_model(ChainData data) const;
  void follow_model();  ///< makes the model as it is now the target

  RunConfig initial_, config_;
  Journal journal_;
  std::size_t applied_ = 0;  ///< journal entries already in config_
  std::uint64_t step_ = 0;
  double gradients_ = 0, gradients_per_step_ = 0;
  std::vector<Counted> counted_;  ///< as far as the run has been on the tape
  AdaptationState adaptation_;
  BackendFactory factory_;
  std::unique_ptr<Backend> backend_;
  std::shared_ptr<const Target> own_target_, target_;
  UnitChoice stepped_target_;
  std::unique_ptr<RunLearning> learning_;
  std::uint64_t target_revision_ = 0;
  bool backend_has_model_ = false;  ///< in place of the target that it was configured with
  CheckpointStore checkpoints_;
  double seconds_per_step_ = 0;
  std::optional<ChainData> given_;
  std::optional<std::vector<double>> given_weights_;
  std::shared_ptr<const std::vector<double>> start_words_;
  mutable std::shared_ptr<const Origins> origins_;  ///< once asked for
};

}  // namespace ergo
