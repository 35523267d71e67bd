// Chains take the ramp's colours: a pixel shows the mean over what covers it.
uniform usamplerBuffer tones;
uniform vec3 ramp[5];

const float CROWD = 0.5;  // most of the highlight that crowds get

vec3 chain_colour(vec3 plain, int pixel, float ink) {
  float place = 4.0 * clamp(float(texelFetch(tones, pixel).x) / max(ink, 1.0), 0.0, 1.0);
  int k = min(int(place), 3);
  return mix(ramp[k], ramp[k + 1], place - float(k));
}
