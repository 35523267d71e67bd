// Shaders that are edited while the window is open.
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/kernel_text/shader_library.h"
#include "tests/window/gl/gl_window_fixture.h"

namespace ergo::shader_reload_test {
namespace {

using ShaderReloadTest = GlWindowTest;

/// Writes the shaders there, to be edited.
std::filesystem::path shaders_in(const QTemporaryDir& folder) {
  const auto root = std::filesystem::path(folder.path().toStdString());
  for (const auto& [path, text] : embedded_shaders()) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
  return root;
}

TEST_F(ShaderReloadTest, AFailingShaderReloadKeepsTheRun) {
  QTemporaryDir folder;
  const auto root = shaders_in(folder);
  open(by_gl({.shaders = std::make_shared<ShaderLibrary>(root.string())}));
  std::ofstream(root / "samplers/esh.glsl", std::ios::app) << "float broken = ;\n";
  ASSERT_TRUE(until([&] { return !picture().toast_words().empty(); }));
  EXPECT_NE(picture().toast_words().find("esh.glsl:"), std::string::npos) << picture().toast_words();
  const auto step = session().step();
  frames(5);
  EXPECT_GT(session().step(), step);
  take_gl_messages();  // the compiler's message is one
}

TEST_F(ShaderReloadTest, ASamplerWhoseShaderFailsLeavesTheRunAsItWas) {
  QTemporaryDir folder;
  const auto root = shaders_in(folder);
  std::ofstream(root / "samplers/ula.glsl", std::ios::app) << "float broken = ;\n";
  open(by_gl({.shaders = std::make_shared<ShaderLibrary>(root.string())}));
  ASSERT_TRUE(until([&] { return session().step() > 10; }));
  pause();
  const auto step = session().step();
  const std::string hash = session().state_hash();
  EXPECT_THROW(panes().assign({{"sampler", "ula"}}), Error);
  EXPECT_EQ(session().config().sampler.id, "esh");
  EXPECT_EQ(session().step(), step);
  EXPECT_EQ(session().state_hash(), hash);
  key(Qt::Key_N);
  EXPECT_EQ(session().step(), step + 1);
  take_gl_messages();  // the compiler's message is one
}

}  // namespace
}  // namespace ergo::shader_reload_test
