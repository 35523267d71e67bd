// What pictures read of chains on lanes, without the way through double, is what they read of a copy.
#include "core/gl_picture/chain_source.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include "tests/machine_fixture.h"

namespace ergo::chain_source_test {
namespace {

constexpr std::uint64_t chains = 37;  // no multiple of a block

std::vector<std::uint32_t> words(unsigned buffer) {
  GLint64 bytes = 0;
  glBindBuffer(GL_COPY_READ_BUFFER, buffer);
  glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
  std::vector<std::uint32_t> all(static_cast<std::size_t>(bytes) / 4);
  glGetBufferSubData(GL_COPY_READ_BUFFER, 0, bytes, all.data());
  return all;
}

Session session_of(const Descriptor& sampler) {
  RunConfig config = pair_config(sampler.id, home_of(sampler), BackendKind::simd, chains);
  return {config, test_factory()};
}

TEST(ChainSource, LanesAreReadAsTheirCopyIs) {
  test_factory()(BackendKind::gpu);  // makes the context current
  for (const auto& unit : kernel_samplers()) {
    SCOPED_TRACE(unit.descriptor.id);
    Session session = session_of(unit.descriptor);
    session.advance(5);
    ChainSource direct, copied;
    const ChainBuffers a = direct.update(session), b = copied.copy(session.read(), session);
    EXPECT_EQ(a.chains, b.chains);
    EXPECT_EQ(words(a.state), words(b.state));
    EXPECT_EQ(words(a.report), words(b.report));
    EXPECT_EQ(words(a.diverged), words(b.diverged));
    EXPECT_EQ(words(a.target), words(b.target));
  }
}

TEST(ChainSource, PositionsAloneAreOfThisStep) {
  test_factory()(BackendKind::gpu);
  for (const auto& unit : kernel_samplers()) {
    SCOPED_TRACE(unit.descriptor.id);
    Session session = session_of(unit.descriptor);
    ChainSource direct, copied;
    direct.update(session);
    session.advance(5);
    const int positions[] = {0, 1};
    const std::vector<std::uint32_t> a = words(direct.update(session, positions).state),
                                     b = words(copied.copy(session.read(), session).state);
    EXPECT_TRUE(std::equal(a.begin(), a.begin() + 2 * chains, b.begin()));
    const ChainBuffers all = direct.update(session);
    EXPECT_EQ(words(all.state), b);
  }
}

}  // namespace
}  // namespace ergo::chain_source_test
