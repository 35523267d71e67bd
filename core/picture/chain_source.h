#pragma once

#include "core/gl/gl_backend.h"
#include "core/gl/objects.h"
#include "core/run/session.h"

namespace ergo {

/// A run's chains on the device: the backend's own buffers, or a copy where it keeps them elsewhere.
class ChainSource {
 public:
  /// The chains as they are now. The buffers are valid until the session changes.
  ChainBuffers update(Session& session);
  /// A copy of these, which are of the session's run.
  ChainBuffers copy(const ChainData& data, const Session& session);

 private:
  gl::Buffer state_, report_, diverged_, target_;
};

}  // namespace ergo
