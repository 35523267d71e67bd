// `steps` steps of every chain, its state in registers. A step whose result is not finite is not taken: the
// chain is flagged and rests where it was.
//
// Where lanes run in lockstep, a loop copies all that it carries once for every way out of it: hence one way
// out, and the step's number from the count of steps left. Lone uniforms are made for four steps at once.

uvec2 later(uvec2 step, uint count) { return uvec2(step.x + count, step.y + uint(step.x + count < count)); }

void main() {
  uint chain = this_chain();
  if (chain >= chains || diverged[chain] != 0u || steps == 0u) return;
  SamplerParameters p = load_sampler(chain);
  TargetConstants t = load_target();
  State s = load_state(chain);
  Report report;
  uint left = steps;
  bool good = true;
  bool more = true;
  do {
    uvec4 words = lone_words(Stream(seed, chain, later(first_step, steps - left), PURPOSE_STEP, 0u, noise_strength));
    bool same_words = true;
    do {
      uvec2 now = later(first_step, steps - left);
      Transition next = step_chain(s, p, t, Stream(seed, chain, now, PURPOSE_STEP, lone_word(words, now), noise_strength));
      good = finite(next.state);
      if (good) {
        s = next.state;
        report = next.report;
      }
      left -= uint(good);
      more = good && left > 0u;
      same_words = (now.x & 3u) != 3u;
    } while (more && same_words);
  } while (more);
  if (!good) diverged[chain] = failed_at(later(first_step, steps - left));
  if (left == steps) return;
  store_state(chain, s);
  store_report(chain, report);
}
