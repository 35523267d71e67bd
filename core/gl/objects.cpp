#include "core/gl/objects.h"

#include <epoxy/gl.h>

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/gl/context.h"

namespace ergo::gl {

void delete_buffer(unsigned name) { glDeleteBuffers(1, &name); }
void delete_texture(unsigned name) { glDeleteTextures(1, &name); }
void delete_framebuffer(unsigned name) { glDeleteFramebuffers(1, &name); }
void delete_vertex_array(unsigned name) { glDeleteVertexArrays(1, &name); }
void delete_shader(unsigned name) { glDeleteShader(name); }
void delete_program(unsigned name) { glDeleteProgram(name); }

Texture make_texture() {
  unsigned name = 0;
  glGenTextures(1, &name);
  return Texture(name);
}

Framebuffer make_framebuffer() {
  unsigned name = 0;
  glGenFramebuffers(1, &name);
  return Framebuffer(name);
}

VertexArray make_vertex_array() {
  unsigned name = 0;
  glGenVertexArrays(1, &name);
  return VertexArray(name);
}

Buffer::Buffer(std::size_t bytes, Use use) : Buffer(bytes, use, nullptr) {}

Buffer::Buffer(std::size_t bytes, Use use, const void* data) : size_(bytes) {
  GLint64 largest = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
  const auto refuse = [&](const std::string& limit) {
    return machine_error("no graphics memory for a buffer of", std::to_string(bytes >> 20) + " MiB",
                         limit + "; fewer chains or a smaller picture need less");
  };
  if (use == Use::storage && bytes > static_cast<std::uint64_t>(largest))
    throw refuse("up to " + std::to_string(largest >> 20) + " MiB on this device");
  unsigned name = 0;
  glGenBuffers(1, &name);
  object_ = Object<delete_buffer>(name);
  glBindBuffer(GL_COPY_WRITE_BUFFER, name);
  glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), data,
               use == Use::staging ? GL_STREAM_READ : GL_DYNAMIC_COPY);
  GLint64 received = 0;
  glGetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &received);
  if (received != static_cast<GLint64>(bytes)) {
    while (glGetError() != GL_NO_ERROR) {
    }  // GL_OUT_OF_MEMORY is reported here
    throw refuse("less than the free memory");
  }
}

void Buffer::clear() {
  glBindBuffer(GL_COPY_WRITE_BUFFER, name());
  glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, nullptr);
}

void Buffer::bind(unsigned binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, name()); }

// By a copy on the device. With NVIDIA's driver 580 a part of the chains began at 0, it seems because positions were
// written straight into a buffer just cleared.
void Buffer::write(std::size_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  copy_from(Buffer(bytes.size(), Use::staging, bytes.data()), offset);
}

void Buffer::copy_from(const Buffer& source, std::size_t offset) {
  copy_part(source, 0, source.size(), offset);
}

void Buffer::copy_part(const Buffer& source, std::size_t from, std::size_t bytes, std::size_t offset) {
  glBindBuffer(GL_COPY_READ_BUFFER, source.name());
  glBindBuffer(GL_COPY_WRITE_BUFFER, name());
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(from),
                      static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes));
}

const void* Buffer::map(std::size_t offset, std::size_t bytes) const {
  glBindBuffer(GL_COPY_READ_BUFFER, name());
  const void* data = glMapBufferRange(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offset),
                                      static_cast<GLsizeiptr>(bytes), GL_MAP_READ_BIT);
  require_live_context();
  if (data) return data;
  throw machine_error("graphics memory could not be read:", std::to_string(bytes) + " bytes", "");
}

void Buffer::unmap() const {
  glBindBuffer(GL_COPY_READ_BUFFER, name());
  glUnmapBuffer(GL_COPY_READ_BUFFER);
}

Fence::Fence() : sync_(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) { glFlush(); }

Fence::~Fence() {
  if (sync_) glDeleteSync(static_cast<GLsync>(sync_));
}

bool Fence::passed() const {
  const GLenum state = glClientWaitSync(static_cast<GLsync>(sync_), 0, 0);
  if (state == GL_WAIT_FAILED) require_live_context();
  return state != GL_TIMEOUT_EXPIRED;
}

}  // namespace ergo::gl
