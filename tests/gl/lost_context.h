#pragma once

#include <epoxy/gl.h>

namespace ergo {

/// While it lives the driver tells of a reset by whatever another program did: at the question that follows
/// `healthy` good answers, and at each later one too or, of a reset that is over by then, no more.
class DeviceReset {
 public:
  explicit DeviceReset(int healthy = 0, bool stays = true) {
    before_ = healthy;
    stays_ = stays;
    epoxy_glGetGraphicsResetStatus = epoxy_glGetGraphicsResetStatusARB = status;
  }
  ~DeviceReset() {
    epoxy_glGetGraphicsResetStatus = core_;
    epoxy_glGetGraphicsResetStatusARB = extension_;
  }
  DeviceReset(const DeviceReset&) = delete;
  DeviceReset& operator=(const DeviceReset&) = delete;

 private:
  static GLenum status() {
    --before_;
    return before_ == -1 || (before_ < -1 && stays_) ? GL_INNOCENT_CONTEXT_RESET : GL_NO_ERROR;
  }
  static inline int before_ = 0;
  static inline bool stays_ = true;
  PFNGLGETGRAPHICSRESETSTATUSPROC core_ = epoxy_glGetGraphicsResetStatus;
  PFNGLGETGRAPHICSRESETSTATUSARBPROC extension_ = epoxy_glGetGraphicsResetStatusARB;
};

}  // namespace ergo
