#include "core/live/machine.h"

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/lanes/simd_backend.h"
#include "core/raster/software_scene.h"
#if defined(ERGO_GL)
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/gl_picture/gl_scene.h"
#endif

namespace ergo {

std::vector<std::string> renderer_names() { return {"auto", "gl", "software"}; }

Renderer renderer_named(const std::string& name, const std::string& where) {
  const std::vector<std::string> names = renderer_names();
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return static_cast<Renderer>(k);
  throw Error("unknown renderer", name, legal_words(name, names), where);
}

Machine::Machine(Choice choice) : choice_(std::move(choice)) {
  if (!choice_.shaders) choice_.shaders = std::make_shared<ShaderLibrary>();
}

Machine::~Machine() = default;

#if defined(ERGO_GL)

void Machine::make_current() {
  if (choice_.make_current) return choice_.make_current();
  if (!context_) context_ = std::make_shared<OffscreenContext>(choice_.gl_device);
  context_->make_current();
}

bool Machine::has_graphics_card() {
  const bool ours = !choice_.make_current && choice_.gl_device < 0;
  if (ours && !may_have_graphics_card()) return false;
  return has_gl() && !gl_is_software();
}

bool Machine::has_gl() {
  try {
    make_current();
    return true;
  } catch (const Error& error) {
    if (error.blame == Blame::user) throw;
    return false;
  }
}

std::unique_ptr<Backend> Machine::make_gl_backend() {
  make_current();
  return std::make_unique<GlBackend>(choice_.shaders);
}

SceneFactory Machine::scenes() { return renderer() == Renderer::gl ? gl_scenes(choice_.shaders) : software_scenes(); }

#else

void Machine::make_current() {
  throw machine_error("this program was built without OpenGL", "", "backend=simd, backend=cpu, --renderer software");
}

bool Machine::has_graphics_card() { return false; }

bool Machine::has_gl() { return false; }

std::unique_ptr<Backend> Machine::make_gl_backend() {
  make_current();
  return {};
}

SceneFactory Machine::scenes() {
  renderer();
  return software_scenes();
}

#endif

Renderer Machine::renderer() {
  if (choice_.renderer == Renderer::automatic) return has_graphics_card() ? Renderer::gl : Renderer::software;
  if (choice_.renderer == Renderer::gl) make_current();
  return choice_.renderer;
}

std::unique_ptr<Backend> Machine::make(BackendKind kind) {
  if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
  if (kind == BackendKind::simd) return std::make_unique<SimdBackend>();
  // Four lanes are slower than the vectors of software OpenGL (tests/bench/bench_lanes).
  const bool few_lanes = lanes::lane_sets().front().kernels->width < 8;
  const bool leaves_gl = choice_.renderer == Renderer::software;
  if (kind == BackendKind::automatic && (leaves_gl || (!has_graphics_card() && !(few_lanes && has_gl()))))
    return std::make_unique<SimdBackend>();
  return make_gl_backend();
}

Comparison Machine::begin(const std::vector<PresetSession>& runs, Pace pace) {
  Comparison::Sessions sessions;
  // Checkpoints serve going back, which no command does.
  for (const PresetSession& run : runs)
    sessions.push_back(std::make_unique<Session>(run.config, backends(), run.journal, 0));
  return Comparison(std::move(sessions), pace);
}

BackendFactory Machine::backends() {
  return [this](BackendKind kind) { return make(kind); };
}

}  // namespace ergo
