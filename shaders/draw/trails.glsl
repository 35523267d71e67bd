// The trails of a frame: those up to the last one, faded, and the ink since.
uniform sampler2D faded;
uniform usamplerBuffer ink;
uniform float trail_decay;  // factor per frame

const float INK = 1048576.0;  // fixed-point ink of one crossing

float trail_at(ivec2 place) {
  int pixel = place.y * int(size.x) + place.x;
  return trail_decay * texelFetch(faded, place, 0).x + float(texelFetch(ink, pixel).x) / INK;
}
