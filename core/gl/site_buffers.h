#pragma once

#include <cstdint>
#include <memory>

#include "core/gl/objects.h"
#include "core/site_plane/kernel_words.h"
#include "core/site_plane/site_kernels.h"
#include "core/sites/site_units.h"
#include "core/unit/descriptor.h"

namespace ergo::gl {

/// What the kernels of a target of sites read of it, for the layouts of common/site_memory.glsl.
class SiteBuffers {
 public:
  SiteBuffers(std::shared_ptr<const Target> target, const Sampler& sampler);
  const std::shared_ptr<const Target>& target() const { return target_; }
  const SitePlane* plane() const { return target_->sites(); }
  KernelWords words() const { return {plane()->model()->sites(), plane()->model()->values()}; }

  /// Notes of a chain that there is to be room for.
  int notes() const { return notes_; }

  /// Binds the buffers, and sets the uniforms of the program in use.
  void bind() const;

  /// Iterations of the loops of a step at most, by how often sites are asked for slopes. Both sides of a
  /// branch count, as software OpenGL enters the loops of a side that no chain takes.
  std::uint64_t loops_of_step(const Parameters& values, const Descriptor& sampler) const;

 private:
  std::shared_ptr<const Target> target_;
  SiteUniforms uniforms_;
  SiteKernelData::Loops loops_;
  int notes_, loops_of_sampler_;
  Buffer numbers_, links_;
};

}  // namespace ergo::gl
