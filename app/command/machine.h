#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/gl/context.h"
#include "core/gl/kernel_source.h"
#include "core/run/comparison.h"
#include "core/settings/preset.h"

namespace ergo {

/// The devices and shaders of this process: an off-screen context, made when it is first needed, and shader text.
class Machine {
 public:
  /// `gl_device`: number of the EGL device, -1 for the first that works. `shaders`: a folder, or empty for
  /// the built-in text. Throws Error for a folder without shaders.
  explicit Machine(int gl_device = -1, const std::string& shaders = {});

  /// Makes backends. `automatic` is the GPU if there is one with OpenGL 4.3, else simd.
  BackendFactory factory();
  /// The runs at step 0.
  Comparison begin(const std::vector<PresetSession>& runs, Pace pace);
  /// The off-screen context. Throws Error (Blame::machine) if there is none.
  OffscreenContext& context();
  std::shared_ptr<ShaderLibrary> shaders() const { return shaders_; }

 private:
  std::unique_ptr<Backend> make(BackendKind kind);

  int gl_device_;
  std::shared_ptr<ShaderLibrary> shaders_;
  std::unique_ptr<OffscreenContext> context_;
};

}  // namespace ergo
