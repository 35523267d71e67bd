// A picture's energy on a grid. target_data begins with the values of file, text, floor and invert.
const int SPLINE_AT = 4;
#include "common/spline.glsl"
