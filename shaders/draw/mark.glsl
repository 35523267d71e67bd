// Triangles, the marks of divergences, in a plane of their own; touched tiles are noted.
layout(r32ui, binding = 2) uniform uimageBuffer marks;

void touch_box(ivec2 low, ivec2 high) {
  for (int y = low.y >> tile_bits; y << tile_bits <= high.y; ++y)
    for (int x = low.x >> tile_bits; x << tile_bits <= high.x; ++x) touch(y * tile_columns() + x, CHAINS);
}

// A triangle about the pixel p. Of several on one pixel the most opaque is seen.
void add_triangle(vec2 p, float inradius, bool open, float opacity) {
  float reach = 2.0 * inradius + scale;
  touch_box(max(ivec2(p - reach), ivec2(0)), min(ivec2(p + reach), ivec2(size) - 1));
  for (int row = int(p.y - reach); row <= int(p.y + reach); ++row) {
    for (int column = int(p.x - reach); column <= int(p.x + reach); ++column) {
      vec2 from = vec2(column, row) + 0.5 - p;
      float edge = max(-from.y, 0.5 * from.y + 0.8660254 * abs(from.x)) - inradius;
      float covered = clamp(0.75 * scale + 0.5 - (open ? abs(edge) : edge), 0.0, 1.0);
      ivec2 pixel = clamp(ivec2(column, row), ivec2(0), ivec2(size) - 1);
      if (covered > 0.0) imageAtomicMax(marks, pixel.y * int(size.x) + pixel.x, uint(255.0 * opacity * covered));
    }
  }
}

// At the picture's border where x is outside. Coordinates may be near overflow.
void add_mark(vec2 x) {
  float inradius = 2.5 * scale;
  float reach = 2.0 * inradius + scale;
  vec2 d = x - centre;
  float largest = max(max(abs(d.x), abs(d.y)), 1e-30);
  vec2 direction = d / largest;
  vec2 limits = max(0.5 * size - reach, 0.0) / max(abs(direction), 1e-6);
  add_triangle(0.5 * size + direction * min(largest * zoom, min(limits.x, limits.y)), inradius, true, 1.0);
}
