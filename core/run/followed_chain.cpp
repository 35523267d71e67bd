#include "core/run/followed_chain.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/backend/cpu_backend.h"

namespace ergo {
namespace {

/// Paths further apart than this, relative to the place's size, have parted: well above what rounding makes
/// of a few steps, well below a step that was decided otherwise.
constexpr double parted = 1e-2;
constexpr std::uint64_t most_caught_up = 4 * FollowedChain::steps_kept;

/// Takes a stance through a part; true where that tells a momentum or its friction.
bool pass(Stance& stance, const SubStep& part) {
  stance.x = part.x;
  const ToldQuantity* momentum = part.find(ToldQuantity::Kind::momentum);
  const ToldQuantity* thermostat = part.find(ToldQuantity::Kind::thermostat);
  if (momentum) stance.momentum = momentum->value;
  if (thermostat) stance.thermostat = thermostat->value.x;
  return momentum || thermostat;
}

}  // namespace

bool learns_first(const Session& session) {
  return session.learning() && session.learning()->due(session.step());
}

int momentum_offset(const Descriptor& sampler) {
  const Claims& claims = sampler.claims;
  return state_offset(sampler, claims.momentum_field.empty() ? claims.steering_field : claims.momentum_field);
}

bool keeps_direction(const Descriptor& sampler) {
  const StateField* field = steering_field(sampler);
  return sampler.claims.momentum_field.empty() && field && field->unit_vector;
}

int thermostat_offset(const Descriptor& sampler) {
  return state_offset(sampler, sampler.claims.thermostat_field);
}

Stance stance_of(const Descriptor& sampler, std::span<const double> row) {
  const auto number = [&](int offset) { return row[static_cast<std::size_t>(offset)]; };
  Stance stance{{row[0], row[1]}};
  if (const int p = momentum_offset(sampler); p >= 0) stance.momentum = {number(p), number(p + 1)};
  if (const int xi = thermostat_offset(sampler); xi >= 0) stance.thermostat = number(xi);
  return stance;
}

std::optional<bool> ExplainedStep::accepted() const {
  return sub_steps.empty() ? std::nullopt : sub_steps.back().accepted();
}

Stance ExplainedStep::before(std::size_t part) const {
  if (part >= sub_steps.size()) return to;
  Stance stance = from;
  for (std::size_t k = 0; k < part; ++k) pass(stance, sub_steps[k]);
  return stance;
}

std::vector<std::pair<Stance, Stance>> ExplainedStep::way(std::size_t parts) const {
  std::vector<std::pair<Stance, Stance>> pieces;
  Stance now = from;
  parts = std::min(parts, sub_steps.size());
  for (std::size_t k = 0; k < parts; ++k) {
    const Stance earlier = now;
    if (pass(now, sub_steps[k])) pieces.emplace_back(earlier, now);
  }
  const std::size_t drawn = parts == sub_steps.size() && accepted() ? parts - 1 : parts;
  if (pieces.empty() && drawn > 0 && !(sub_steps[drawn - 1].x == from.x))
    pieces.push_back({{from.x}, {sub_steps[drawn - 1].x}});
  return pieces;
}

StepCursor cursor_at(const ExplainedStep& step, double phase) {
  const double parts = static_cast<double>(step.sub_steps.size());
  if (parts == 0) return {};
  const double place = std::clamp(phase, 0.0, 1.0) * parts;
  const double part = std::min(std::floor(place), parts - 1);
  return {static_cast<std::size_t>(part), place - part};
}

Stance stance_at(const ExplainedStep& step, StepCursor cursor) {
  const Stance earlier = step.before(cursor.part);
  if (step.sub_steps.empty()) return earlier;
  const Stance later = step.before(cursor.part + 1);
  const auto between = [&](auto a, auto b) { return (1 - cursor.share) * a + cursor.share * b; };
  Stance now = later;
  now.x = between(earlier.x, later.x);
  if (earlier.momentum && later.momentum) now.momentum = between(*earlier.momentum, *later.momentum);
  if (earlier.thermostat && later.thermostat)
    now.thermostat = between(*earlier.thermostat, *later.thermostat);
  return now;
}

std::vector<SubStep> parts_of_step(const Descriptor& sampler) {
  RunConfig config;
  apply(config, {"target", default_target(sampler.space)});
  apply(config, {"sampler", sampler.id});
  config.chains = 1;
  config.backend = BackendKind::cpu;
  Session run(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
  FollowedChain chain(0);
  chain.follow(run);
  const std::vector<SubStep>& all = chain.next().sub_steps;
  if (all.size() <= 12) return all;
  std::vector<SubStep> parts;
  for (const SubStep& part : all) {
    const auto same = [&](const SubStep& earlier) {
      return earlier.name == part.name && earlier.formula == part.formula;
    };
    if (std::ranges::none_of(parts, same)) parts.push_back(part);
  }
  return parts;
}

ExplainedStep FollowedChain::explained(std::uint64_t step) {
  const Descriptor& sampler = sampler_unit(config_.sampler.id).descriptor;
  ExplainedStep made{.from = stance_of(sampler, row_.state)};
  const ChainRow row = {row_.state, row_.report, row_.diverged[0], chain_};
  made.sub_steps = sampler_->explain(row, Oracle(*target_, gradient_noise_of(config_)), config_.seed, step);
  made.to = stance_of(sampler, row_.state);
  made.diverges = row_.diverged[0] != 0;
  row_.step = step + 1;
  return made;
}

void FollowedChain::catch_up(std::uint64_t step) {
  while (row_.step < step && !diverged()) {
    last_.push_back(explained(row_.step));
    if (last_.size() > steps_kept) last_.pop_front();
  }
}

void FollowedChain::follow(Session& session) {
  const std::uint64_t step = session.step();
  const std::uint32_t before = std::exchange(chain_, wanted_ < session.config().chains ? wanted_ : 0);
  const bool goes_on = sampler_ && chain_ == before && row_.step <= step && step - row_.step <= most_caught_up;
  // A target that has learned in between: steps on it cannot be made here.
  const bool same_target = target_ == session.shared_target();
  if (goes_on && same_target) catch_up(step);
  if (!goes_on) last_.clear();
  const Position expected = goes_on ? row_.x(0) : Position{};
  const RunConfig config = session.config_of(chain_);
  if (!goes_on || config_ != config) sampler_ = make_sampler(config);
  config_ = config;
  target_ = session.shared_target();
  row_ = session.backend().read_chain(chain_);
  row_.step = step;
  if (same_target && norm(row_.x(0) - expected) > parted * (1 + norm(expected))) last_.clear();
  const ChainData now = row_;
  const Stance here = stance_of(session.sampler_descriptor(), row_.state);
  next_ = diverged() || learns_first(session) ? ExplainedStep{here, here, {}, diverged()} : explained(step);
  row_ = now;
}

}  // namespace ergo
