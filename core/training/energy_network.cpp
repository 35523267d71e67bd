#include "core/training/energy_network.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/maths/elementary.h"
#include "core/maths/wide.h"
#include "core/random/draws.h"

namespace ergo {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Eigen::MatrixXd, Eigen::VectorXd, Eigen::RowVectorXd;

constexpr double first_scale = 4;
constexpr std::size_t least_block = 128, most_blocks = 64;  // of points
constexpr std::size_t most_at_a_time = 1024;                // points whose units stand in memory

/// The parts of a row of weights, or of as many derivatives.
template <class Number, class Matrix, class Vector>
struct Layers {
  Layers(const NetworkShape& shape, Number* row)
      : w1(row, shape.first, 2),
        b1(w1.data() + w1.size(), shape.first),
        w2(b1.data() + b1.size(), shape.second, shape.first),
        b2(w2.data() + w2.size(), shape.second),
        w3(b2.data() + b2.size(), shape.second),
        b3(*(w3.data() + w3.size())) {}
  Eigen::Map<Matrix> w1;
  Eigen::Map<Vector> b1;
  Eigen::Map<Matrix> w2;
  Eigen::Map<Vector> b2, w3;
  Number& b3;
};
using Weights = Layers<const double, const RowMatrix, const VectorXd>;
using Derivatives = Layers<double, RowMatrix, VectorXd>;

/// a becomes s(a) and `slope` s'(a).
ERGO_WIDE void activate(double* a, double* slope, std::size_t count) {
  constexpr double least = -700;  // exp(700) is finite
  ERGO_INDEPENDENT
  for (std::size_t i = 0; i < count; ++i) {
    const double input = a[i];
    const double sigmoid = 1 / (1 + maths::exp_in_packs(input < least ? -least : -input));
    a[i] = input * sigmoid;
    slope[i] = sigmoid * (1 + input * (1 - sigmoid));
  }
}

/// What the layers make of a block of points, [unit, point].
struct Pass {
  MatrixXd z, first, first_slope, second, second_slope;
  RowVectorXd energy;
  MatrixXd to_second, to_first;  ///< dE/d(input of a layer)

  void forward(const NetworkShape& shape, const Weights& w, std::span<const Position> x) {
    const auto points = static_cast<Eigen::Index>(x.size());
    z.resize(2, points);
    for (Eigen::Index i = 0; i < points; ++i) {
      const Position at = x[static_cast<std::size_t>(i)] - shape.centre;
      z(0, i) = at.x / shape.scale.x;
      z(1, i) = at.y / shape.scale.y;
    }
    layer(w.w1, w.b1, z, first, first_slope);
    layer(w.w2, w.b2, first, second, second_slope);
    energy.noalias() = w.w3.transpose() * second;
    energy.array() += w.b3;
  }

  /// After forward(), with a factor for each point.
  void backward(const Weights& w, const RowVectorXd& factor) {
    to_second.noalias() = w.w3 * factor;
    to_second.array() *= second_slope.array();
    to_first.noalias() = w.w2.transpose() * to_second;
    to_first.array() *= first_slope.array();
  }

 private:
  template <class Matrix, class Vector>
  static void layer(const Matrix& w, const Vector& b, const MatrixXd& input, MatrixXd& output,
                    MatrixXd& slope) {
    output.noalias() = w * input;
    output.colwise() += b;
    slope.resize(output.rows(), output.cols());
    activate(output.data(), slope.data(), static_cast<std::size_t>(output.size()));
  }
};

/// Calls body(block, points of it) for every block.
template <class Body>
void for_point_blocks(std::span<const Position> x, ThreadPool& pool, std::size_t block, const Body& body) {
  pool.for_blocks((x.size() + block - 1) / block, [&](std::size_t first, std::size_t end) {
    Pass pass;
    for (std::size_t b = first; b < end; ++b)
      body(pass, b, x.subspan(b * block, std::min(block, x.size() - b * block)));
  });
}

}  // namespace

std::size_t NetworkShape::weights() const {
  const auto m = static_cast<std::size_t>(first), n = static_cast<std::size_t>(second);
  return 3 * m + n * m + 2 * n + 1;
}

