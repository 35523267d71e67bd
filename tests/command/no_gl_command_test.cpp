// `ergo` where there is no OpenGL, or an older one: without any EGL vendor library there is none, and Mesa
// can play an older version.
#include <nlohmann/json.hpp>

#include "tests/command/command_fixture.h"

namespace ergo::no_gl_command_test {
namespace {

using NoGlCommand = CommandTest;

const char* const no_gl = "__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent";

/// A GPU that was asked for is then the machine's mistake, while auto takes the CPU.
TEST_F(NoGlCommand, RunsOnTheCpuUnlessAGpuIsDemanded) {
  for (const auto& [environment, named] :
       {std::pair{no_gl, "OpenGL"},
        {"LIBGL_ALWAYS_SOFTWARE=1 MESA_GL_VERSION_OVERRIDE=3.3", "no OpenGL 4.3 core context, only 3.3"}}) {
    EXPECT_EQ(ergo("run backend=gpu chains=10 --steps 1 --out g.npz", environment), 3) << output_;
    EXPECT_NE(output_.find(named), std::string::npos) << output_;
    EXPECT_FALSE(fs::exists(file("g.npz")));
    EXPECT_EQ(ergo("run chains=10 --steps 1 --out g.npz", environment), 0) << output_;
    fs::remove(file("g.npz"));
  }
}

TEST_F(NoGlCommand, MeasuresAndChecksTheCpuUnlessAGpuIsDemanded) {
  for (const auto& [command, remark] :
       {std::pair{std::string("bench rwm gaussian --chains 100 --seconds 0.001"), "measuring the processor only"},
        {"verify rwm gaussian", "checking the processor only"}}) {
    EXPECT_EQ(ergo(command + " --json 2> remarks)", std::string("(") + no_gl), 0) << command;
    const auto rows = nlohmann::json::parse(output_, nullptr, false);
    ASSERT_TRUE(rows.is_array() && !rows.empty()) << output_;
    for (const auto& row : rows) EXPECT_NE(row.at("backend"), "gpu") << command;
    ergo(command, no_gl);
    EXPECT_NE(output_.find(remark), std::string::npos) << output_;
    EXPECT_EQ(ergo(command + " --backend gpu --json", no_gl), 3) << output_;
    EXPECT_EQ(output_.find('['), std::string::npos) << output_;
  }
}

TEST_F(NoGlCommand, PicturesAreDrawnInSoftwareUnlessOpenGlIsDemanded) {
  const std::string render = "render chains=10 --steps 1 --size 300x300 --out p.png";
  for (const char* environment : {no_gl, "LIBGL_ALWAYS_SOFTWARE=1 MESA_GL_VERSION_OVERRIDE=4.1"}) {
    EXPECT_EQ(ergo(render, environment), 0) << output_;
    EXPECT_GT(fs::file_size(file("p.png")), 1000u);
    fs::remove(file("p.png"));
  }
  EXPECT_EQ(ergo("render chains=10 --steps 2 --size 200x160 --out p.gif", no_gl), 0) << output_;
  EXPECT_EQ(ergo(render + " --renderer gl", no_gl), 3);
  EXPECT_FALSE(fs::exists(file("p.png")));
  for (const char* word : {"no OpenGL 4.3 on this machine", "libgl1-mesa-dri"})
    EXPECT_NE(output_.find(word), std::string::npos) << word << " not in: " << output_;
}

}  // namespace
}  // namespace ergo::no_gl_command_test
