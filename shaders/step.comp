// `steps` steps of every chain, its state in registers. A step whose result is not finite is not taken: the
// chain is flagged and rests where it was.
//
// Where lanes run in lockstep, a loop copies all that it carries once for every choice between an old and a new
// value and for every way out: hence one way out, the step's number from the count of steps left, and no state
// kept for the case that the next is not finite. Lone uniforms are made for four steps at once.

uvec2 later(uvec2 step, uint count) { return uvec2(step.x + count, step.y + uint(step.x + count < count)); }

Stream stream_of(uint chain, uvec2 now, uint lone) {
  return Stream(seed, chain, now, PURPOSE_STEP, lone, noise_strength);
}

/// Takes `count` > 0 steps, or stops at the first whose result is not finite and leaves that in `last`; returns
/// how many were finite.
uint advance(uint chain, uint count, SamplerParameters p, TargetConstants t, inout Transition last) {
  uint left = count;
  bool more = true;
  do {
    uvec4 words = lone_words(stream_of(chain, later(first_step, count - left), 0u));
    bool same_words = true;
    do {
      uvec2 now = later(first_step, count - left);
      last = step_chain(last.state, p, t, stream_of(chain, now, lone_word(words, now)));
      bool good = within_reach(last.state);
      left -= uint(good);
      more = good && left > 0u;
      same_words = (now.x & 3u) != 3u;
    } while (more && same_words);
  } while (more);
  return count - left;
}

void main() {
  uint chain = this_chain();
  if (chain >= chains || diverged[chain] != 0u || steps == 0u) return;
  SamplerParameters p = load_sampler(chain);
  TargetConstants t = load_target();
  Transition last;
  uint wanted = steps;
  uint taken = 0u;
  bool again = true;
  do {  // a chain that fails starts anew, to stop one step earlier
    last.state = load_state(chain);
    taken = advance(chain, wanted, p, t, last);
    again = taken < wanted && taken > 0u;
    wanted = taken;
  } while (again);
  if (taken < steps) diverged[chain] = failed_at(later(first_step, taken));
  if (taken == 0u) return;
  store_state(chain, last.state);
  store_report(chain, last.report);
}
