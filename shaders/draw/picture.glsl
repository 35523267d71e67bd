// The plane in pixels; row 0 is the lowest.
uniform vec2 size;    // of the picture, pixels
uniform vec2 centre;  // of the picture, plane
uniform float zoom;   // pixels per unit of the plane
uniform float scale;  // physical pixels per logical pixel

uniform float spread;   // side of the square around a site over which its chains are spread; 0 in the plane
uniform float stretch;  // a place of the plane is (first, stretch * second) of the numbers shown

// Targets of dim 1 have no y: their density stands as a curve on `baseline`, their chains lie in a strip.
uniform int line;
uniform float baseline, peak_height;  // plane
uniform vec2 strip;                   // lowest and highest y of the chains

// Passes over the picture leave out the tiles on which nothing was drawn.
uniform int tile_bits;  // their side is 2^tile_bits pixels
int tile_columns() { return ((int(size.x) - 1) >> tile_bits) + 1; }

vec2 to_pixel(vec2 x) { return 0.5 * size + zoom * (x - centre); }
vec2 to_plane(vec2 pixel) { return centre + (pixel - 0.5 * size) / zoom; }

float fraction(uint bits) { return float(bits >> 8) / 16777216.0; }

// Weyl sequences spread chains of dim 1 over the strip, by the golden section, and those on one site over its square.
vec2 shown(vec2 x, uint chain) {
  if (line == 1) return vec2(x.x, mix(strip.x, strip.y, fraction(chain * 2654435769u)));
  vec2 place = vec2(fraction(chain * 3242174889u), fraction(chain * 2447445414u)) - 0.5;
  return vec2(x.x, stretch * x.y) + spread * place;
}

// By the bits: compilers may take floats to be finite.
bool finite(float x) { return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u; }
bool finite(vec2 x) { return finite(x.x) && finite(x.y); }
