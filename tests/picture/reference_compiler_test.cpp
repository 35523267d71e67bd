// Khronos' reference compiler on the text of every shader, with the least limits that OpenGL 4.3 allows: drivers let
// errors pass. Kernels are a sample in which every sampler, every target and every kind of gradient noise occurs.
#include <epoxy/gl.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/kernel_text/site_kernel_source.h"
#include "core/site_plane/site_kernels.h"
#include "tests/picture/scene_fixture.h"
#include "tests/shell.h"

namespace ergo::reference_compiler_test {
namespace {

/// Texts of the shaders that OpenGL is given meanwhile, with the ending that names their stage.
class Given {
 public:
  Given() : real_(epoxy_glShaderSource) {
    now_ = this;
    epoxy_glShaderSource = take;
  }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given() { epoxy_glShaderSource = real_; }
  const std::set<std::pair<std::string, std::string>>& texts() const { return texts_; }
  void add(const std::string& ending, const KernelSource& source) { texts_.emplace(ending, source.text); }

 private:
  static void take(GLuint shader, GLsizei count, const GLchar* const* parts, const GLint* lengths) {
    GLint stage = 0;
    glGetShaderiv(shader, GL_SHADER_TYPE, &stage);
    const char* ending = stage == GL_COMPUTE_SHADER ? ".comp" : stage == GL_VERTEX_SHADER ? ".vert" : ".frag";
    ASSERT_TRUE(count == 1 && lengths == nullptr);
    now_->texts_.emplace(ending, parts[0]);
    now_->real_(shader, count, parts, lengths);
  }
  static inline Given* now_ = nullptr;
  PFNGLSHADERSOURCEPROC real_;
  std::set<std::pair<std::string, std::string>> texts_;
};

void add_kernels(Given& given, const RunConfig& config) {
  const ShaderLibrary library;
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const TargetKernel target(target_descriptor(config), make_target(config)->kernel_text());
  const NoiseKind noise = gradient_noise_of(config).kind;
  given.add(".comp", init_kernel(library, target, sampler, noise));
  given.add(".comp", step_kernel(library, target, sampler, noise));
}

void add_sample_of_kernels(Given& given) {
  const auto some_target = [](Space space) { return space == Space::lattice ? "lattice_modes" : "formula"; };
  for (const auto& unit : kernel_samplers()) {
    const Descriptor& d = unit.descriptor;
    RunConfig config = pair_config(some_target(d.space), d.id, 1);
    add_kernels(given, config);
    for (const char* kind : {"gaussian", "state_dependent", "heavy_tailed"}) {
      apply(config, {"gradient_noise.kind", kind});
      add_kernels(given, config);
    }
  }
  for (const auto& unit : kernel_targets()) {
    const Descriptor& d = unit.descriptor;
    RunConfig config = pair_config(d.id, d.space == Space::lattice ? "acs" : "nuts", 1);
    add_kernels(given, config);
    if (d.minibatches) apply(config, {"gradient_noise.kind", "minibatch"});
    add_kernels(given, config);
  }
}

void add_kernels_of_sites(Given& given) {
  const ShaderLibrary library;
  for (const auto& [target, sampler] : unit_pairs()) {
    const std::string& id = target.descriptor.id;
    if (!site_kernels().contains(id) || !site_kernels().contains(sampler.descriptor.id)) continue;
    given.add(".comp", site_init_kernel(library, id, sampler.descriptor));
    given.add(".comp", site_step_kernel(library, id, sampler.descriptor));
  }
}

class ReferenceCompiler : public SceneTest {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("ergo-shaders-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    SceneTest::TearDown();
  }

  /// Pictures that need all of the shaders that draw.
  static void draw_all() {
    GlScene scene;
    const auto draw = [&](const std::string& target, const std::string& sampler, const auto& look) {
      const auto run = session(target, sampler, 10, BackendKind::gpu);
      View view = view_of(run->target(), "dark", 64, 48);
      look(view);
      for (const double zoom : {1.0, 0.8}) {  // the second takes trails along
        view.camera.height *= zoom;
        scene.accumulate(*run, view);
        run->advance(1);
        scene.accumulate(*run, view);
        scene.fade(*run, view, [] {});
        scene.draw(*run, view);
      }
      static_cast<void>(run->backend().means());
    };
    for (const auto& unit : kernel_targets())
      draw(unit.descriptor.id, unit.descriptor.space == Space::lattice ? "dula" : "ula", [](View&) {});
    draw("ring8", "hmc", [](View& view) { view.colour_by = ColourBy::divergence; });
    for (const Show show : {Show::histogram, Show::difference, Show::expected})
      draw("lattice8", "dula", [&](View& view) { view.show = show; });
  }

  std::filesystem::path folder_;
};

TEST_F(ReferenceCompiler, AcceptsEveryText) {
  Given given;
  draw_all();
  add_sample_of_kernels(given);
  add_kernels_of_sites(given);
  const ShaderLibrary library;
  for (const char* ending : {".vert", ".frag"})  // of what stands on the picture, which no scene draws
    given.add(ending, shader(library, {std::string("draw/overlay") + ending}));
  std::size_t number = 0;
  std::string all;
  for (const auto& [ending, text] : given.texts()) {
    std::ofstream(folder_ / (std::to_string(number++) + ending)) << text;
    all += text;
  }
  for (const auto& [path, text] : embedded_shaders()) {
    std::istringstream lines(text);
    std::string longest;  // which no other file has
    for (std::string line; std::getline(lines, line);)
      if (line.size() > longest.size() && !line.starts_with("#include")) longest = line;
    EXPECT_NE(all.find(longest), std::string::npos) << path << " is in no text";
  }
  // Where the compiler's own limits are above OpenGL's.
  const std::string limits =
      "glslangValidator -c | sed -E 's/^(MaxVertexTextureImageUnits|MaxTextureImageUnits) .*/\\1 16/; "
      "s/^MaxCombinedTextureImageUnits .*/MaxCombinedTextureImageUnits 48/; s/^MaxDrawBuffers .*/MaxDrawBuffers 8/; "
      "s/^(Max(Vertex|Fragment)UniformComponents) .*/\\1 1024/' > limits.conf";
  ASSERT_EQ(shell(folder_.string(), limits).status, 0);
  const ShellResult said = shell(folder_.string(), "glslangValidator limits.conf *.comp *.vert *.frag");
  EXPECT_EQ(said.status, 0) << said.output;
  std::ofstream(folder_ / "0.comp", std::ios::app) << "\nfloat no_semicolon()\n";
  EXPECT_NE(shell(folder_.string(), "glslangValidator limits.conf *.comp").status, 0) << "it sees a mistake";
  std::printf("%zu texts\n", number);
}

}  // namespace
}  // namespace ergo::reference_compiler_test
