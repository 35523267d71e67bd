// The ink of a picture of another size or camera. Interpolated by the cubic of Keys (1981), which keeps sums and is
// exact at pixels' middles: ink is taken along at every picture while a window's size changes, and would soon be a blur
// if lines became wider each time.
uniform sampler2D faded;  // the ink there
uniform vec2 low, gain;   // a place p of this picture is gain * (p - low) of that one, in pixels

out float trail;

vec4 weights(float t) {
  vec4 powers = vec4(1.0, t, t * t, t * t * t);
  return 0.5 * vec4(dot(powers, vec4(0.0, -1.0, 2.0, -1.0)), dot(powers, vec4(2.0, 0.0, -5.0, 3.0)),
                    dot(powers, vec4(0.0, 1.0, 4.0, -3.0)), dot(powers, vec4(0.0, 0.0, -1.0, 1.0)));
}

float ink_at(ivec2 place) {
  bool inside = all(greaterThanEqual(place, ivec2(0))) && all(lessThan(place, textureSize(faded, 0)));
  return inside ? texelFetch(faded, place, 0).x : 0.0;
}

void main() {
  vec2 from = gain * (gl_FragCoord.xy - low) - 0.5;
  ivec2 corner = ivec2(floor(from)) - 1;
  vec4 across = weights(fract(from.x)), along = weights(fract(from.y));
  trail = 0.0;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) trail += along[j] * across[i] * ink_at(corner + ivec2(i, j));
}
