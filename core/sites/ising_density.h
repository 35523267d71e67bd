#pragma once

#include <cstdint>

#include "core/sites/ising_transfer.h"

namespace ergo {

/// How many configurations of spins on a grid have so many spins up and so many pairs of unlike neighbours:
/// with it Z at every coupling and field is a sum of few terms.
class IsingDensity {
 public:
  /// By the transfer matrix along the rows, in whole numbers. Throws Error for more than 6 columns or 8 rows.
  IsingDensity(int rows, int columns, bool torus);

  int sites() const { return rows_ * columns_; }
  int edges() const { return edges_; }
  /// 0 <= up <= sites(), 0 <= unlike <= edges().
  std::uint64_t count(int up, int unlike) const {
    return counts_[static_cast<std::size_t>(up) * static_cast<std::size_t>(edges_ + 1) +
                   static_cast<std::size_t>(unlike)];
  }

  /// log p = J (edges - 2 unlike) + h (2 up - sites) + const.
  IsingSums sums(double coupling, double field) const;

 private:
  int rows_, columns_, edges_;
  std::vector<std::uint64_t> counts_;  ///< [sites + 1, edges + 1]
};

}  // namespace ergo
