// An edit of a run that the graphics card cannot step.
#include <filesystem>
#include <fstream>

#include "core/gl/context.h"
#include "core/kernel_text/shader_library.h"
#include "tests/live/panes_fixture.h"

namespace ergo::broken_shader_test {
namespace {

/// A copy of the shaders in which ULA's does not compile.
std::filesystem::path broken_shaders() {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "broken_shaders";
  std::filesystem::remove_all(folder);
  std::filesystem::copy(ERGO_SOURCE_DIR "/shaders", folder, std::filesystem::copy_options::recursive);
  std::ofstream(folder / "samplers" / "ula.glsl", std::ios::app) << "no GLSL";
  return folder;
}

class BrokenShaderTest : public PanesTest {
 protected:
  BrokenShaderTest()
      : PanesTest({.renderer = Renderer::gl, .shaders = std::make_shared<ShaderLibrary>(broken_shaders().string())},
                  BackendKind::gpu) {}
};

// The first run has taken its part of the edit when the second one's shader turns out not to compile.
TEST_F(BrokenShaderTest, AnEditThatTheMachineCannotMakeIsTakenBack) {
  panes().add("mala");
  run_on(2);
  const auto before = states(panes());
  const auto configs = panes().configs();
  EXPECT_THROW(panes().assign({{"sessions.0.sampler.step_size", "0.05"}, {"sessions.1.sampler", "ula"}}), Error);
  take_gl_messages();  // some drivers report the broken shader too
  EXPECT_EQ(states(panes()), before);
  EXPECT_EQ(panes().configs(), configs);
  run_on(1);
}

}  // namespace
}  // namespace ergo::broken_shader_test
