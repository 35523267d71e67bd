// Addressed randomness: the same words, and so the same uniforms, as ergo::SiteDraws.

/// Those of the slots 4 block to 4 block + 3.
uvec4 site_words(Stream stream, int block) {
  return philox(uvec4(stream.now, stream.chain, 0x80000000u | (stream.purpose << 24) | uint(block)), stream.seed);
}
float site_decision(Stream stream) { return uniform_of(site_words(stream, 0xffffff).x); }
/// floor(u n) for the uniform of a word, 0 < n < 2^31, without rounding.
int place_among(uint word, int n) {
  uint high = 0u, low = 0u;
  umulExtended((2u * (word >> 9) + 1u) << 8, uint(n), high, low);
  return int(high);
}
