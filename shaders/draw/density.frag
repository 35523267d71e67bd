// The still part of the picture: density map and contours, or the density's curve where dim is 1.
uniform vec3 density_low, density_high, line_colour;
uniform int ground;            // 0: the target, 1: E(x) + p^2/2, 2: independent normal distributions, 3: nothing known
uniform vec2 distribution_mean, distribution_sd; // of those distributions
uniform float peak;            // energy of the highest density
uniform float transfer;        // brightness = (density / highest density)^transfer
uniform vec4 contour_energies;
uniform float contour_width;   // pixels; 0 draws none
uniform float curve_width;     // pixels

out vec4 colour;

// Interleaved gradient noise (Jimenez 2014) in [-1/2, 1/2]: breaks the steps of 8-bit colours.
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5; }

float stroke(float distance, float width) { return clamp(0.5 * width + 0.5 - abs(distance), 0.0, 1.0); }

vec3 map_colour(Evaluation at) {
  float brightness = clamp(exp(transfer * (peak - at.energy)), 0.0, 1.0);
  vec3 ground = mix(density_low, density_high, brightness);
  if (contour_width == 0.0) return ground;
  // Distance to the level set in pixels, to first order.
  vec4 distances = (at.energy - contour_energies) * zoom / max(length(at.gradient), 1e-20);
  float line = 0.0;
  for (int k = 0; k < 4; ++k) line = max(line, stroke(distances[k], contour_width));
  return mix(ground, line_colour, 0.55 * line);
}

vec3 curve_picture(Evaluation at, float y) {
  float height = peak_height * exp(min(peak - at.energy, 0.0));
  float slope = -at.gradient.x * height;
  float above = (y - baseline - height) * zoom / sqrt(1.0 + slope * slope);
  float ground_line = (y - baseline) * zoom;
  float inside = clamp(0.5 - above, 0.0, 1.0) * clamp(0.5 + ground_line, 0.0, 1.0);
  vec3 under = mix(density_low, density_high, 0.35 + 0.4 * clamp((y - baseline) / peak_height, 0.0, 1.0));
  vec3 result = mix(density_low, under, inside);
  result = mix(result, line_colour, 0.45 * stroke(ground_line, scale));
  return mix(result, line_colour, stroke(above, curve_width));
}

/// Energy and its gradient in the plane as drawn.
Evaluation evaluate_ground(vec2 x) {
  if (ground == 0) return evaluate(vec2(x.x, DIM == 1 ? 0.0 : x.y), load_target());
  vec2 own = vec2(x.x, x.y / stretch);
  vec2 z = (own - distribution_mean) / distribution_sd;
  Evaluation at = Evaluation(0.5 * dot(z, z), z / (distribution_sd * vec2(1.0, stretch)));
  if (ground == 1) {
    at = evaluate(vec2(own.x, 0.0), load_target());
    at.energy += 0.5 * own.y * own.y;
    at.gradient.y = own.y / stretch;
  }
  if (ground == 3) at.energy = 1e30;
  return at;
}

void main() {
  vec2 x = to_plane(gl_FragCoord.xy);
  Evaluation at = evaluate_ground(x);
  if (!finite(at.energy)) at.energy = 1e30;
  vec3 shade = line == 1 ? curve_picture(at, x.y) : map_colour(at);
  colour = vec4(shade + noise(gl_FragCoord.xy) / 255.0, 1.0);
}
