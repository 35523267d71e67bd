#include "core/run/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "core/backend/carried_state.h"
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

/// Anew from the values as they are.
void Session::begin_adaptation() {
  adaptation_ = {ergo::begin_adaptation(config_), step_};
  if (!adapts_alone(config_)) return;
  const Adaptation::Memory one = adaptation_.memory;
  adaptation_.memory.reserve(one.size() * config_.chains);
  for (std::uint64_t chain = 1; chain < config_.chains; ++chain)
    adaptation_.memory.insert(adaptation_.memory.end(), one.begin(), one.end());
}

std::vector<double> Session::own_values(std::size_t chain) const {
  const Descriptor& sampler = sampler_descriptor();
  const std::size_t size = adaptation_.memory.size() / config_.chains;
  const auto from = adaptation_.memory.begin() + static_cast<std::ptrdiff_t>(chain * size);
  std::vector<double> values = config_.sampler.values;
  for (const auto& [id, value] : sampler.adaptation->values({from, from + static_cast<std::ptrdiff_t>(size)}))
    values[static_cast<std::size_t>(find_parameter(sampler, id))] = value;
  return values;
}

RunConfig Session::config_of(std::size_t chain) const {
  RunConfig config = config_;
  if (adapts_alone(config_)) config.sampler.values = own_values(chain);
  return config;
}

void Session::set_own_values() {
  std::vector<std::vector<double>> rows;
  for (std::size_t chain = 0; chain < config_.chains; ++chain) rows.push_back(own_values(chain));
  backend_->set_sampler_rows(rows);
}

void Session::adapt_alone() {
  const Descriptor& sampler = sampler_descriptor();
  const auto channel = static_cast<std::size_t>(find_channel(sampler, sampler.adaptation->channel));
  const ChainData data = backend_->read();
  const std::size_t size = adaptation_.memory.size() / data.chains;
  RunConfig adapted = config_;
  std::map<std::string, double> means;
  for (std::size_t i = 0; i < data.chains; ++i) {
    const auto own = adaptation_.memory.begin() + static_cast<std::ptrdiff_t>(i * size);
    const double value = data.report[i * static_cast<std::size_t>(data.report_size) + channel];
    const auto next = sampler.adaptation->next({own, own + static_cast<std::ptrdiff_t>(size)}, value, step_);
    std::ranges::copy(next, own);
    for (const auto& [id, set] : sampler.adaptation->values(next))
      means[id] += set / static_cast<double>(data.chains);
  }
  for (const auto& [id, mean] : means)
    adapted.sampler.values[static_cast<std::size_t>(find_parameter(sampler, id))] = mean;
  configure(adapted);
  set_own_values();
}

std::uint64_t Session::adaptation_stop() const {
  if (adaptation_.memory.empty()) return std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t block = adaptation_block(config_);
  return (step_ / block + 1) * block;
}

/// At the end of a block; one that had begun before the adaptation does not count.
void Session::adapt() {
  const Descriptor& sampler = sampler_descriptor();
  const Adaptation& adaptation = *sampler.adaptation;
  if (step_ < adaptation_.begun + adaptation_block(config_)) return;
  if (adapts_alone(config_)) return adapt_alone();
  const auto channel = static_cast<std::size_t>(find_channel(sampler, adaptation.channel));
  adaptation_.memory =
      adaptation.next(std::move(adaptation_.memory), backend_->means().channels[channel].mean, step_);
  RunConfig adapted = config_;
  for (const auto& [id, value] : adaptation.values(adaptation_.memory))
    adapted.sampler.values[static_cast<std::size_t>(find_parameter(sampler, id))] = value;
  configure(adapted);
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
