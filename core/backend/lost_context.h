#pragma once

#include "core/base/error.h"

namespace ergo {

/// The device has reset the context that chains and pictures live in: nothing in it can be trusted or mended.
struct LostContext : Error {
  LostContext()
      : Error("the graphics device was reset and the context is lost", "", "", "OpenGL", Blame::machine) {}
};

}  // namespace ergo
