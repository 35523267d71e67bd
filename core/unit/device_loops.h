#pragma once

#include <cstdint>

namespace ergo {

/// A target whose device text loops, as over data. Software OpenGL (llvmpipe) ends a kernel's loops, without a word, after
/// 65535 iterations of all its loops together; the backend keeps below.
class LoopsOnDevice {
 public:
  virtual ~LoopsOnDevice() = default;
  virtual std::uint64_t loops_of_evaluation() const = 0;           ///< iterations of one evaluation
  virtual std::uint64_t loops_of_minibatch() const { return 0; }  ///< of one minibatch_noise()
};

}  // namespace ergo
