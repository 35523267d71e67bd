#include "core/kernel_text/site_kernel_source.h"

#include "core/kernel_text/kernel_source.h"
#include "core/site_plane/site_kernels.h"

namespace ergo {

std::string site_declarations(bool with_locations) {
  std::string text =
      "const int DIM = 2;\nconst int NUMBERS = 0;\nconst int CLASSES = 1;\nconst int PLACE_BY_PAIRS = 0;\n"
      "const int PLACE_BY_HALVES = 1;\n";
  int location = first_site_uniform;
  for (const char* name : site_uniform_names) {
    if (with_locations) text += "layout(location = " + std::to_string(location++) + ") ";
    text += std::string("uniform int ") + name + ";\n";
  }
  return text;
}

namespace {

std::string plane_text() {
  return "layout(std430, binding = " + std::to_string(target_binding) +
         ") readonly buffer TargetData { vec4 target_data[]; };\n"
         "float place_energy(vec2 x) { return target_data[2 + int(x.x) * SIDE_Y + int(x.y)].x; }\n";
}

KernelSource site_kernel(const ShaderLibrary& library, const std::string& target, const Descriptor& sampler,
                         const std::string& main) {
  SourceBuilder builder(library);
  builder.generated(site_declarations(true) + evaluation_struct + sampler_structs(sampler));
  for (const char* name : {"maths", "philox", "draws", "chains", "site_memory", "sites", "site_draws"})
    builder.file(std::string("common/") + name + ".glsl");
  builder.generated(plane_text()).file("site_targets/" + target + ".glsl").file("common/site_steps.glsl");
  return builder.generated(chain_access(sampler))
      .file("site_samplers/" + sampler.id + ".glsl")
      .file(main)
      .source();
}

}  // namespace

KernelSource site_init_kernel(const ShaderLibrary& library, const std::string& target,
                              const Descriptor& sampler) {
  return site_kernel(library, target, sampler, "site_init.comp");
}

KernelSource site_step_kernel(const ShaderLibrary& library, const std::string& target,
                              const Descriptor& sampler) {
  return site_kernel(library, target, sampler, "site_step.comp");
}

}  // namespace ergo
