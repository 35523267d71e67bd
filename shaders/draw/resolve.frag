// Puts density, trails, chains and marks together and fades the trails by one frame. Reads the planes as texture
// buffers and has no branches: software renderers run both sides of one, and read storage buffers lane by lane.
uniform sampler2D density;
uniform usamplerBuffer coverage;
uniform usamplerBuffer marks;

uniform vec3 swarm_colour, trail_colour, highlight, emphasis;
uniform float extinction;      // opacity of a pixel = 1 - exp(-extinction coverage)
uniform float trail_opacity;   // of the thickest trail
uniform float ground_opacity;  // 1, or 0 where the picture is to be laid over something

layout(location = 0) out vec4 colour;
layout(location = 1) out float trail;

const float COVER = 256.0;  // fixed-point coverage of one pixel

// Lays a colour over what is below; colours are multiplied by their alpha.
vec4 over(vec4 below, vec3 colour, float opacity) { return mix(below, vec4(colour, 1.0), opacity); }

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  int pixel = place.y * int(size.x) + place.x;
  vec4 shade = vec4(with_histogram(texelFetch(density, place, 0).rgb, swarm_colour), 1.0) * ground_opacity;

  trail = trail_at(place);
  shade = over(shade, trail_colour, trail_opacity * max(trail, 0.0) / (0.6 + max(trail, 0.0)));

  float cover = float(texelFetch(coverage, pixel).x);
  float depth = extinction * cover / COVER;
  // Where points pile up past the opacity of a lone one (depth 3), the crowd goes on towards the highlight.
  float pile = max(depth - 3.0, 0.0);
  vec3 chains = mix(chain_colour(swarm_colour, pixel, cover), highlight, CROWD * pile / (10.0 + pile));
  shade = over(shade, chains, 1.0 - exp(-depth));
  shade = over(shade, emphasis, float(texelFetch(marks, pixel).x) / 255.0);
  vec3 plain = ground_opacity == 1.0 ? shade.rgb : shade.rgb / max(shade.a, 1.0 / 512.0);
  colour = vec4(plain, ground_opacity == 1.0 ? 1.0 : shade.a);
}
