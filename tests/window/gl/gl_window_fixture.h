#pragma once

#include "tests/window/window_fixture.h"

namespace ergo {

/// A window that OpenGL draws and whose runs it steps.
class GlWindowTest : public WindowTest {
 protected:
  GlWindowTest() : WindowTest(by_gl({})) {}
  static WindowOptions by_gl(WindowOptions options) {
    if (options.preset.title.empty()) options.preset = load_preset("default");
    options.preset.config.backend = BackendKind::gpu;
    options.renderer = Renderer::gl;
    return options;
  }
};

}  // namespace ergo
