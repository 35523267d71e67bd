#pragma once

#include "core/figures/cairo_surface.h"

namespace ergo {

/// A context that draws nothing, to measure words with.
class Measure {
 public:
  Measure()
      : surface_(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr)), context_(cairo_create(surface_.get())) {}
  cairo_t* context() const { return context_.get(); }

 private:
  CairoSurface surface_;
  CairoContext context_;
};

}  // namespace ergo
