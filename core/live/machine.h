#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/kernel_text/shader_library.h"
#include "core/picture/scene.h"
#include "core/run/comparison.h"
#include "core/settings/preset.h"

namespace ergo {

class OffscreenContext;

/// What draws. Automatic: OpenGL where a graphics card has it, else the processor.
enum class Renderer { automatic, gl, software };
/// auto, gl, software.
std::vector<std::string> renderer_names();
/// Throws Error naming `where`, the name and the legal ones.
Renderer renderer_named(const std::string& name, const std::string& where);

/// What steps and draws in one thread: backends and scenes, and the OpenGL context that they live in, if any.
class Machine {
 public:
  struct Choice {
    Renderer renderer = Renderer::automatic;
    int gl_device = -1;  ///< number of the EGL device; -1: the first that works
    std::shared_ptr<ShaderLibrary> shaders = {};  ///< none: the built-in ones
    /// Makes somebody else's context current; none: an off-screen context is made where one is needed.
    std::function<void()> make_current = {};
  };
  explicit Machine(Choice choice);
  ~Machine();
  Machine(const Machine&) = delete;

  /// Makes backends. `automatic` is the GPU if there is one with OpenGL 4.3 and the renderer is not to be software,
  /// else simd. Throws Error where OpenGL is asked for and there is none.
  BackendFactory backends();
  /// Makes scenes of the renderer.
  SceneFactory scenes();
  /// gl or software. Throws Error (Blame::machine) where OpenGL is asked for and there is none.
  Renderer renderer();
  /// The runs at step 0.
  Comparison begin(const std::vector<PresetSession>& runs, Pace pace);
  /// Makes the context current that backends and scenes of OpenGL live in. Throws Error (Blame::machine) if there is
  /// none.
  void make_current();
  const std::shared_ptr<ShaderLibrary>& shaders() const { return choice_.shaders; }

 private:
  std::unique_ptr<Backend> make(BackendKind kind);
  std::unique_ptr<Backend> make_gl_backend();
  bool has_graphics_card();
  bool has_gl();  ///< on the processor too

  Choice choice_;
  std::shared_ptr<OffscreenContext> context_;  ///< shared, as builds without OpenGL do not know the type
};

}  // namespace ergo
