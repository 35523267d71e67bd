// What targets have in common whose E depends on x through f.x and inputs a = c + A'x. The twin is
// core/site_targets/linear_inputs.
// site_numbers: c, f, A by rows of one site each, and then the target's own. site_links begin with the number of inputs,
// a multiple of four.

int inputs() { return site_links[0]; }
int row_of(int i) { return inputs() + SITES + i * inputs(); }
int own_numbers() { return row_of(SITES); }

/// Four inputs, from input j on.
vec4 inputs_from(int which, int j) {
  float first = site_numbers[j];
  float second = site_numbers[j + 1];
  float third = site_numbers[j + 2];
  float fourth = site_numbers[j + 3];
  for (int i = 0; i < SITES; ++i) {
    int at = row_of(i) + j;
    float x = float(value_at(which, i));
    first += site_numbers[at] * x;
    second += site_numbers[at + 1] * x;
    third += site_numbers[at + 2] * x;
    fourth += site_numbers[at + 3] * x;
  }
  return vec4(first, second, third, fourth);
}

/// sum_j A_ij note_j
float noted_sum(int i) {
  float sum = 0.0;
  int row = row_of(i);
  for (int j = 0; j < inputs(); j += 4) {  // four at once: software devices count the turns of loops
    sum += site_numbers[row + j] * note(j);
    sum += site_numbers[row + j + 1] * note(j + 1);
    sum += site_numbers[row + j + 2] * note(j + 2);
    sum += site_numbers[row + j + 3] * note(j + 3);
  }
  return sum;
}

float own_term(int i) { return site_numbers[inputs() + i]; }

/// f.x
float own_terms(int which) {
  float sum = 0.0;
  for (int i = 0; i < SITES; ++i) sum += own_term(i) * float(value_at(which, i));
  return sum;
}
