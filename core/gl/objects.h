#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace ergo::gl {

/// Move-only owner of one GL object's name; 0 owns nothing. Delete it with its context current.
template <void (*destroy)(unsigned)>
class Object {
 public:
  Object() = default;
  explicit Object(unsigned name) : name_(name) {}
  ~Object() { reset(); }
  Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    if (this != &other) {
      reset();
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }
  unsigned name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }
  void reset() {
    if (name_) destroy(std::exchange(name_, 0));
  }

 private:
  unsigned name_ = 0;
};

void delete_buffer(unsigned);
void delete_texture(unsigned);
void delete_framebuffer(unsigned);
void delete_vertex_array(unsigned);
void delete_shader(unsigned);
void delete_program(unsigned);

using Texture = Object<delete_texture>;
using Framebuffer = Object<delete_framebuffer>;
using VertexArray = Object<delete_vertex_array>;
using Shader = Object<delete_shader>;
using ProgramName = Object<delete_program>;

Texture make_texture();
Framebuffer make_framebuffer();
VertexArray make_vertex_array();

/// A buffer of fixed size.
class Buffer {
 public:
  enum class Use { storage, texture, staging };  ///< by shaders, these as a buffer texture; only by the host
  Buffer() = default;
  /// Uninitialised. Throws Error (Blame::machine) when it is larger than a shader may address or than memory.
  explicit Buffer(std::size_t bytes, Use use = Use::storage);
  /// Holding a copy of `values`.
  template <class T>
  explicit Buffer(std::span<const T> values)
      : Buffer(std::max<std::size_t>(values.size_bytes(), 4), Use::storage, values.empty() ? nullptr : values.data()) {}

  unsigned name() const { return object_.name(); }
  std::size_t size() const { return size_; }
  void clear();                       ///< all bytes 0
  void bind(unsigned binding) const;  ///< as shader storage
  void write(std::size_t offset, std::span<const std::byte> bytes);
  void copy_from(const Buffer& source, std::size_t offset);  ///< all of `source` to `offset` here
  /// The source's [from, from + bytes) to `offset` here.
  void copy_part(const Buffer& source, std::size_t from, std::size_t bytes, std::size_t offset);
  /// Calls visit(pointer) with [offset, offset + bytes) mapped for reading; waits for the device.
  template <class Visit>
  void read(std::size_t offset, std::size_t bytes, Visit visit) const {
    visit(map(offset, bytes));
    unmap();
  }

 private:
  /// Holds a copy of `bytes` bytes from `data`; nullptr: of nothing in particular.
  Buffer(std::size_t bytes, Use use, const void* data);
  const void* map(std::size_t offset, std::size_t bytes) const;
  void unmap() const;
  Object<delete_buffer> object_;
  std::size_t size_ = 0;
};

/// A point in the device's work.
class Fence {
 public:
  Fence();  ///< after all commands so far
  ~Fence();
  Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
  Fence& operator=(Fence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
  }
  bool passed() const;  ///< never waits

 private:
  void* sync_;
};

}  // namespace ergo::gl
