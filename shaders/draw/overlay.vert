// What floats on the picture, as triangles in logical pixels from its upper left corner.
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 glyph;  // place in the texture
layout(location = 2) in vec4 tint;

uniform vec2 reach;  // of a logical pixel: clip coordinates

out vec2 glyph_place;
out vec4 shade;

void main() {
  glyph_place = glyph;
  shade = tint;
  // In the order of ImGui's own renderer, to the last bit.
  mat4 projection = mat4(reach.x, 0.0, 0.0, 0.0, 0.0, reach.y, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, -1.0, 1.0, 0.0, 1.0);
  gl_Position = projection * vec4(place, 0.0, 1.0);
}
