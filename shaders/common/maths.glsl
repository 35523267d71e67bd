// Functions that GLSL lacks or leaves inaccurate; relative errors of a few 2^-24 given correctly rounded + - * /.
// Where lanes run in lockstep a branch costs both its sides and the merging: hence selects.
// The polynomials are minimax fits of relative error below 2e-8.

/// e^x - 1, through e^x - 1 = m (m + 2) with m = e^{x/2} - 1.
float expm1(float x) {
  float y = 0.5 * x;
  float m = y + y * y * (0.5 + y * (0.166665375 + y * (0.0416662656 + y * (0.0083672395 + y * 0.00139475847))));
  return abs(x) > 0.7 ? exp(x) - 1.0 : m * (m + 2.0);
}

/// log y, given also less = 1 - y, to relative accuracy near y = 1, where GLSL's log loses it:
/// log y = 2 artanh(s), s = (y - 1)/(y + 1).
float log_near_one(float y, float less) {
  float s = less / (less - 2.0);
  float z = s * s;
  float near = 2.0 * s * (1.0 + z * (0.333333969 + z * (0.199875161 + z * 0.149716422)));
  return less > 0.29 || less < -0.42 ? log(y) : near;
}

/// log(1 + x)
float log1p(float x) { return log_near_one(1.0 + x, -x); }

/// (cos, sin) of 2 pi turns, 0 <= turns <= 1: exact reduction to an eighth of a turn.
vec2 unit_circle(float turns) {
  float quarters = floor(4.0 * turns + 0.5);
  float angle = 6.28318531 * (turns - 0.25 * quarters);
  float z = angle * angle;
  float c = 1.0 - 0.5 * z + z * z * (0.0416666456 + z * (-0.00138873677 + z * 2.44384519e-5));
  float s = angle + angle * z * (-0.166666552 + z * (0.00833217800 + z * -0.000195172994));
  int quarter = int(quarters);
  vec2 turned = (quarter & 1) != 0 ? vec2(-s, c) : vec2(c, s);
  return (quarter & 2) != 0 ? -turned : turned;
}
