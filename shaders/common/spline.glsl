// An energy as a bicubic spline on a grid: core/spline/spline.cpp has the equations. target_data holds, from SPLINE_AT
// on, for x and for y fraction, cells per unit of length, shift, number of cells and a cell's size over the parabola's
// length beyond the edge; then the coefficients by rows, three more than cells along each axis.

const int Y_AXIS_AT = SPLINE_AT + 5;
const int COEFFICIENTS_AT = SPLINE_AT + 10;

struct AxisPlace {
  int cell;
  float w0, w1, w2, w3;  // weights
  float q0, q1, q2;      // of the differences of neighbours
  float beyond;          // (x - nearest)/s
};

// `precise` keeps the order of these sums: a driver that changed it was seen to place points wrongly in the longest
// kernels.
AxisPlace place_on(int axis, float x) {
  precise float v = x * target_data[axis + 1] - target_data[axis];
  precise float whole = floor(v);
  precise float at = whole + target_data[axis + 2];
  float cells = target_data[axis + 3];
  float cell = clamp(at, 0.0, cells - 1.0);
  precise float ahead = (v - whole) + (at - cell);
  precise float t = clamp(ahead, 0.0, 1.0);
  float r = 1.0 - t;
  AxisPlace place;
  place.cell = max(min(int(cell), int(cells) - 1), 0);  // where x is no number, too
  place.w0 = r * r * r / 6.0;
  place.w1 = (4.0 - 3.0 * t * t * (1.0 + r)) / 6.0;
  place.w2 = (4.0 - 3.0 * r * r * (1.0 + t)) / 6.0;
  place.w3 = t * t * t / 6.0;
  place.q0 = 0.5 * r * r;
  place.q1 = 0.5 + t * r;
  place.q2 = 0.5 * t * t;
  place.beyond = (ahead - t) * target_data[axis + 4];
  return place;
}

struct FourCoefficients {
  float c0, c1, c2, c3;
};

FourCoefficients coefficients_from(int first) {
  return FourCoefficients(target_data[first], target_data[first + 1], target_data[first + 2], target_data[first + 3]);
}

/// The sum along a row of coefficients, and its slope per cell.
vec2 along_row(FourCoefficients c, AxisPlace place) {
  return vec2((place.w0 * c.c0 + place.w1 * c.c1) + (place.w2 * c.c2 + place.w3 * c.c3),
              place.q0 * (c.c1 - c.c0) + place.q1 * (c.c2 - c.c1) + place.q2 * (c.c3 - c.c2));
}

/// The sum along a row less that along another. Differences come before sums: where E is nearly flat, sums have no
/// digits left.
float difference(FourCoefficients up, FourCoefficients c, AxisPlace place) {
  return (place.w0 * (up.c0 - c.c0) + place.w1 * (up.c1 - c.c1)) +
         (place.w2 * (up.c2 - c.c2) + place.w3 * (up.c3 - c.c3));
}

Evaluation evaluate(vec2 x, TargetParameters t) {
  AxisPlace at_x = place_on(SPLINE_AT, x.x);
  AxisPlace at_y = place_on(Y_AXIS_AT, x.y);
  int row = int(target_data[SPLINE_AT + 3]) + 3;
  int first = COEFFICIENTS_AT + at_y.cell * row + at_x.cell;
  FourCoefficients c0 = coefficients_from(first);
  FourCoefficients c1 = coefficients_from(first + row);
  FourCoefficients c2 = coefficients_from(first + 2 * row);
  FourCoefficients c3 = coefficients_from(first + 3 * row);
  vec2 sum = (at_y.w0 * along_row(c0, at_x) + at_y.w1 * along_row(c1, at_x)) +
             (at_y.w2 * along_row(c2, at_x) + at_y.w3 * along_row(c3, at_x));
  float slope_y = at_y.q0 * difference(c1, c0, at_x) + at_y.q1 * difference(c2, c1, at_x) +
                  at_y.q2 * difference(c3, c2, at_x);
  return Evaluation(sum.x + 0.5 * (at_x.beyond * at_x.beyond + at_y.beyond * at_y.beyond),
                    vec2(target_data[SPLINE_AT + 1] * (sum.y + at_x.beyond * target_data[SPLINE_AT + 4]),
                         target_data[Y_AXIS_AT + 1] * (slope_y + at_y.beyond * target_data[Y_AXIS_AT + 4])));
}
