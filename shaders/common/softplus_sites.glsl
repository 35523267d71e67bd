// E = f.x + sign sum_j log(1 + e^(a_j)) for bits x, by the inputs a of common/linear_inputs.glsl, whose text stands
// before. site_numbers end with the sign: see softplus_kernel_data() in core/site_targets/linear_inputs.h.

float softplus(float a) { return max(a, 0.0) + log1p(exp(-abs(a))); }
float sigmoid(float a) {
  float less = exp(-abs(a));
  return (a > 0.0 ? 1.0 : less) / (1.0 + less);
}

/// f_i + sum_j A_ij note_j: dE/dx_i where the notes are dE/da.
float slope_by_notes(int i) { return own_term(i) + noted_sum(i); }
float slope(int which, int i, int v) { return slope_by_notes(i); }

/// Notes: dE/da_j = sign/(1 + e^(-a_j)).
void prepare_slopes(int which) {
  float factor = site_numbers[own_numbers()];
  for (int j = 0; j < inputs(); j += 4) {
    vec4 a = inputs_from(which, j);
    note_four(j, vec4(factor * sigmoid(a.x), factor * sigmoid(a.y), factor * sigmoid(a.z), factor * sigmoid(a.w)));
  }
}

/// Notes: the inputs.
void prepare_changes(int which) {
  for (int j = 0; j < inputs(); j += 4) note_four(j, inputs_from(which, j));
}

float softplus_rise(float a, float step) { return softplus(a + step) - softplus(a); }

/// E with value v at site i less E.
float change(int which, int i, int v) {
  float away = float(v - value_at(which, i));
  float sum = 0.0;
  int row = row_of(i);
  for (int j = 0; j < inputs(); j += 4) {
    sum += softplus_rise(note(j), away * site_numbers[row + j]);
    sum += softplus_rise(note(j + 1), away * site_numbers[row + j + 1]);
    sum += softplus_rise(note(j + 2), away * site_numbers[row + j + 2]);
    sum += softplus_rise(note(j + 3), away * site_numbers[row + j + 3]);
  }
  return away * own_term(i) + site_numbers[own_numbers()] * sum;
}

/// E as the sum of these two.
vec2 counted(int which) {
  float sum = 0.0;
  for (int j = 0; j < inputs(); j += 4) {
    vec4 a = inputs_from(which, j);
    sum += softplus(a.x) + softplus(a.y) + softplus(a.z) + softplus(a.w);
  }
  return vec2(own_terms(which), site_numbers[own_numbers()] * sum);
}

float rise(vec2 from, vec2 to) { return (to.x - from.x) + (to.y - from.y); }
float energy_of(vec2 sums) { return sums.x + sums.y; }
