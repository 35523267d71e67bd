#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/backend/start_positions.h"
#include "core/config/run_config.h"
#include "core/gl/context.h"
#include "core/kernel_text/kernel_source.h"
#include "core/gl/program.h"
#include "core/run/session.h"

namespace ergo {

/// A test with an off-screen context, which any GL error fails.
class GlTest : public testing::Test {
 protected:
  void TearDown() override {
    for (const std::string& message : take_gl_messages()) ADD_FAILURE() << "OpenGL: " << message;
  }
  OffscreenContext context_;
};

/// Runs the shader over `count` invocations with `input` at binding 0; returns `size` elements of binding 1.
template <class Out, class In>
std::vector<Out> compute(KernelSource source, const std::vector<In>& input, std::size_t count,
                         std::size_t size) {
  const gl::Program program(std::move(source));
  const gl::Buffer in{std::span<const In>(input)}, out(size * sizeof(Out));
  program.use();
  in.bind(0);
  out.bind(1);
  gl::dispatch(count);
  std::vector<Out> result(size);
  out.read(0, out.size(), [&](const void* p) { std::memcpy(result.data(), p, size * sizeof(Out)); });
  return result;
}

/// A run of a pair with its default parameters.
inline RunConfig pair_config(const std::string& target, const std::string& sampler, std::uint64_t chains,
                             std::uint64_t seed = 1) {
  RunConfig config;
  config.target = {target, initial_values(target_unit(target).descriptor.parameters)};
  config.sampler = {sampler, initial_values(sampler_unit(sampler).descriptor.parameters)};
  config.chains = chains;
  config.seed = seed;
  return config;
}

/// Independent positions, uniform over the target's window; y = 0 for dim 1.
inline std::vector<Position> window_positions(const Target& target, std::size_t chains, std::uint64_t seed) {
  const Window window = target.window();
  std::vector<Position> positions;
  for (std::size_t i = 0; i < chains; ++i) {
    const Draw draw = Draws(seed, Purpose::start, static_cast<std::uint32_t>(i), 0, target.dim)(0);
    const Position size = window.high - window.low;
    positions.push_back(legal_position(
        target, {window.low.x + size.x * draw.uniform1, window.low.y + size.y * draw.uniform2}));
  }
  return positions;
}

}  // namespace ergo
