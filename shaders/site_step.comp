// `steps` steps of every chain.

void main() {
  uint chain = this_chain();
  if (chain >= chains || steps == 0u) return;
  SamplerParameters p = load_sampler(chain);
  Outcome last = resting_sites();
  for (uint k = 0u; k < steps; ++k) {
    uvec2 now = uvec2(first_step.x + k, first_step.y + uint(first_step.x + k < k));
    last = step_sites(last.sums, p, Stream(seed, chain, now, PURPOSE_STEP, 0u, 0.0), now);
  }
  Transition made = ended_sites(load_state(chain), last);
  store_state(chain, made.state);
  store_report(chain, made.report);
}
