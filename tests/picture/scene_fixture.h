#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/cpu_backend.h"
#include "core/gl/gl_backend.h"
#include "core/gl_picture/gl_scene.h"
#include "tests/gl/gl_fixture.h"

namespace ergo {

/// Red, green and blue in steps of 1/255.
struct Rgb {
  double r = 0, g = 0, b = 0;
};
inline Rgb operator-(Rgb a, Rgb b) { return {a.r - b.r, a.g - b.g, a.b - b.b}; }
inline double dot(Rgb a, Rgb b) { return a.r * b.r + a.g * b.g + a.b * b.b; }
inline double largest(Rgb a) { return std::max({std::abs(a.r), std::abs(a.g), std::abs(a.b)}); }

inline Rgb rgb(Colour colour) {
  return {static_cast<double>(colour >> 16 & 0xFF), static_cast<double>(colour >> 8 & 0xFF),
          static_cast<double>(colour & 0xFF)};
}

inline Rgb at(const Image& image, int column, int row) {
  const std::uint8_t* p = &image.rgba[4 * (static_cast<std::size_t>(row) * image.width + column)];
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

/// How far `shade` lies on the way from one colour to another.
inline double share(Rgb shade, Rgb from, Rgb to) {
  return dot(shade - from, to - from) / dot(to - from, to - from);
}

/// The colour of the session's chains.
inline Rgb swarm(const Session& session, const View& view) {
  return rgb(sampler_colour(session.sampler_descriptor().id, view.palette));
}

inline Position pixel_centre(int column, int row) { return {column + 0.5, row + 0.5}; }

/// Pictures of sessions whose chains are put where a test wants them.
class SceneTest : public GlTest {
 protected:
  static std::unique_ptr<Session> session(const std::string& target, const std::string& sampler,
                                          std::uint64_t chains = 1, BackendKind kind = BackendKind::cpu) {
    RunConfig config = pair_config(target, sampler, chains);
    config.backend = kind;
    return std::make_unique<Session>(config, [](BackendKind wanted) -> std::unique_ptr<Backend> {
      if (wanted == BackendKind::cpu) return std::make_unique<CpuBackend>();
      return std::make_unique<GlBackend>();
    });
  }

  static View view_of(const Target& target, const std::string& theme = "dark", int width = 320,
                      int height = 240) {
    View view;
    view.width = width;
    view.height = height;
    view.camera = camera_for(target.window(), static_cast<double>(width) / height);
    view.palette = palette(theme);
    return view;
  }

  static void set_x(ChainData& data, std::size_t chain, Position x) {
    data.state[chain * data.state_size] = x.x;
    data.state[chain * data.state_size + 1] = x.y;
  }

  /// Puts all chains at x.
  static void put(Session& session, Position x) {
    ChainData data = session.read();
    for (std::size_t i = 0; i < data.chains; ++i) {
      set_x(data, i, x);
      data.diverged[i] = 0;
    }
    session.start_from(data);
  }

  /// Far outside of everything that the tests' views show.
  static Position elsewhere(const Target& target) {
    const Window window = target.window();
    const double extent = std::max(window.high.x - window.low.x, window.high.y - window.low.y);
    return {window.high.x + 100 * extent, target.dim == 1 ? 0 : window.high.y + 100 * extent};
  }

  Image picture(Session& session, const View& view) {
    scene_.draw(session, view);
    return scene_.read();
  }

  /// The picture without any chain in sight.
  Image ground(Session& session, const View& view) {
    const ChainData kept = session.read();
    put(session, elsewhere(session.target()));
    const Image image = picture(session, view);
    session.start_from(kept);
    return image;
  }

  GlScene scene_;
};

}  // namespace ergo
