// With cells of size 1/m, u = m (x - low), cell i and t = u - i:
//   E = sum_kl w_k(t_x) w_l(t_y) c_(i+k, j+l),   w = ((1-t)^3, 4 - 6 t^2 + 3 t^3, 4 - 6 (1-t)^2 + 3 (1-t)^3, t^3)/6,
//   dE/dx = m_x sum_kl q_k(t_x) w_l(t_y) (c_(i+k+1, j+l) - c_(i+k, j+l)),   q = ((1-t)^2, 1 + 2 t (1-t), t^2)/2,
// and dE/dy likewise. u is computed as
// v + shift with v = m x - fraction and a whole shift, so that t loses no digits where |x| is small.
// At a node E = (c_(i-1) + 4 c_i + c_(i+1))/6 along each axis, which is solved for c with c_(-1) = c_1 at both ends.
#include "core/spline/spline.h"

#include <algorithm>
#include <cmath>

#include "core/maths/wide.h"

namespace ergo {
namespace {

using SplineAxis = Spline::SplineAxis;

constexpr double reaches_a_side = 64, sixth = 1.0 / 6;

struct AxisPlace {
  std::size_t cell = 0;
  std::array<double, 4> weight;
  std::array<double, 3> slope;  ///< weights of the differences of neighbours
  double beyond = 0;            ///< (x - nearest)/s
};

AxisPlace place_on(const SplineAxis& axis, double x) {
  const double v = x * axis.per_unit - axis.fraction, whole = std::floor(v), at = whole + axis.shift;
  const double cell = at > 0 ? std::min(at, axis.cells - 1.0) : 0.0;  // 0 for what is no number
  const double ahead = (v - whole) + (at - cell);
  const double t = ahead > 0 ? std::min(ahead, 1.0) : 0.0, r = 1 - t;
  return {
      static_cast<std::size_t>(cell),
      {sixth * (r * r * r), sixth * (4 - 3 * t * t * (1 + r)), sixth * (4 - 3 * r * r * (1 + t)), sixth * (t * t * t)},
      {0.5 * (r * r), 0.5 + t * r, 0.5 * (t * t)},
      (ahead - t) * axis.reaches_a_cell};
}

/// Solves (c_(i-1) + 4 c_i + c_(i+1))/6 = value_i, i = 0 .. n - 1, with c mirrored at both ends, and sets c_(-1) ..
/// c_n. `line` holds n + 2 numbers, of which the values are those between the ends.
void solve(std::span<double> line) {
  const std::size_t n = line.size() - 2;
  std::vector<double> above(n);  // of the eliminated system c_i + above_i c_(i+1) = line_i
  const std::span<double> c = line.subspan(1, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double left = i == 0 ? 0 : i + 1 == n ? 2 : 1, right = i == 0 ? 2 : 1;
    const double pivot = 4 - (i > 0 ? left * above[i - 1] : 0);
    above[i] = right / pivot;
    c[i] = (6 * c[i] - (i > 0 ? left * c[i - 1] : 0)) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 0;) c[i] -= above[i] * c[i + 1];
  line.front() = c[1];
  line.back() = c[n - 2];
}

SplineAxis spline_axis(double low, double high, int nodes) {
  const double per_unit = (nodes - 1) / (high - low), lowest = low * per_unit, whole = std::floor(lowest);
  return {lowest - whole, per_unit, -whole, nodes - 1, reaches_a_side / (nodes - 1)};
}

/// Row by row of what is summed along x.
ERGO_WIDE_TO_256 void sum_energies(const SplineAxis& x_axis, const SplineAxis& y_axis, const double* coefficients,
                                   const double* x, const double* y, double* energy, std::size_t count) {
  const std::size_t row = x_axis.coefficients();
  for (std::size_t i = 0; i < count; ++i) {
    const AxisPlace at_x = place_on(x_axis, x[i]), at_y = place_on(y_axis, y[i]);
    const double* c = coefficients + at_y.cell * row + at_x.cell;
    double sum = 0;
    for (std::size_t l = 0; l < 4; ++l, c += row)
      sum += at_y.weight[l] *
             ((at_x.weight[0] * c[0] + at_x.weight[1] * c[1]) + (at_x.weight[2] * c[2] + at_x.weight[3] * c[3]));
    energy[i] = sum + (at_x.beyond * at_x.beyond + at_y.beyond * at_y.beyond) / 2;
  }
}

}  // namespace

bool EnergyGrid::operator==(const EnergyGrid& other) const {
  return window.low == other.window.low && window.high == other.window.high && columns == other.columns &&
         rows == other.rows && energy == other.energy;
}

Spline::Spline(const EnergyGrid& grid)
    : x_(spline_axis(grid.window.low.x, grid.window.high.x, grid.columns)),
      y_(spline_axis(grid.window.low.y, grid.window.high.y, grid.rows)),
      coefficients_(x_.coefficients() * y_.coefficients()) {
  const std::size_t row = x_.coefficients(), rows = y_.coefficients();
  const auto columns = static_cast<std::size_t>(grid.columns);
  for (std::size_t j = 0; j + 2 < rows; ++j) {
    const std::span<double> line = std::span(coefficients_).subspan((j + 1) * row, row);
    std::copy_n(grid.energy.begin() + static_cast<std::ptrdiff_t>(j * columns), columns, line.begin() + 1);
    solve(line);
  }
  std::vector<double> line(rows);
  for (std::size_t i = 0; i < row; ++i) {
    for (std::size_t j = 1; j + 1 < rows; ++j) line[j] = coefficients_[j * row + i];
    solve(line);
    for (std::size_t j = 0; j < rows; ++j) coefficients_[j * row + i] = line[j];
  }
}

Evaluation Spline::operator()(Position x) const {
  const AxisPlace at_x = place_on(x_, x.x), at_y = place_on(y_, x.y);
  const std::size_t row = x_.coefficients();
  const double* c = coefficients_.data() + at_y.cell * row + at_x.cell;
  const auto& w = at_x.weight;
  const auto& q = at_x.slope;
  double energy = 0, slope_x = 0, slope_y = 0;
  for (std::size_t l = 0; l < 4; ++l, c += row) {
    energy += at_y.weight[l] * ((w[0] * c[0] + w[1] * c[1]) + (w[2] * c[2] + w[3] * c[3]));
    slope_x += at_y.weight[l] * (q[0] * (c[1] - c[0]) + q[1] * (c[2] - c[1]) + q[2] * (c[3] - c[2]));
    if (l == 3) break;
    const double* up = c + row;  // differences come before sums: where E is nearly flat, sums have no digits left
    slope_y += at_y.slope[l] *
               ((w[0] * (up[0] - c[0]) + w[1] * (up[1] - c[1])) + (w[2] * (up[2] - c[2]) + w[3] * (up[3] - c[3])));
  }
  return {energy + (at_x.beyond * at_x.beyond + at_y.beyond * at_y.beyond) / 2,
          {x_.per_unit * (slope_x + at_x.beyond * x_.reaches_a_cell),
           y_.per_unit * (slope_y + at_y.beyond * y_.reaches_a_cell)}};
}

void Spline::energies(std::span<const double> x, std::span<const double> y, std::span<double> energy) const {
  sum_energies(x_, y_, coefficients_.data(), x.data(), y.data(), energy.data(), energy.size());
}

Spline Spline::in_single_precision() const {
  Spline rounded = *this;
  for (double& c : rounded.coefficients_) c = static_cast<float>(c);
  return rounded;
}

std::vector<double> Spline::device_numbers() const {
  std::vector<double> numbers;
  for (const SplineAxis& axis : {x_, y_})
    numbers.insert(numbers.end(), {axis.fraction, axis.per_unit, axis.shift, static_cast<double>(axis.cells), axis.reaches_a_cell});
  numbers.insert(numbers.end(), coefficients_.begin(), coefficients_.end());
  return numbers;
}

}  // namespace ergo
