// A quadratic model of the target, W + D = M'M, in the coordinates of the gradient: the twin of what
// core/site_samplers/any_scale_sites makes of it. Numbers from SAMPLER_NUMBERS on: D, then M by rows, coordinates
// filled up to a multiple of four with 0. Without a model SAMPLER_NUMBERS is 0.
// Notes from sampler_notes() on: M z, z and the step y - x.

bool has_model() { return SAMPLER_NUMBERS > 0; }
int coordinates_of_site() { return CODING == CLASSES ? VALUES : 1; }
int coordinates() { return has_model() ? (SITES * coordinates_of_site() + 3) / 4 * 4 : 0; }
int normal_notes() { return sampler_notes() + coordinates(); }
int step_notes() { return sampler_notes() + 2 * coordinates(); }

float diagonal(int k) { return site_numbers[SAMPLER_NUMBERS + k]; }

vec4 plus_row(vec4 sum, int at, float times) {
  return vec4(sum.x + site_numbers[at] * times, sum.y + site_numbers[at + 1] * times,
              sum.z + site_numbers[at + 2] * times, sum.w + site_numbers[at + 3] * times);
}

/// Of M times the vector in the notes from `vector` on, the components k to k + 3. M is symmetric.
vec4 times_m(int vector, int k) {
  int size = coordinates();
  int at = SAMPLER_NUMBERS + size + k;
  vec4 sum = vec4(0.0, 0.0, 0.0, 0.0);
  for (int j = 0; j < size; j += 4) {  // four at once: software devices count the turns of loops
    sum = plus_row(sum, at, note(vector + j));
    sum = plus_row(sum, at + size, note(vector + j + 1));
    sum = plus_row(sum, at + 2 * size, note(vector + j + 2));
    sum = plus_row(sum, at + 3 * size, note(vector + j + 3));
    at += 4 * size;
  }
  return sum;
}

/// Notes z ~ N(0, I), whose draws are those after the sites' (Box & Muller 1958).
void note_normals(Stream stream) {
  int end = SITES + coordinates();
  float radius = 0.0;
  for (int block = SITES / 4; 4 * block < end; ++block) {
    uvec4 words = site_words(stream, block);
    for (int k = 0; k < 4; ++k) {
      int slot = 4 * block + k - SITES;
      if (slot >= 0 && slot < coordinates()) {
        float u = uniform_of(words[k]);
        if ((slot & 1) == 0) {
          radius = sqrt(-2.0 * log1p(u - 1.0));  // u - 1 is exact
        } else {
          vec2 normal = radius * unit_circle(u);
          set_note(normal_notes() + slot - 1, normal.x);
          set_note(normal_notes() + slot, normal.y);
        }
      }
    }
  }
}

/// Notes M z.
void note_pull() {
  for (int k = 0; k < coordinates(); k += 4) note_four(sampler_notes() + k, times_m(normal_notes(), k));
}

/// Notes y - x of the two configurations.
void note_step() {
  for (int i = 0; i < SITES; ++i) {
    int x = value_at(PRESENT, i);
    int y = value_at(PROPOSAL, i);
    if (CODING == CLASSES) {
      for (int v = 0; v < VALUES; ++v)
        set_note(step_notes() + i * VALUES + v, float(int(y == v) - int(x == v)));
    } else {
      set_note(step_notes() + i, float(y - x));
    }
  }
  for (int k = SITES * coordinates_of_site(); k < coordinates(); ++k) set_note(step_notes() + k, 0.0);
}

/// |z'|^2 - |z|^2 of one component of M (y - x).
float squares_of(float m_step, float z) { return m_step * (m_step - 2.0 * z); }

/// Notes z' = z - M (y - x) for z, and M z'. Returns |z'|^2 - |z|^2.
float turn_normals() {
  note_step();
  float squares = 0.0;
  for (int k = 0; k < coordinates(); k += 4) {
    int at = normal_notes() + k;
    vec4 z = vec4(note(at), note(at + 1), note(at + 2), note(at + 3));
    vec4 m_step = times_m(step_notes(), k);
    squares += squares_of(m_step.x, z.x) + squares_of(m_step.y, z.y) + squares_of(m_step.z, z.z) +
               squares_of(m_step.w, z.w);
    note_four(at, vec4(z.x - m_step.x, z.y - m_step.y, z.z - m_step.z, z.w - m_step.w));
  }
  note_pull();
  return squares;
}

/// What the logits of one site's values have in common, of the present one: its slope less M z, and D.
struct Site {
  float own;
  float bend;
};

Site site_of(int which, int i, int x, Rule rule) {
  Site made = Site(own_slope(which, i, x), 0.0);
  if (has_model()) {
    int k = CODING == CLASSES ? i * VALUES + x : i;
    made.own -= note(sampler_notes() + k);
    made.bend = diagonal(k);
  }
  return made;
}

/// The logit of first order with slopes less M z, less beta s'D s/2 for the step s to value v.
float site_logit(int which, int i, int x, int v, Site site, Rule rule) {
  float pull = 0.0;
  float bend = site.bend;
  if (CODING == CLASSES && has_model()) {
    int k = i * VALUES + v;
    pull = note(sampler_notes() + k);
    bend = 0.5 * (bend + diagonal(k));
  }
  return rule.beta * pull +
         first_order_logit(which, i, x, v, site.own, rule.beta, rule.half_precision + 0.5 * rule.beta * bend);
}
