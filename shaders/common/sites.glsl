// Configurations of sites. A site takes 2^LOG_BITS bits of words, from their low bits on; bits of no site are 0. A chain
// has two configurations. What a site's bits begin at, counted through all words, is its bit.

const int PRESENT = 0;
const int PROPOSAL = 1;

int value_at_bit(int which, int bit) {
  return int((word_of(which, bit >> 5) >> uint(bit & 31)) & uint(VALUE_MASK));
}
int value_at(int which, int i) { return value_at_bit(which, i << LOG_BITS); }

void put_value(int which, int i, int v) {
  int bit = i << LOG_BITS;
  uint shift = uint(bit & 31);
  set_word(which, bit >> 5, (word_of(which, bit >> 5) & ~(uint(VALUE_MASK) << shift)) | (uint(v) << shift));
}

/// The values of four sites from 4 block on, which lie in one word, as their bits there.
void put_four(int which, int block, uint values) {
  int bit = (4 * block) << LOG_BITS;
  uint shift = uint(bit & 31);
  uint four = LOG_BITS == 3 ? 0xffffffffu : (1u << uint(4 << LOG_BITS)) - 1u;
  set_word(which, bit >> 5, (word_of(which, bit >> 5) & ~(four << shift)) | (values << shift));
}

void copy_configuration(int from, int to) {
  for (int w = 0; w < WORDS; ++w) set_word(to, w, word_of(from, w));
}

/// At how many sites the two configurations differ.
int differing() {
  int count = 0;
  for (int w = 0; w < WORDS; ++w) {
    uint bits = word_of(PRESENT, w) ^ word_of(PROPOSAL, w);
    for (int k = 0; k < LOG_BITS; ++k) bits = bits | (bits >> uint(1 << k));
    count += bitCount(int(bits) & UNIT_BITS);
  }
  return count;
}

/// Of the sites first, first + 1 .. end - 1: how many have a value, and the sum of their values.
int count_of(int v, int first, int end) {
  int count = 0;
  for (int i = first; i < end; ++i) count += int(value_at(PRESENT, i) == v);
  return count;
}
int value_sum() {
  int sum = 0;
  if (LOG_BITS == 0) {
    for (int w = 0; w < WORDS; ++w) sum += bitCount(int(word_of(PRESENT, w)));
  } else {
    for (int i = 0; i < SITES; ++i) sum += value_at(PRESENT, i);
  }
  return sum;
}

void note_four(int j, vec4 values) {
  set_note(j, values.x);
  set_note(j + 1, values.y);
  set_note(j + 2, values.z);
  set_note(j + 3, values.w);
}
/// The first note of the sampler's own, after those of the target.
int sampler_notes() { return (NOTES + 3) / 4 * 4; }
