// Philox4x32-10, Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.

uvec4 philox_round(uvec4 counter, uvec2 key) {
  uint high0, low0, high1, low1;
  umulExtended(0xD2511F53u, counter.x, high0, low0);
  umulExtended(0xCD9E8D57u, counter.z, high1, low1);
  return uvec4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
}

uvec4 philox(uvec4 counter, uvec2 key) {
  for (int round = 0; round < 10; ++round) {
    counter = philox_round(counter, key);
    key += uvec2(0x9E3779B9u, 0xBB67AE85u);
  }
  return counter;
}
