// A square over every live tile, as a strip of two triangles; those of the others have no area.
uniform usamplerBuffer last_touch;
uniform uint frame;
uniform uint frames_of_ink;  // that the ink of trails takes to fade
uniform int first_tile;      // of a portion of them
uniform int all_tiles;       // 1: all are live

void main() {
  int tile = first_tile + gl_InstanceID;
  uvec2 last = texelFetch(last_touch, tile).xy;
  bool live = all_tiles == 1 || last.x == frame || (last.y != 0u && frame - last.y <= frames_of_ink);
  ivec2 place = ivec2(tile % tile_columns(), tile / tile_columns());
  vec2 pixel = vec2(1 << tile_bits) * vec2(place + ivec2(gl_VertexID & 1, gl_VertexID >> 1));
  gl_Position = live ? vec4(2.0 * pixel / size - 1.0, 0.0, 1.0) : vec4(2.0, 2.0, 0.0, 1.0);
}
