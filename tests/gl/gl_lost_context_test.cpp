// A device that was reset, as the driver tells of it: whoever steps, reads or draws says so.
#include <epoxy/gl.h>

#include <memory>

#include "core/base/error.h"
#include "core/gl/gl_backend.h"
#include "core/gl_picture/gl_scene.h"
#include "tests/gl/gl_fixture.h"
#include "tests/gl/lost_context.h"

namespace ergo::gl_lost_context_test {
namespace {

using LostContextTest = GlTest;

Session session_of(const RunConfig& config) {
  return Session(config, [](BackendKind) { return std::make_unique<GlBackend>(); });
}

TEST_F(LostContextTest, IsNoticedByStepsThatDoNotFail) {
  Session session = session_of(pair_config("gaussian", "ula", 100));
  session.advance(4);
  const DeviceReset reset;
  EXPECT_THROW(session.advance(4), LostContext);
}

TEST_F(LostContextTest, IsNoticedByReading) {
  Session session = session_of(pair_config("gaussian", "ula", 100));
  GlScene scene(std::make_shared<ShaderLibrary>());
  scene.draw(session, View{});
  const DeviceReset reset;
  EXPECT_THROW(session.read(), LostContext);
  EXPECT_THROW(scene.read(), LostContext);
}

// What a compiler says that has no device to compile for is not the shader's mistake.
TEST_F(LostContextTest, IsNotReportedAsAShaderError) {
  const KernelSource broken{"#version 430\nfloat broken = ;\n", {"broken.glsl"}};
  EXPECT_THROW(gl::Program{broken}, Error);
  take_gl_messages();
  const DeviceReset reset;
  try {
    gl::Program program(broken);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.blame, Blame::machine) << error.what();
  }
  take_gl_messages();
}

}  // namespace
}  // namespace ergo::gl_lost_context_test
