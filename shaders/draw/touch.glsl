// Notes the frame in the tiles that chains and ink are drawn on.
layout(std430, binding = 7) buffer Touched { uint last[]; };

uniform uint frame;

const int CHAINS = 0;
const int INK_OF_TRAILS = 1;

int tile_of(ivec2 pixel) { return (pixel.y >> tile_bits) * tile_columns() + (pixel.x >> tile_bits); }

// Chains and threads of a frame write the same number.
void touch(int tile, int what) { last[2 * tile + what] = frame; }
