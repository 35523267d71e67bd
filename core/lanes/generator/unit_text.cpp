#include "core/lanes/generator/unit_text.h"

#include "core/expression/error_function.h"
#include "core/kernel_text/kernel_source.h"
#include "core/kernel_text/site_kernel_source.h"
#include "core/lanes/generator/parser.h"

namespace ergo::glsl {

namespace {

const char* const common_uniforms = "uniform int GRADIENT_NOISE;\nuniform float target_data[];\n";
const char* const plane_constants = "struct TargetConstants { float none; };\n";
const char* const plane_target = "Evaluation evaluate(vec2 x, TargetConstants t);\n";
const char* const plane_noise =
    "vec2 gradient_noise(vec2 x, vec2 gradient, TargetConstants t, Stream stream, int evaluation);\n"
    // What its text calls, which is read although the prototype replaces it.
    "vec2 minibatch_noise(vec2 x, vec2 gradient, TargetConstants t, Stream stream, int evaluation);\n";

const char* const site_data = "uniform float site_numbers[];\nuniform int site_links[];\n";
const char* const site_words =
    "uint word_of(const int which, const int word);\nvoid set_word(const int which, const int word, uint "
    "bits);\n";
const char* const site_notes = "float note(const int k);\nvoid set_note(const int k, float value);\n";
const char* const site_target =
    "void take_slopes(const int which);\nfloat slope(const int which, const int i, const int v);\n"
    "void take_changes(const int which);\nfloat taken_change(const int which, const int i, const int v);\n"
    "void prepare_changes(const int which);\nfloat change(const int which, const int i, int v);\n"
    "float slope_by_notes(const int i);\nvec2 counted(const int which);\nfloat rise(vec2 from, vec2 to);\n"
    "float energy_of(vec2 sums);\nfloat place_energy(vec2 x);\n";

TokenList& add_random(TokenList& list) {
  return list.file("common/maths.glsl").file("common/philox.glsl").file("common/draws.glsl");
}

}  // namespace

bool has_kernel(const TargetUnit& target) {
  return target.descriptor.space == Space::plane && target.make()->kernel_text().empty();
}

Text sampler_text(const ShaderLibrary& library, const Descriptor& sampler) {
  TokenList list(library);
  const bool lattice = sampler.space == Space::lattice;
  list.generated(std::string("uniform int DIM;\n") + common_uniforms + evaluation_struct);
  list.generated(lattice ? std::string(lattice_struct) + "vec4 target_site(vec2 x, TargetConstants t);\n"
                         : std::string(plane_constants) + plane_target);
  list.generated(sampler_structs(sampler));
  add_random(list);
  Descriptor somewhere;
  somewhere.space = sampler.space;
  const TargetKernel any_target(somewhere);
  if (lattice)
    list.file("common/lattice.glsl").file("common/discrete_gaussian.glsl").generated(noise_preface(any_target));
  else
    list.generated(plane_noise);
  list.file("common/gradient_noise.glsl");
  for (const std::string& path : sampler_files(any_target, sampler)) list.file(path);
  return parse(list);
}

Text target_text(const ShaderLibrary& library, const TargetUnit& target) {
  TokenList list(library);
  const TargetKernel kernel(target.descriptor);
  list.generated(common_uniforms + target_structs(kernel)).file("common/maths.glsl");
  if (target.descriptor.minibatches) list.file("common/philox.glsl").file("common/draws.glsl");
  list.generated(target_preface(library, kernel)).file("targets/" + target.descriptor.id + ".glsl");
  if (target.descriptor.minibatches) list.file("common/gradient_noise.glsl");
  return parse(list);
}

Text site_sampler_text(const ShaderLibrary& library, const Descriptor& sampler) {
  TokenList list(library);
  list.generated(site_declarations(false) + site_data + evaluation_struct + sampler_structs(sampler));
  add_random(list).generated(std::string(site_words) + site_notes + site_target);
  list.file("common/sites.glsl").file("common/site_draws.glsl").file("common/site_steps.glsl");
  return parse(list.file("site_samplers/" + sampler.id + ".glsl"));
}

Text site_target_text(const ShaderLibrary& library, const std::string& id) {
  TokenList list(library);
  list.generated(site_declarations(false) + site_data + site_words + site_notes);
  return parse(list.file("common/maths.glsl").file("common/sites.glsl").file("site_targets/" + id + ".glsl"));
}

Text noise_text(const ShaderLibrary& library) {
  TokenList list(library);
  list.generated(std::string("uniform int DIM;\n") + common_uniforms + evaluation_struct + plane_constants);
  add_random(list).generated(plane_target).generated(noise_preface(TargetKernel(Descriptor{})));
  list.file("common/gradient_noise.glsl");
  return parse(list);
}

Text formula_text(const ShaderLibrary& library) {
  TokenList list(library);
  list.generated(evaluation_struct).file("common/maths.glsl").generated(formula::error_function_text());
  return parse(list);
}

}  // namespace ergo::glsl
