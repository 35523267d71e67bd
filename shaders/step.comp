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
  // Copies: software renderers fetch a uniform anew at every use in a loop.
  Stream stream = Stream(seed, chain, first_step, PURPOSE_STEP);
  uint left = steps;
  uint failure = 0u;
  for (; left != 0u; --left) {
    Transition next = step_chain(s, p, t, stream);
    if (!finite(next.state)) {
      failure = failed_at(stream.now);
      break;
    }
    s = next.state;
    report = next.report;
    stream.now = successor(stream.now);
  }
  if (failure != 0u) diverged[chain] = failure;
  if (left == steps) return;
  store_state(chain, s);
  store_report(chain, report);
}
