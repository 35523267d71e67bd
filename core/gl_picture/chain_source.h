#pragma once

#include <span>

#include "core/backend/float_chains.h"
#include "core/gl/gl_backend.h"
#include "core/gl/objects.h"
#include "core/run/session.h"

namespace ergo {

/// A run's chains on the device: the backend's own buffers, or a copy where it keeps them elsewhere.
class ChainSource {
 public:
  /// The chains as they are now. The buffers are valid until the session changes. `components`: of the state that are
  /// read, where nothing else is; what else is in a copy may be of an earlier step. Empty: all, and the report.
  ChainBuffers update(Session& session, std::span<const int> components = {});
  /// A copy of these, which are of the session's run.
  ChainBuffers copy(const ChainData& data, const Session& session);

 private:
  ChainBuffers copy(const FloatChains& chains, const Session& session, std::span<const int> components);

  gl::Buffer state_, report_, diverged_, target_;
};

}  // namespace ergo
