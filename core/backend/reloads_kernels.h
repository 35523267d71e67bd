#pragma once

namespace ergo {

/// What a backend offers whose kernels are compiled while it runs.
class ReloadsKernels {
 public:
  virtual ~ReloadsKernels() = default;
  /// Builds the kernels in use from their text as it is now. Throws Error with file and line of what does not compile;
  /// what runs then stays.
  virtual void reload() = 0;
};

}  // namespace ergo
