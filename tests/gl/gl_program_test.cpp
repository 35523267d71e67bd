// Shader text on disk, compilers' messages, GL error messages, and contexts that cannot be had.
#include <epoxy/gl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/gl/gl_backend.h"
#include "tests/gl/gl_fixture.h"

namespace ergo::gl_program_test {
namespace {

/// 1000 ULA chains on a Gaussian from fixed positions.
void place(GlBackend& backend) {
  const RunConfig config = pair_config("gaussian", "ula", 1000);
  backend.configure(config);
  backend.place(window_positions(*make_target(config), config.chains, 2), 0);
}

class ShaderReload : public GlTest {
 protected:
  ShaderReload()
      : folder_(std::filesystem::path(testing::TempDir()) / ("shaders_" + std::to_string(::getpid()))) {
    std::filesystem::copy(ERGO_SOURCE_DIR "/shaders", folder_, std::filesystem::copy_options::recursive);
  }
  ~ShaderReload() override { std::filesystem::remove_all(folder_); }
  void replace(const std::string& file, const std::string& text) {
    std::ofstream(folder_ / file) << text;
    // A file system's clock may be coarser than two writes of a test.
    std::filesystem::last_write_time(
        folder_ / file, std::filesystem::file_time_type::clock::now() + std::chrono::hours(++edits_));
  }
  std::filesystem::path folder_;
  int edits_ = 0;
};

TEST_F(ShaderReload, ABrokenFileNamesFileAndLineAndTheRunStays) {
  const auto library = std::make_shared<ShaderLibrary>(folder_.string());
  GlBackend backend(library);
  place(backend);
  backend.advance(0, 5);
  const unsigned before = library->revision();
  EXPECT_EQ(library->revision(), before);
  const std::string good = library->text("samplers/ula.glsl");
  replace("samplers/ula.glsl", "// one\n// two\nfloat broken = ;\n" + good);
  EXPECT_GT(library->revision(), before);
  try {
    backend.reload();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.where, (folder_ / "samplers/ula.glsl").string() + ":3") << error.what();
    EXPECT_EQ(error.blame, Blame::user);
  }
  take_gl_messages();  // some drivers report the broken shader too
  backend.advance(5, 5);
  const Blob after = backend.save();

  GlBackend untouched;
  place(untouched);
  untouched.advance(0, 10);
  EXPECT_EQ(after.bytes, untouched.save().bytes);
}

TEST_F(ShaderReload, AMendedFileTakesEffect) {
  const auto library = std::make_shared<ShaderLibrary>(folder_.string());
  GlBackend backend(library);
  place(backend);
  replace("samplers/ula.glsl",
          "Transition init_chain(State s, SamplerParameters p, TargetParameters t, Stream stream) {\n"
          "  return Transition(s, Report(0.0));\n}\n"
          "Transition step_chain(State s, SamplerParameters p, TargetParameters t, Stream stream) {\n"
          "  s = moved_to(s, vec2(3.0, 4.0), evaluate(vec2(3.0, 4.0), t));\n  return Transition(s, "
          "Report(25.0));\n}\n");
  backend.reload();
  backend.advance(0, 1);
  EXPECT_EQ(backend.read().x(17).y, 4.0);
  EXPECT_EQ(backend.means().channels[0].mean, 25.0);
}

TEST(ShaderLibrary, RefusesAFolderWithoutShaders) {
  EXPECT_THROW(ShaderLibrary("/nonexistent"), Error);
  EXPECT_THROW(ShaderLibrary().text("samplers/nowhere.glsl"), Error);
}

TEST(CompilerMessage, PositionsOfThreeCompilers) {
  const std::vector<std::string> files = {"generated text", "a.glsl", "b.glsl"};
  const auto where = [&](const std::string& log) { return gl::compiler_message(log, files).where; };
  EXPECT_EQ(where("0:3(1): warning: odd\n2:12(5): error: `x' undeclared\n"), "b.glsl:12");
  EXPECT_EQ(where("1(7) : error C1503: undefined variable \"x\"\n"), "a.glsl:7");
  EXPECT_EQ(where("ERROR: 2:9: 'x' : undeclared identifier\n"), "b.glsl:9");
  EXPECT_EQ(gl::compiler_message("2:12(5): error: bad\n1:2(3): error: worse\n", files).text,
            "error: bad\na.glsl:2: error: worse");
  EXPECT_EQ(where("linking failed\n"), "");
}

/// Without this the check of every test's GL errors could be blind.
TEST(GlMessages, AreCollected) {
  const OffscreenContext context;
  EXPECT_TRUE(take_gl_messages().empty());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1u << 30, 0);
  EXPECT_FALSE(take_gl_messages().empty());
  EXPECT_TRUE(take_gl_messages().empty());
}

TEST(OffscreenContextErrors, NameTheDevice) { EXPECT_THROW(OffscreenContext(1000), Error); }

}  // namespace
}  // namespace ergo::gl_program_test
