// Chains take the colours of their classes: a pixel shows that of one of the chains that cover most of it.
uniform usamplerBuffer tones;
uniform vec3 class_colours[8];

const float CROWD = 0.0;  // a colour of a class stays what it is

vec3 chain_colour(vec3 plain, int pixel, float ink) {
  return class_colours[int(texelFetch(tones, pixel).x & 7u)];
}
