// Random numbers: published known-answer vectors in both languages, and bit identity between them.
#include "core/random/philox.h"

#include <cmath>
#include <random>

#include "core/random/draws.h"
#include "core/random/philox_row.h"
#include "tests/gl/gl_fixture.h"

namespace ergo::philox_test {
namespace {

struct Block {
  PhiloxWords counter;
  std::array<std::uint32_t, 2> key;
};

std::uint64_t key_of(const Block& block) { return block.key[0] | std::uint64_t{block.key[1]} << 32; }

/// Random123's kat_vectors for philox4x32 with 10 rounds.
const std::vector<Block> known_blocks = {
    {{0, 0, 0, 0}, {0, 0}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}}};
const std::vector<PhiloxWords> known_words = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                              {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                              {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};

std::vector<PhiloxWords> gpu_words(const std::vector<Block>& blocks) {
  KernelSource source = shader(ShaderLibrary(), {"common/philox.glsl"});
  source.text += R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Blocks { uint block[]; };
layout(std430, binding = 1) buffer Words { uvec4 words[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= uint(words.length())) return;
  uvec4 counter = uvec4(block[6u * i], block[6u * i + 1u], block[6u * i + 2u], block[6u * i + 3u]);
  words[i] = philox(counter, uvec2(block[6u * i + 4u], block[6u * i + 5u]));
})";
  return compute<PhiloxWords>(source, blocks, blocks.size(), blocks.size());
}

TEST(Philox, KnownAnswersOnTheHost) {
  for (std::size_t i = 0; i < known_blocks.size(); ++i)
    EXPECT_EQ(philox(known_blocks[i].counter, key_of(known_blocks[i])), known_words[i]);
}

/// The last word of the counter passes its largest value on the way.
TEST(Philox, RowsAreTheirBlocks) {
  const PhiloxWords first = {5, 0xffffffff, 7, 0xffffffe8};
  const std::uint64_t key = 0x123456789abcdef0;
  for (std::size_t count = 0; count < 300; ++count) {
    std::vector<std::uint32_t> words(count), expected(count);
    philox_row(first, key, words);
    for (std::size_t k = 0; k < count; ++k) {
      PhiloxWords counter = first;
      counter[3] += static_cast<std::uint32_t>(k / 4);
      expected[k] = philox(counter, key)[k % 4];
    }
    EXPECT_EQ(words, expected);
  }
}

using GlPhilox = GlTest;

TEST_F(GlPhilox, KnownAnswersOnTheDevice) { EXPECT_EQ(gpu_words(known_blocks), known_words); }

TEST_F(GlPhilox, BitIdenticalToTheHost) {
  std::mt19937 random(1);
  std::vector<Block> blocks(std::size_t{1} << 18);
  for (Block& block : blocks) {
    for (auto& word : block.counter) word = random();
    for (auto& word : block.key) word = random();
  }
  const auto words = gpu_words(blocks);
  std::size_t different = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    different += words[i] != philox(blocks[i].counter, key_of(blocks[i]));
  EXPECT_EQ(different, 0u);
}

/// The draws of chains 0 ... count-1 at one step above 2^32, from the shader: normal, uniform1, uniform2.
std::vector<std::array<float, 4>> gpu_draws(int dim, std::size_t count) {
  KernelSource source = shader(ShaderLibrary(), {});
  source.text += "const int DIM = " + std::to_string(dim) + ";\n";
  for (const char* file : {"common/maths.glsl", "common/philox.glsl", "common/draws.glsl"})
    source.text += ShaderLibrary().text(file);
  source.text += R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Seed { uvec2 seed; uvec2 now; };
layout(std430, binding = 1) buffer Draws { vec4 draws[]; };
void main() {
  uint chain = gl_GlobalInvocationID.x;
  if (chain >= uint(draws.length())) return;
  Draw drawn = draw(Stream(seed, chain, now, PURPOSE_STEP, 0u, 0.0), 3);
  draws[chain] = vec4(drawn.normal, drawn.uniform1, drawn.uniform2);
})";
  return compute<std::array<float, 4>>(source, std::vector<std::uint32_t>{5, 7, 11, 13}, count, count);
}

TEST_F(GlPhilox, DrawsAgreeWithTheHost) {
  constexpr std::size_t count = 1 << 18;
  for (const int dim : {1, 2}) {
    const auto device = gpu_draws(dim, count);
    std::size_t wrong_uniforms = 0;
    double worst = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Draw host = Draws(5 | std::uint64_t{7} << 32, Purpose::step, static_cast<std::uint32_t>(i),
                              11 | std::uint64_t{13} << 32, dim)(3);
      wrong_uniforms += device[i][2] != host.uniform1 || device[i][3] != host.uniform2;
      const double radius = std::max(std::hypot(host.normal_x, host.normal_y), std::abs(host.normal_x));
      worst = std::max({worst, std::abs(device[i][0] - host.normal_x) / (dim > 1 ? radius : 6.0),
                        std::abs(device[i][1] - host.normal_y) / radius});
    }
    EXPECT_EQ(wrong_uniforms, 0u);
    // Of the radius: the logarithm, half a root, the circle's polynomial and angle, the product: below 8
    // roundings. (For dim 1 the radius itself is not seen; |normal| <= 5.8.)
    EXPECT_LE(worst, 8 * 0x1p-24) << "dim " << dim;
  }
}

/// Chain i's lone uniform at step 2^32 first_high + i.
std::vector<float> gpu_lone_uniforms(std::uint32_t first_high, std::size_t count) {
  KernelSource source = shader(ShaderLibrary(), {});
  source.text += "const int DIM = 2;\n";
  for (const char* file : {"common/maths.glsl", "common/philox.glsl", "common/draws.glsl"})
    source.text += ShaderLibrary().text(file);
  source.text += R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Seed { uvec2 seed; uint high; };
layout(std430, binding = 1) buffer Uniforms { float uniforms[]; };
void main() {
  uint chain = gl_GlobalInvocationID.x;
  if (chain >= uint(uniforms.length())) return;
  uvec2 now = uvec2(chain, high);
  uvec4 words = lone_words(Stream(seed, chain, now, PURPOSE_STEP, 0u, 0.0));
  uniforms[chain] = lone_uniform(Stream(seed, chain, now, PURPOSE_STEP, lone_word(words, now), 0.0));
})";
  return compute<float>(source, std::vector<std::uint32_t>{5, 7, first_high}, count, count);
}

TEST_F(GlPhilox, LoneUniformsAgreeWithTheHost) {
  constexpr std::size_t count = 1 << 12;
  for (const std::uint32_t high : {0u, 13u}) {
    const auto device = gpu_lone_uniforms(high, count);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i)
      wrong += device[i] != Draws(5 | std::uint64_t{7} << 32, Purpose::step, static_cast<std::uint32_t>(i),
                                  i | std::uint64_t{high} << 32, 2)
                                .lone_uniform();
    EXPECT_EQ(wrong, 0u);
  }
}

}  // namespace
}  // namespace ergo::philox_test
