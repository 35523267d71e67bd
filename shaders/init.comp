// Starts every chain at the position in its state; a chain without finite energy there is flagged and rests.

void main() {
  uint chain = this_chain();
  if (chain >= chains) return;
  SamplerParameters p = load_sampler(chain);
  TargetConstants t = load_target();
  State s = load_state(chain);
  Stream stream = Stream(seed, chain, first_step, PURPOSE_INIT, 0u, noise_strength);
  s = moved_to(s, s.x, observe(s.x, t, stream, 0));
  Transition start = Transition(s, load_report(chain));
  diverged[chain] = 0u;
  if (within_reach(s)) {
    start = init_chain(s, p, t, stream);
  } else {
    diverged[chain] = failed_at(first_step);
  }
  store_state(chain, start.state);
  store_report(chain, start.report);
}
