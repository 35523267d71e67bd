#include "core/run/swarm_motion.h"

namespace ergo {

const ChainData* SwarmMotion::at(Session& session, double phase) {
  if (step_ != session.step() || !(config_ == session.config())) take_apart(session);
  if (steps_.empty()) return nullptr;
  const auto width = static_cast<std::size_t>(data_.state_size);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Stance now = stance_at(steps_[i], cursor_at(steps_[i], phase));
    double* const row = &data_.state[i * width];
    row[0] = now.x.x;
    row[1] = now.x.y;
    if (momentum_ >= 0 && now.momentum) {
      row[momentum_] = now.momentum->x;
      row[momentum_ + 1] = now.momentum->y;
    }
    if (thermostat_ >= 0 && now.thermostat) row[thermostat_] = *now.thermostat;
  }
  return &data_;
}

void SwarmMotion::take_apart(Session& session) {
  step_ = session.step();
  config_ = session.config();
  steps_.clear();
  if (too_many(config_.chains) || learns_first(session)) return;
  auto sampler = make_sampler(config_);
  const bool alone = adapts_alone(config_);
  const Oracle oracle(session.target(), gradient_noise_of(config_));
  const Descriptor& rule = session.sampler_descriptor();
  momentum_ = momentum_offset(rule);
  thermostat_ = thermostat_offset(rule);
  data_ = session.read();
  std::size_t parts = 0;
  for (std::uint32_t i = 0; i < data_.chains && parts < most_parts; ++i) {
    std::vector<double> state(data_.state_row(i).begin(), data_.state_row(i).end());
    const auto reports = data_.row(i).report;
    std::vector<double> report(reports.begin(), reports.end());
    std::uint64_t diverged = data_.diverged[i];
    if (alone) sampler = make_sampler(session.config_of(i));
    ExplainedStep& step = steps_.emplace_back();
    step.from = stance_of(rule, state);
    step.sub_steps = sampler->explain({state, report, diverged, i}, oracle, config_.seed, *step_);
    step.to = stance_of(rule, state);
    if (diverged != 0) step.sub_steps.clear();  // it stays
    parts += step.sub_steps.size();
  }
  if (steps_.size() < data_.chains) steps_.clear();
}

}  // namespace ergo
