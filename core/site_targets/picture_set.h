#pragma once

#include <string>
#include <vector>

#include "core/sites/site_target.h"

namespace ergo {

/// Different pictures of zeros and ones, all of one size, that a model learns: the distribution that is
/// uniform over them.
struct PictureSet {
  std::string id;
  int rows = 0, columns = 0;
  std::vector<Configuration> pictures;  ///< pixels by rows

  int pixels() const { return rows * columns; }
};

/// Names of the sets there are.
std::vector<std::string> picture_set_names();
/// Throws Error for an unknown name.
PictureSet picture_set(const std::string& id);

}  // namespace ergo
