#include "core/run/paced_run.h"

namespace ergo {

double PacedRun::gradients_per_step() const {
  return counted() && counted_cost_ > 0 ? counted_cost_ : session().gradients_per_step();
}

double PacedRun::gradients_per_step_at(double gradients) const {
  if (counted() && gradients >= session().sampler_beginning().gradients) return gradients_per_step();
  const std::uint64_t step = session().step_within(gradients);
  return session().gradients_at(step + 1) - session().gradients_at(step);
}

double PacedRun::gradients_at(std::uint64_t step) const {
  if (!counted() || step < session().sampler_beginning().step) return session().gradients_at(step);
  const auto [begun, before] = session().sampler_beginning();
  return before + gradients_per_step() * static_cast<double>(step - begun);
}

double PacedRun::gradient_evaluations() const {
  return counted() ? gradients_at(session().step()) : session().gradient_evaluations();
}

std::uint64_t PacedRun::step_within(double gradients) const {
  if (!counted() || gradients < session().sampler_beginning().gradients)
    return session().step_within(gradients);
  const auto [begun, before] = session().sampler_beginning();
  return begun + static_cast<std::uint64_t>((gradients - before) / gradients_per_step() + clock_slack);
}

void PacedRun::count(double gradients, std::uint64_t step) {
  const auto [begun, before] = session().sampler_beginning();
  if (step > begun) counted_cost_ = (gradients - before) / static_cast<double>(step - begun);
}

void PacedRun::count_now() {
  if (const auto spent = counted_gradients(session().read(), session().sampler_descriptor()))
    count(session().sampler_beginning().gradients + *spent, session().step());
}

}  // namespace ergo