EnergyNetwork::EnergyNetwork(const NetworkShape& shape, std::uint64_t seed)
    : EnergyNetwork(shape, std::vector<double>(shape.weights())) {
  Derivatives w(shape, weights_.data());
  const auto fill = [&](auto& part, double sd) {
    for (Eigen::Index i = 0; i < part.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(part.data() + i - weights_.data());
      part.data()[i] = sd * Draws(seed, Purpose::data, number, 0, 1)(0).normal_x;
    }
  };
  fill(w.w1, first_scale);
  fill(w.b1, first_scale);
  fill(w.w2, 1 / std::sqrt(shape.first));
  fill(w.w3, 1 / std::sqrt(shape.second));
}

EnergyNetwork::EnergyNetwork(const NetworkShape& shape, std::vector<double> weights)
    : shape_(shape), weights_(std::move(weights)) {}

/// W1 z + b1 is the same at every x, as z' = (x - centre')/scale' is z = (scale' z' + centre' - centre)/scale.
EnergyNetwork EnergyNetwork::in(Position centre, Position scale) const {
  EnergyNetwork moved(shape_, weights_);
  moved.shape_.centre = centre;
  moved.shape_.scale = scale;
  const Eigen::Vector2d shift((centre.x - shape_.centre.x) / shape_.scale.x,
                              (centre.y - shape_.centre.y) / shape_.scale.y);
  Derivatives w(shape_, moved.weights_.data());
  w.b1 += w.w1 * shift;
  w.w1.col(0) *= scale.x / shape_.scale.x;
  w.w1.col(1) *= scale.y / shape_.scale.y;
  return moved;
}

Evaluation EnergyNetwork::operator()(Position x) const {
  const Weights w(shape_, weights_.data());
  Pass pass;
  pass.forward(shape_, w, {&x, 1});
  pass.backward(w, RowVectorXd::Ones(1));
  const Eigen::Vector2d slope = w.w1.transpose() * pass.to_first.col(0);
  return {pass.energy[0], {slope[0] / shape_.scale.x, slope[1] / shape_.scale.y}};
}

void EnergyNetwork::energies(std::span<const Position> x, std::span<double> energy, ThreadPool& pool) const {
  const Weights w(shape_, weights_.data());
  for_point_blocks(x, pool, least_block,
                   [&](Pass& pass, std::size_t block, std::span<const Position> points) {
                     pass.forward(shape_, w, points);
                     std::copy_n(pass.energy.data(), points.size(),
                                 energy.begin() + static_cast<std::ptrdiff_t>(block * least_block));
                   });
}

std::vector<double> EnergyNetwork::weight_gradient(std::span<const Position> x,
                                                   const std::function<double(double)>& factor,
                                                   ThreadPool& pool) const {
  const Weights w(shape_, weights_.data());
  const std::size_t block = std::max(least_block, (x.size() + most_blocks - 1) / most_blocks);
  std::vector<std::vector<double>> of_blocks((x.size() + block - 1) / block);
  for_point_blocks(x, pool, block, [&](Pass& pass, std::size_t number, std::span<const Position> points) {
    of_blocks[number].resize(weights_.size());
    Derivatives sum(shape_, of_blocks[number].data());
    for (std::size_t from = 0; from < points.size(); from += most_at_a_time) {
      const auto part = points.subspan(from, std::min(most_at_a_time, points.size() - from));
      pass.forward(shape_, w, part);
      const RowVectorXd factors = pass.energy.unaryExpr(factor);
      pass.backward(w, factors);
      sum.w1.noalias() += pass.to_first * pass.z.transpose();
      sum.b1 += pass.to_first.rowwise().sum();
      sum.w2.noalias() += pass.to_second * pass.first.transpose();
      sum.b2 += pass.to_second.rowwise().sum();
      sum.w3.noalias() += pass.second * factors.transpose();
      sum.b3 += factors.sum();
    }
  });
  std::vector<double> sum(weights_.size());
  for (const std::vector<double>& part : of_blocks)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
  return sum;
}

}  // namespace ergo
