#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/unit/target.h"

namespace ergo {

/// Units of the two hidden layers, and the coordinates that the first one sees: z = (x - centre)/scale.
struct NetworkShape {
  int first = 64, second = 64;
  Position centre = {}, scale = {1, 1};

  std::size_t weights() const;  ///< their number
};

/// An energy of the plane, in double,
///   E(x) = b3 + w3.s(b2 + W2 s(b1 + W1 z)),   s(a) = a/(1 + e^-a)
/// (SiLU: Elfwing, Uchibe & Doya, Neural Networks 107 (2018) 3). The weights stand in one row: W1 [first, 2],
/// b1 [first], W2 [second, first], b2 [second], w3 [second], b3, matrices by rows. Sums are over blocks of
/// points that depend on their number alone, so that results are the same to the bit for any number of
/// threads.
class EnergyNetwork {
 public:
  /// W1 and b1 begin as N(0, 16), so that units bend sharply, and all over -1 < z < 1: weights of size 1
  /// learned eight modes on a ring as one ring. W2 and w3 begin as N(0, 1/inputs), b2 and b3 as 0.
  EnergyNetwork(const NetworkShape& shape, std::uint64_t seed);
  /// As many weights as the shape has.
  EnergyNetwork(const NetworkShape& shape, std::vector<double> weights);

  Evaluation operator()(Position x) const;
  /// E at many points: x and energy have an element for each.
  void energies(std::span<const Position> x, std::span<double> energy, ThreadPool& pool) const;
  /// sum_i factor(E(x_i)) dE(x_i)/dw, one number for each weight. `factor` is called by several threads.
  std::vector<double> weight_gradient(std::span<const Position> x,
                                      const std::function<double(double energy)>& factor,
                                      ThreadPool& pool) const;

  /// The same energy by weights for other coordinates z.
  EnergyNetwork in(Position centre, Position scale) const;

  const NetworkShape& shape() const { return shape_; }
  const std::vector<double>& weights() const { return weights_; }
  std::vector<double>& weights() { return weights_; }

 private:
  NetworkShape shape_;
  std::vector<double> weights_;
};

}  // namespace ergo
