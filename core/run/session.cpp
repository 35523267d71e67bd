#include "core/run/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <utility>

#include "core/backend/start_positions.h"
#include "core/config/learning_settings.h"
#include "core/run/tape.h"

namespace ergo {

Session::Session(RunConfig initial, BackendFactory factory, Journal replay, std::size_t memory)
    : initial_(std::move(initial)),
      config_(initial_),
      journal_(std::move(replay)),
      factory_(std::move(factory)),
      checkpoints_(memory) {
  std::stable_sort(journal_.begin(), journal_.end(),
                   [](const JournalEntry& a, const JournalEntry& b) { return a.step < b.step; });
  RunConfig check = initial_;
  for (const auto& entry : journal_) {
    apply_entry(check, entry);
    if (check.backend == BackendKind::gpu || check.backend == BackendKind::simd) require_kernels(check);
  }
  check_beginning(initial_);
  backend_ = factory_(backend_for(initial_));
  initialise();
}

double Session::gradient_evaluations() const { return gradients_; }

double Session::gradients_at(std::uint64_t step) const {
  return ergo::gradients_at(initial_, journal_, counted_, step);
}

std::uint64_t Session::step_within(double gradients) const {
  return ergo::step_within(initial_, journal_, counted_, gradients);
}

bool Session::begun_at_start() const {
  const auto applied = journal_.begin() + static_cast<std::ptrdiff_t>(applied_);
  return !given_ && !learning_ && std::none_of(journal_.begin(), applied, [](const JournalEntry& entry) {
    const std::string& path = entry.assignment.path;
    return path == "sampler" || path.starts_with("target") || is_of_chain(path);
  });
}

void Session::configure(const RunConfig& wanted) {
  std::shared_ptr<const Target> wanted_target = own_target_;
  if (!own_target_ || config_.target != wanted.target) wanted_target = make_target(wanted);
  if (learning_) learning_->use(wanted, wanted_target);
  RunConfig stepped = wanted;
  stepped.target = ergo::stepped_target(wanted);
  try {
    backend_->configure(stepped);
  } catch (...) {
    if (learning_ && own_target_ && learns(config_)) learning_->use(config_, own_target_);
    throw;
  }
  stepped_target_ = std::move(stepped.target);
  own_target_ = std::move(wanted_target);
  gradients_per_step_ = cost_of(wanted);
  config_ = wanted;
  if (learning_) {
    follow_model();
  } else {
    target_ = own_target_;
    if (std::exchange(backend_has_model_, false)) backend_->set_target(target_);
  }
}

void Session::follow_model() {
  if (target_ != learning_->target()) ++target_revision_;
  target_ = learning_->target();
  backend_->set_target(target_);
  backend_has_model_ = true;
}

std::shared_ptr<const Origins> Session::origins() const {
  if (origins_) return origins_;
  const auto target = make_target(initial_);
  std::vector<Position> starts;
  if (!given_)
    starts = start_positions(initial_, *target);
  else
    for (std::size_t i = 0; i < given_->chains; ++i) starts.push_back(given_->x(i));
  origins_ = std::make_shared<const Origins>(origins_of(starts, *target));
  return origins_;
}

void Session::initialise() {
  origins_.reset();
  auto model = learns(initial_) ? RunLearning::made(initial_, make_target(initial_)) : nullptr;
  if (model && given_weights_) model->restore(ModelState(*given_weights_));
  learning_.swap(model);
  try {
    configure(initial_);
  } catch (...) {
    learning_.swap(model);
    throw;
  }
  applied_ = 0;
  step_ = 0;
  gradients_ = 0;
  begin_adaptation();
  place_chains();
  apply_due();
}

void Session::place_chains() {
  std::vector<double> words;
  if (given_) {
    backend_->write(learning_ ? on_model(*given_) : *given_);
    const auto count = static_cast<std::size_t>(own_target_->configuration_words());
    for (std::size_t chain = 0; chain < given_->chains && count > 0; ++chain)
      std::ranges::copy(given_->state_row(chain).last(count), std::back_inserter(words));
  } else {
    ChainStarts starts = chain_starts(config_, *own_target_);
    place(*backend_, starts, sampler_descriptor());
    words = std::move(starts.words);
  }
  start_words_ = std::make_shared<const std::vector<double>>(std::move(words));
}

/// The same with the energies and gradients of the model.
ChainData Session::on_model(ChainData data) const {
  const Oracle oracle(*target_, gradient_noise_of(config_));
  const auto sampler = make_sampler(config_);
  for (std::size_t chain = 0; chain < data.chains; ++chain) {
    const ChainRow row = data.row(chain);
    const Evaluation at = target_->evaluate(data.x(chain));
    row.state[2] = at.energy;
    row.state[3] = at.gradient.x;
    row.state[4] = at.gradient.y;
    sampler->report_here(row, oracle);
  }
  return data;
}

void Session::advance(std::uint64_t steps) {
  for (const std::uint64_t end = step_ + steps; step_ < end;) {
    using Clock = std::chrono::steady_clock;
    const auto begun = Clock::now();
    if (learning_ && learning_->due(step_)) learn();
    std::uint64_t stop = std::min(end, (step_ / checkpoints_.spacing() + 1) * checkpoints_.spacing());
    if (applied_ < journal_.size()) stop = std::min(stop, journal_[applied_].step);
    const std::uint64_t block_end = adaptation_stop();
    stop = std::min(stop, block_end);
    if (learning_) stop = std::min(stop, learning_->next_due(step_));
    backend_->advance(step_, stop - step_);
    note_pace(stop - step_, std::chrono::duration<double>(Clock::now() - begun).count());
    gradients_ += static_cast<double>(stop - step_) * gradients_per_step_;
    step_ = stop;
    if (step_ == block_end) adapt();
    if (checkpoints_.due(step_)) checkpoints_.keep(moment());
    apply_due();
  }
}

/// What a step takes is the average of the last ten portions or so, of what does not run on while the program goes on.
void Session::note_pace(std::uint64_t steps, double seconds) {
  seconds_per_step_ += 0.1 * (seconds / static_cast<double>(steps) - seconds_per_step_);
  checkpoints_.follow_pace(seconds_per_step_);
}

void Session::learn() {
  ChainData data = backend_->read();
  learning_->iterate(data, config_);
  follow_model();
  backend_->write(data);
}

Checkpoint Session::moment() {
  Checkpoint now{backend_->save(), config_, applied_, gradients_, adaptation_, counted_};
  if (learning_) now.learning = std::make_shared<const ModelState>(learning_->state());
  return now;
}

void Session::rewind(std::uint64_t step) {
  const Checkpoint* kept = checkpoints_.before(step);
  if (kept && (step < step_ || kept->blob.step > step_))
    resume(*kept);
  else if (step < step_)
    initialise();
  advance(step - step_);
}

void Session::resume(const Checkpoint& kept) {
  configure(kept.config);
  if (learning_) {
    learning_->restore(*kept.learning);
    follow_model();
  }
  backend_->restore(kept.blob);
  applied_ = kept.applied;
  adaptation_ = kept.adaptation;
  if (adapts_alone(config_)) set_own_values();
  if (kept.counted.size() > counted_.size()) counted_ = kept.counted;
  step_ = kept.blob.step;
  gradients_ = kept.gradients;
  apply_due();
}

void Session::retape(Journal journal, std::uint64_t step) {
  if (step > 0) rewind(step - 1);
  journal_ = std::move(journal);
  checkpoints_.forget_from(step);
  forget_counts(step);
  step > 0 ? advance(1) : initialise();
}

void Session::start_from(const ChainData& data) {
  given_ = data;
  given_->step = 0;
  if (!same_model(config_, initial_)) given_weights_.reset();
  initial_ = config_;
  initial_.chains = data.chains;
  journal_.clear();
  checkpoints_.clear();
  counted_.clear();
  initialise();
}

void Session::begin_with(std::vector<double> weights) {
  given_weights_ = std::move(weights);
  checkpoints_.clear();
  counted_.clear();
  initialise();
}

std::string Session::hash_scope() const {
  return to_string(backend_->kind()) + ", " + backend_->arithmetic();
}

std::string Session::state_hash() {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  const auto add = [&hash](std::span<const std::byte> bytes) {
    for (const std::byte b : bytes) hash = (hash ^ static_cast<std::uint64_t>(b)) * 0x100000001b3;
  };
  add(backend_->save().bytes);
  if (learning_) {
    const ModelState& state = learning_->state();
    for (const auto* part : {&state.weights, &state.averaged, &state.first_moment, &state.second_moment})
      add(std::as_bytes(std::span(*part)));
    add(std::as_bytes(std::span(&state.iterations, 1)));
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace ergo
