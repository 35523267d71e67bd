// A painting's energy on a grid. target_data begins with the values of strokes and floor.
const int SPLINE_AT = 2;
#include "common/spline.glsl"
