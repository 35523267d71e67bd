// What steps and draws where nobody says.
#include "core/live/machine.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/lanes/lane_sets.h"

namespace ergo::machine_test {
namespace {

TEST(MachineTest, RenderersHaveNames) {
  for (const std::string& name : renderer_names())
    EXPECT_EQ(renderer_names()[static_cast<std::size_t>(renderer_named(name, ""))], name);
  try {
    renderer_named("vulkan", "--renderer");
    ADD_FAILURE() << "an unknown renderer is taken";
  } catch (const Error& error) {
    for (const char* word : {"'vulkan'", "auto, gl, software", "--renderer"})
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

// Without a graphics card vectors of 8 lanes step, and the processor draws; with one, OpenGL does both.
TEST(MachineTest, OneChoiceIsMadeForBoth) {
  Machine machine({});
  const BackendKind stepping = machine.backends()(BackendKind::automatic)->kind();
  const bool wide = lanes::lane_sets().front().kernels->width >= 8;
  if (machine.renderer() == Renderer::gl) {
    EXPECT_EQ(stepping, BackendKind::gpu);
  } else if (wide) {
    EXPECT_EQ(stepping, BackendKind::simd);
  }
  EXPECT_EQ(machine.scenes()()->drawn().framebuffer == 0, machine.renderer() == Renderer::software);
}

TEST(MachineTest, WhatIsAskedForIsTaken) {
  Machine machine({.renderer = Renderer::software});
  EXPECT_EQ(machine.renderer(), Renderer::software);
  EXPECT_EQ(machine.backends()(BackendKind::cpu)->kind(), BackendKind::cpu);
  EXPECT_EQ(machine.backends()(BackendKind::simd)->kind(), BackendKind::simd);
  EXPECT_EQ(machine.backends()(BackendKind::automatic)->kind(), BackendKind::simd);
#if !defined(ERGO_GL)
  EXPECT_THROW(machine.backends()(BackendKind::gpu), Error);
  EXPECT_THROW(Machine({.renderer = Renderer::gl}).renderer(), Error);
#endif
}

}  // namespace
}  // namespace ergo::machine_test
