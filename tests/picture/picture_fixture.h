#pragma once

#include <array>
#include <cmath>

#include "core/backend/cpu_backend.h"
#include "core/gl/gl_backend.h"
#include "core/gl_picture/gl_scene.h"
#include "tests/gl/gl_fixture.h"

namespace ergo {

using Pixel = std::array<int, 3>;

inline Pixel pixel_at(const Image& image, int x, int y) {
  const std::size_t i =
      4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
  return {image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]};
}

inline Pixel pixel_of(Colour colour) {
  return {static_cast<int>(colour >> 16), static_cast<int>(colour >> 8 & 0xFF),
          static_cast<int>(colour & 0xFF)};
}

inline int difference(Pixel a, Pixel b) {
  int largest = 0;
  for (std::size_t k = 0; k < 3; ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

/// How far `pixel` is on the way from `under` to `over`, by the channel with the widest range; its error is
/// at most 1 / range, half a step of either colour.
struct Opacity {
  double value, error;
};
inline Opacity opacity(Pixel pixel, Pixel under, Pixel over) {
  std::size_t widest = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(over[k] - under[k]) > std::abs(over[widest] - under[widest])) widest = k;
  const double range = over[widest] - under[widest];
  return {(pixel[widest] - under[widest]) / range, 1 / std::abs(range)};
}

/// Tests that draw small pictures and look at their pixels.
class PictureTest : public GlTest {
 protected:
  static Session session(const std::string& target, const std::string& sampler, std::uint64_t chains,
                         BackendKind kind = BackendKind::gpu) {
    RunConfig config = pair_config(target, sampler, chains);
    config.backend = kind;
    return Session(config, [](BackendKind made) -> std::unique_ptr<Backend> {
      if (made == BackendKind::cpu) return std::make_unique<CpuBackend>();
      return std::make_unique<GlBackend>();
    });
  }
  static View view_of(const Session& session, int width = 320, int height = 200) {
    View view;
    view.width = width;
    view.height = height;
    view.palette = palette("dark");
    view.camera = camera_for(session.target().window(), static_cast<double>(width) / height);
    view.trails = false;
    return view;
  }
  /// Puts the chains at these places, whatever the rest of their state.
  static void put(Session& session, const std::vector<Position>& positions) {
    ChainData data = session.read();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      data.state[i * static_cast<std::size_t>(data.state_size)] = positions[i].x;
      data.state[i * static_cast<std::size_t>(data.state_size) + 1] = positions[i].y;
    }
    session.backend().write(data);
  }
  static Image picture(Scene& scene, Session& session, const View& view) {
    scene.draw(session, view);
    return scene.read();
  }
  /// A place outside every picture.
  static constexpr Position nowhere{1e6, 0};
};

}  // namespace ergo
