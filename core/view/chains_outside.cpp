#include "core/view/chains_outside.h"

namespace ergo {

ChainsOutside chains_outside(std::span<const Position> positions, int dim, const View& view, const Box& visible) {
  const Position low = to_plane(view, view.scale * Position{visible.left, visible.bottom}),
                 high = to_plane(view, view.scale * Position{visible.right, visible.top});
  ChainsOutside outside;
  for (const Position& x : positions) {
    if (x.x < low.x)
      ++outside.left;
    else if (x.x > high.x)
      ++outside.right;
    else if (dim > 1 && x.y > high.y)
      ++outside.above;
    else if (dim > 1 && x.y < low.y)
      ++outside.below;
  }
  return outside;
}

}  // namespace ergo
