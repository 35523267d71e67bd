// What a run has cost: exactly where all steps cost the same, else as the reports have counted it so far.
#include "widgets/player.h"

namespace ergo {

bool Player::counted() const { return !session_->sampler_descriptor().claims.gradients_field.empty(); }

double Player::gradients_per_step() const {
  return counted() && counted_cost_ > 0 ? counted_cost_ : session_->gradients_per_step();
}

double Player::gradient_evaluations() const {
  if (!counted()) return session_->gradient_evaluations();
  return report_ ? report_->gradient_evaluations : counted_cost_ * static_cast<double>(session_->step());
}

std::uint64_t Player::step_within(double gradients) const {
  if (!counted()) return session_->step_within(gradients);
  return static_cast<std::uint64_t>(gradients / gradients_per_step() + 1e-9);
}

}  // namespace ergo
