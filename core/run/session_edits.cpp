// How a run is edited, and what its journal does to it.
#include <algorithm>
#include <utility>

#include "core/backend/carried_state.h"
#include "core/config/learning_settings.h"
#include "core/run/session.h"
#include "core/run/tape.h"

namespace ergo {

void Session::apply_due() {
  for (; applied_ < journal_.size() && journal_[applied_].step <= step_; ++applied_) {
    const JournalEntry& entry = journal_[applied_];
    if (is_of_chain(entry.assignment.path))
      steer(chain_edit(config_, entry.assignment));
    else
      take_effect(entry);
  }
}

void Session::steer(const ChainEdit& edit) {
  const auto offset =
      static_cast<std::size_t>(state_offset(sampler_descriptor(), steering_field(sampler_descriptor())->id));
  ChainData data = backend_->read();
  double* field = &data.state[edit.chain * static_cast<std::size_t>(data.state_size) + offset];
  field[0] = edit.momentum.x;
  field[1] = edit.momentum.y;
  if (!data.stepped()) {  // it begins with this momentum
    const Oracle oracle(*target_, gradient_noise_of(config_));
    const auto sampler = make_sampler(config_);
    sampler->begin_here(data.row(edit.chain), oracle, config_.seed, step_);
    sampler->report_here(data.row(edit.chain), oracle);
  }
  backend_->write(data);
}

/// Where that fails, for a shader that does not compile or for too little memory, the run stays as it is.
void Session::take_effect(const JournalEntry& entry) {
  RunConfig edited = config_;
  if (apply_entry(edited, entry) != Effect::reinitialise) {
    configure(edited);
    return begin_adaptation();
  }
  const RunConfig before = config_;
  const auto left = target_;
  const ChainData data = backend_->read();
  configure(edited);
  try {
    backend_->begin(
        carried_state(data, sampler_unit(before.sampler.id).descriptor, *left, *target_, sampler_descriptor()));
  } catch (...) {
    configure(before);
    backend_->write(data);
    throw;
  }
  settle_count(data, sampler_unit(before.sampler.id).descriptor);
  begin_adaptation();
}

/// Where chains begin anew, those that counted their gradients are asked a last time.
void Session::settle_count(const ChainData& data, const Descriptor& sampler) {
  const auto spent = data.stepped() ? counted_gradients(data, sampler) : std::nullopt;
  if (!spent) return;
  std::erase_if(counted_, [&](const Counted& part) { return part.end == data.step; });
  const double before = gradients_at(data.begun);
  gradients_ = before + *spent;
  counted_.push_back({data.begun, data.step, before, gradients_});
  std::ranges::sort(counted_, {}, &Counted::end);
}

/// Of a live value given twice at a step the later counts; what starts chains anew leaves its mark on them.
void Session::record(const Assignment& assignment, Effect effect, bool goes_on) {
  journal_.resize(applied_);
  if (effect == Effect::live && !journal_.empty() && journal_.back().step == step_ &&
      journal_.back().assignment.path == assignment.path)
    journal_.back() = {step_, assignment, goes_on && journal_.back().goes_on}, --applied_;
  else
    journal_.push_back({step_, assignment, goes_on && !journal_.empty()});
  checkpoints_.forget_from(step_);
  forget_counts(step_ + 1);
}

void Session::forget_counts(std::uint64_t step) {
  std::erase_if(counted_, [step](const Counted& part) { return part.end >= step; });
}

void Session::edit(const Assignment& assignment, Effect effect, bool goes_on) {
  const Journal journal_before = journal_;
  const std::size_t applied_before = applied_;
  record(assignment, effect, goes_on);
  try {
    apply_due();
  } catch (...) {
    journal_ = journal_before;
    applied_ = applied_before;
    throw;
  }
}

Effect Session::check(const std::vector<Assignment>& edits) const {
  RunConfig edited = config_;
  Effect effect = Effect::none;
  for (const Assignment& edit : edits) effect = std::max(effect, apply_in_run(edited, edit));
  if (effect == Effect::restart || (effect != Effect::none && step_ == 0)) check_beginning(edited);
  return effect;
}

Effect Session::assign(const Assignment& assignment, bool goes_on) {
  if (is_of_chain(assignment.path)) {
    chain_edit(config_, assignment);
    edit(assignment, Effect::live, goes_on);
    return Effect::live;
  }
  RunConfig edited = config_;
  const Effect effect = apply(edited, assignment);
  if (effect == Effect::none) return effect;
  if (effect == Effect::restart || step_ == 0)
    restart_with(edited);
  else
    edit(assignment, effect, goes_on);
  return effect;
}

void Session::restart() { restart_with(config_); }

Journal Session::beginning_with(const RunConfig& config) const {
  Journal kept;
  for (const JournalEntry& entry : journal_) {
    if (entry.step > 0) break;
    if (is_of_chain(entry.assignment.path) && has_chain_of(config, entry.assignment)) kept.push_back(entry);
  }
  return kept;
}

void Session::restart_with(const RunConfig& config) {
  std::unique_ptr<Backend> other;
  check_beginning(config);
  if (backend_for(config) != backend_for(initial_)) other = factory_(backend_for(config));
  const Checkpoint present = moment();
  auto given_before = given_;
  if (config.chains != initial_.chains || config.start != initial_.start ||
      config.sampler.id != initial_.sampler.id || config.target.id != initial_.target.id ||
      (target_->sites() && config.target != initial_.target))  // whose values say how many sites there are
    given_.reset();
  auto weights_before = given_weights_;
  if (!same_model(config, initial_)) given_weights_.reset();
  const auto starts_before = start_words_;
  const RunConfig config_before = std::exchange(initial_, config);
  Journal journal_before = std::exchange(journal_, beginning_with(config));
  CheckpointStore checkpoints_before = std::exchange(checkpoints_, checkpoints_.emptied());
  const std::vector<Counted> counted_before = std::exchange(counted_, {});
  if (other) std::swap(backend_, other);
  auto learning_before = std::move(learning_);
  try {
    initialise();
  } catch (...) {  // e.g. too little memory for the chains asked for
    if (other) std::swap(backend_, other);
    learning_ = std::move(learning_before);
    initial_ = config_before;
    journal_ = std::move(journal_before);
    checkpoints_ = std::move(checkpoints_before);
    given_ = std::move(given_before);
    given_weights_ = std::move(weights_before);
    start_words_ = starts_before;
    counted_ = counted_before;
    resume(present);
    throw;
  }
}

}  // namespace ergo
