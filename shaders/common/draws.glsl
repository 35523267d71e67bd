// Addressed randomness: the same words, and so the same uniforms, as ergo::Draws.

const uint PURPOSE_INIT = 1u;
const uint PURPOSE_STEP = 2u;
const uint PURPOSE_DATA = 5u;

struct Stream {
  uvec2 seed;  // low word, high word
  uint chain;
  uvec2 now;  // the step; low word, high word
  uint purpose;
  uint lone;  // the word of lone_uniform()
  float noise;  // strength of the gradient noise
};

/// Two independent N(0,1), the second masked to 0 for DIM 1, and two independent uniforms on (0,1).
struct Draw {
  vec2 normal;
  float uniform1;
  float uniform2;
};

float uniform_of(uint word) { return (float(word >> 9) + 0.5) * 1.1920928955078125e-7; }

Draw draw(Stream stream, int slot) {
  uvec4 words = philox(uvec4(stream.now, stream.chain, (stream.purpose << 16) | uint(slot)), stream.seed);
  // Box-Muller; u - 1 is exact
  float radius = sqrt(-2.0 * log1p(uniform_of(words.x) - 1.0));
  vec2 normal = radius * unit_circle(uniform_of(words.y));
  return Draw(DIM > 1 ? normal : vec2(normal.x, 0.0), uniform_of(words.z), uniform_of(words.w));
}

float datum(int index) {
  return draw(Stream(uvec2(2014u, 0u), uint(index), uvec2(0u, 0u), PURPOSE_DATA, 0u, 0.0), 0).normal.x;
}

/// First slot of the gradient noise of an evaluation.
int noise_slot(int evaluation) { return 0x8000 + 16 * evaluation; }

/// Words of block 0 to 63 for the mini-batch of an evaluation, independent of all draws.
uvec4 batch_words(Stream stream, int evaluation, int block) {
  uint slot = uint(64 * evaluation + block);
  return philox(uvec4(stream.now, stream.chain, ((8u | stream.purpose) << 16) | slot), stream.seed);
}

/// The step's number modulo n, 0 < n < 2^16, which keeps the products below 2^32.
uint step_modulo(Stream stream, uint n) {
  uint high = (stream.now.y % n) * ((0xffffffffu % n + 1u) % n);
  return (high % n + stream.now.x % n) % n;
}

/// A uniform of this step on (0,1), independent of all draws and cheaper: words of four steps share a block.
float lone_uniform(Stream stream) { return uniform_of(stream.lone); }

const uint SLOT_LONE = 0xffffu;

uvec4 lone_words(Stream stream) {
  uvec2 block = uvec2((stream.now.x >> 2) | (stream.now.y << 30), stream.now.y >> 2);
  return philox(uvec4(block, stream.chain, (stream.purpose << 16) | SLOT_LONE), stream.seed);
}

uint lone_word(uvec4 words, uvec2 now) {
  uvec2 half_block = (now.x & 2u) == 0u ? words.xy : words.zw;
  return (now.x & 1u) == 0u ? half_block.x : half_block.y;
}
