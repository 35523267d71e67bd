// Marks the places where transitions diverged by small pale triangles.
void main() {
  uint k = this_chain();
  if (k >= min(count, most)) return;
  vec2 x = vec2(uintBitsToFloat(kept[3u * k]), uintBitsToFloat(kept[3u * k + 1u]));
  vec2 p = to_pixel(shown(x, kept[3u * k + 2u]));
  if (all(greaterThan(p, vec2(0.0))) && all(lessThan(p, size))) add_triangle(p, 0.6 * scale, false, 0.55);
}
