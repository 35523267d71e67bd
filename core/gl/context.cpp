#include "core/gl/context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

#include "core/base/legal_range.h"

namespace ergo {

namespace {

struct Candidate {
  EGLenum platform;
  void* device;
  std::string name;
};

bool has_word(const char* list, const std::string& word) {
  std::istringstream words(list ? list : "");
  return std::find(std::istream_iterator<std::string>(words), {}, word) !=
         std::istream_iterator<std::string>();
}

std::vector<Candidate> devices() {
  EGLint count = 0;
  if (!eglQueryDevicesEXT(0, nullptr, &count) || count <= 0) return {};
  std::vector<EGLDeviceEXT> found(static_cast<std::size_t>(count));
  eglQueryDevicesEXT(count, found.data(), &count);
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < found.size(); ++i)
    all.push_back({EGL_PLATFORM_DEVICE_EXT, found[i], "EGL device " + std::to_string(i)});
  return all;
}

bool is_software(const Candidate& candidate) {
  return has_word(eglQueryDeviceStringEXT(candidate.device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

bool lists_devices(const char* extensions) {
  return has_word(extensions, "EGL_EXT_device_enumeration") || has_word(extensions, "EGL_EXT_device_base");
}

/// What to try, in order: hardware devices, software devices, no device at all.
std::vector<Candidate> candidates(int device) {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  std::vector<Candidate> all;
  if (has_word(extensions, "EGL_EXT_platform_device") && lists_devices(extensions)) all = devices();
  if (device >= 0) {
    if (device >= static_cast<int>(all.size()))
      throw Error("no such graphics device:", std::to_string(device),
                  all.empty() ? "none here" : range_words(std::size_t{0}, all.size() - 1), "--gl-device");
    return {all[static_cast<std::size_t>(device)]};
  }
  std::stable_partition(all.begin(), all.end(), [](const Candidate& c) { return !is_software(c); });
  if (has_word(extensions, "EGL_MESA_platform_surfaceless"))
    all.push_back({EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, "EGL surfaceless"});
  return all;
}

EGLContext create_context(EGLDisplay display, EGLConfig config) {
  std::vector<EGLint> wanted = {EGL_CONTEXT_MAJOR_VERSION,       4,
                                EGL_CONTEXT_MINOR_VERSION,       3,
                                EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
  std::vector<EGLint> resettable = wanted;  // a lost context then says so
  resettable.insert(resettable.end(),
                    {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET, EGL_NONE});
  wanted.push_back(EGL_NONE);
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, resettable.data());
  return context != EGL_NO_CONTEXT ? context
                                   : eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
}

std::string egl_failure(const std::string& call) {
  std::ostringstream text;
  text << call << " failed (0x" << std::hex << eglGetError() << ")";
  return text.str();
}

}  // namespace

struct OffscreenContext::Parts {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLSurface surface = EGL_NO_SURFACE;
  EGLContext context = EGL_NO_CONTEXT;

  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  // The display stays initialised: it is shared by everyone in the process who asked for the same device.
  ~Parts() {
    close();
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
  }
  /// Makes the candidate's context and makes it current; otherwise says why not.
  std::string open(const Candidate& candidate);
  /// ", only <version>" where the driver has an older OpenGL than we ask for, else "".
  std::string older_version(EGLConfig config);
  void close() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context) release();
    eglDestroyContext(display, std::exchange(context, EGL_NO_CONTEXT));
  }
  bool make_current() const { return eglMakeCurrent(display, surface, surface, context); }
  void release() const { eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }
};

std::string OffscreenContext::Parts::older_version(EGLConfig config) {
  const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
  const EGLint any[] = {EGL_NONE};
  std::string words;
  for (const EGLint* wanted : {core, any}) {
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted);
    if (context == EGL_NO_CONTEXT) continue;
    if (make_current())
      words = ", only " + std::string(reinterpret_cast<const char*>(glGetString(GL_VERSION)));
    close();
    break;
  }
  return words;
}

std::string OffscreenContext::Parts::open(const Candidate& candidate) {
  display = eglGetPlatformDisplayEXT(candidate.platform, candidate.device, nullptr);
  if (display == EGL_NO_DISPLAY) return egl_failure("eglGetPlatformDisplay");
  if (!eglInitialize(display, nullptr, nullptr)) return egl_failure("eglInitialize");
  if (!eglBindAPI(EGL_OPENGL_API)) return egl_failure("eglBindAPI");
  // Without a surface type the default asks for windows, which no off-screen display has.
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
    return egl_failure("eglChooseConfig");
  context = create_context(display, config);
  if (context == EGL_NO_CONTEXT) {
    const std::string failure = egl_failure("eglCreateContext");
    return "no OpenGL 4.3 core context" + older_version(config) + ": " + failure;
  }
  if (!has_word(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface = eglCreatePbufferSurface(display, config, size);
  }
  return make_current() ? "" : egl_failure("eglMakeCurrent");
}

OffscreenContext::OffscreenContext(int device) {
  std::string tried;
  for (const Candidate& candidate : candidates(device)) {
    parts_ = std::make_unique<Parts>();
    const std::string failure = parts_->open(candidate);
    if (failure.empty()) {
      require_gl_43();
      glEnable(GL_DEBUG_OUTPUT);
      return;
    }
    if (!tried.empty()) tried += "; ";
    tried += candidate.name + ": " + failure;
  }
  throw machine_error(
      "no OpenGL 4.3 on this machine", "",
      "a driver with OpenGL 4.3; Mesa's software renderer has it (packages libgl1-mesa-dri, libegl1)",
      tried.empty() ? "EGL offers no device and no surfaceless display" : tried);
}

OffscreenContext::~OffscreenContext() = default;

void OffscreenContext::make_current() {
  if (!parts_->make_current())
    throw machine_error("the graphics context is lost:", egl_failure("eglMakeCurrent"), "");
}

void OffscreenContext::release() { parts_->release(); }

bool may_have_graphics_card() {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!lists_devices(extensions)) return true;
  const std::vector<Candidate> all = devices();
  return all.empty() || !std::ranges::all_of(all, is_software);
}

std::string gl_device_name() { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

bool gl_is_software() {
  const std::string name = gl_device_name();
  const auto is = [&name](const char* word) { return name.find(word) != std::string::npos; };
  return is("llvmpipe") || is("softpipe") || is("swrast") || is("SwiftShader");
}

void require_gl_43() {
  const int version = epoxy_gl_version();
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  if (version < 43 || !epoxy_is_desktop_gl())
    throw machine_error(
        "OpenGL is too old:", std::to_string(version / 10) + "." + std::to_string(version % 10),
        "4.3 or newer", renderer ? renderer : "no current context");
}

void require_live_context() {
  GLenum status = GL_NO_ERROR;
  if (epoxy_gl_version() >= 45)
    status = glGetGraphicsResetStatus();
  else if (epoxy_has_gl_extension("GL_ARB_robustness"))
    status = glGetGraphicsResetStatusARB();
  if (status != GL_NO_ERROR) throw LostContext();
}

std::vector<std::string> take_gl_messages() {
  std::vector<std::string> errors;
  char text[4096];
  GLenum type = 0;
  while (glGetDebugMessageLog(1, sizeof text, nullptr, &type, nullptr, nullptr, nullptr, text) == 1)
    if (type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) errors.emplace_back(text);
  return errors;
}

}  // namespace ergo
