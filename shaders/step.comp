// `steps` steps of every chain, its state in registers. A step whose result is not finite is not taken: the
// chain is flagged and rests where it was.

uvec2 successor(uvec2 now) { return uvec2(now.x + 1u, now.y + uint(now.x == 0xffffffffu)); }

void main() {
  uint chain = this_chain();
  if (chain >= chains || diverged[chain] != 0u) return;
  SamplerParameters p = load_sampler(chain);
  TargetParameters t = load_target();
  State s = load_state(chain);
  Report report;
  uvec2 now = first_step;
  uint failure = 0u;
  for (uint i = 0u; i < steps; ++i) {
    Transition next = step_chain(s, p, t, Stream(seed, chain, now, PURPOSE_STEP));
    if (!finite(next.state)) {
      failure = failed_at(now);
      break;
    }
    s = next.state;
    report = next.report;
    now = successor(now);
  }
  if (failure != 0u) diverged[chain] = failure;
  if (now == first_step) return;
  store_state(chain, s);
  store_report(chain, report);
}
