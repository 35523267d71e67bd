#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/lost_context.h"

namespace ergo {

/// An off-screen OpenGL 4.3 core context of our own, made through EGL without any display server: hardware
/// devices first, then software devices, then surfaceless. Current on the thread that made it.
class OffscreenContext {
 public:
  /// `device` chooses one of the EGL devices by number; -1 tries all. Throws Error (Blame::machine) that says
  /// what was tried and why it failed.
  explicit OffscreenContext(int device = -1);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  void make_current();
  void release();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// False where EGL lists its devices and all of them are the processor. Makes no context.
bool may_have_graphics_card();

/// What the current context draws with, as its driver names it.
std::string gl_device_name();
/// Whether that is the processor.
bool gl_is_software();

/// Throws Error (Blame::machine) naming version and renderer unless the current context is at least 4.3 core.
void require_gl_43();
/// Throws LostContext (Blame::machine) when the device has reset the current context, where the driver tells.
/// Asks the driver, not the device: it does not wait.
void require_live_context();
/// Error messages that the current context has logged since the last call. An OffscreenContext logs from the
/// start.
std::vector<std::string> take_gl_messages();

}  // namespace ergo
