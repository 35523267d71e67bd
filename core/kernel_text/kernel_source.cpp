#include "core/kernel_text/kernel_source.h"

#include "core/backend/running_count.h"
#include "core/unit/sampler.h"

namespace ergo {

namespace {

std::string struct_text(const std::string& name, std::vector<std::string> members) {
  if (members.empty()) members = {"float none"};  // GLSL knows no empty struct
  std::string text = "struct " + name + " {\n";
  for (const std::string& member : members) text += "  " + member + ";\n";
  return text + "};\n\n";
}

const std::string& kernel_name(const Parameter& parameter) {
  return parameter.kernel_name.empty() ? parameter.id : parameter.kernel_name;
}

std::string parameters_struct(const std::string& name, const Descriptor& unit) {
  std::vector<std::string> members;
  for (const Parameter& parameter : unit.parameters) members.push_back("float " + kernel_name(parameter));
  return struct_text(name, members);
}

}  // namespace

const char* const evaluation_struct = "struct Evaluation {\n  float energy;\n  vec2 gradient;\n};\n\n";
const char* const lattice_struct =
    "struct TargetConstants {\n  vec2 sides;\n  vec2 d;\n  vec3 m;  // xx, xy, yy\n};\n\n";

std::string target_structs(const TargetKernel& target) {
  const Descriptor& unit = target.descriptor;
  return "const int DIM = " + std::to_string(unit.dim) + ";\n\n" +
         (unit.space == Space::lattice ? lattice_struct : parameters_struct("TargetParameters", unit)) +
         evaluation_struct;
}

namespace {

std::string parameters_loader(const std::string& head, const std::string& type, const Descriptor& unit,
                              const std::string& element) {
  std::string text = head + " {\n  " + type + " loaded;\n";
  if (unit.parameters.empty()) text += "  loaded.none = 0.0;\n";
  for (std::size_t k = 0; k < unit.parameters.size(); ++k)
    text += "  loaded." + kernel_name(unit.parameters[k]) + " = " + element + std::to_string(k) + "u];\n";
  return text + "  return loaded;\n}\n\n";
}

/// The first elements of a lattice's table hold its sides and its Curvature, the sites follow by state
/// number.
std::string lattice_loader() {
  return "layout(std430, binding = " + std::to_string(target_binding) +
         ") readonly buffer TargetData { vec4 target_data[]; };\n"
         "TargetConstants load_target() {\n"
         "  return TargetConstants(target_data[0].xy, target_data[0].zw, target_data[1].xyz);\n}\n"
         "vec4 target_site(vec2 x, TargetConstants t) {\n"
         "  return target_data[2 + int(x.x * t.sides.y + x.y)];  // below 2^24: exact\n}\n\n";
}

std::string target_loader(const TargetKernel& target) {
  return "layout(std430, binding = " + std::to_string(target_binding) +
         ") readonly buffer TargetData { float target_data[]; };\n" +
         parameters_loader("TargetParameters load_target_parameters()", "TargetParameters", target.descriptor,
                           "target_data[");
}

/// The scalars of a struct in storage order, e.g. "x.x", "x.y", "energy".
std::vector<std::string> state_scalars(const Descriptor& sampler) {
  std::vector<std::string> scalars = {"x.x", "x.y", "energy", "gradient.x", "gradient.y"};
  for (const StateField& field : sampler.state) {
    if (field.components == 1) scalars.push_back(field.id);
    for (int k = 0; k < field.components && field.components > 1; ++k)
      scalars.push_back(field.id + "." + "xyzw"[k]);
  }
  if (const std::string& count = sampler.claims.gradients_field; !count.empty())
    scalars.push_back(count + "_high");
  return scalars;
}

/// The device's form of a running count, ChainLayout: adds gradients to it.
std::string counting(const std::string& field) {
  if (field.empty()) return "";
  const std::string unit = std::to_string(count_unit);
  return "State counted(State s, float gradients) {\n  s." + field + " += gradients;\n  if (s." + field +
         " >= " + unit + ") {\n    s." + field + " -= " + unit + ";\n    s." + field +
         "_high += 1.0;\n  }\n  return s;\n}\n\n";
}

std::vector<std::string> report_scalars(const Descriptor& sampler) {
  std::vector<std::string> scalars;
  for (const Channel& channel : sampler.channels) scalars.push_back(channel.id);
  return scalars;
}

/// load_<name>(chain) and store_<name>(chain, value), by pairs of scalars.
std::string access_functions(const std::string& type, const std::string& name,
                             const std::vector<std::string>& scalars) {
  std::string load = type + " load_" + name + "(uint chain) {\n  " + type + " loaded;\n";
  std::string store = "void store_" + name + "(uint chain, " + type + " stored) {\n";
  load += scalars.empty() ? "  loaded.none = 0.0;\n" : "  vec2 pair;\n";
  for (std::size_t k = 0; k < scalars.size(); k += 2) {
    const bool both = k + 1 < scalars.size();
    const std::string element = name + "_data[" + std::to_string(k / 2) + "u * chains + chain]";
    load += "  pair = floats_of(" + element + ");\n  loaded." + scalars[k] + " = pair.x;\n";
    if (both) load += "  loaded." + scalars[k + 1] + " = pair.y;\n";
    store += "  " + element + " = pair_of(stored." + scalars[k] + ", " +
             (both ? "stored." + scalars[k + 1] : "0.0") + ");\n";
  }
  return load + "  return loaded;\n}\n\n" + store + "}\n\n";
}

const char* const random_files[] = {"common/philox.glsl", "common/draws.glsl"};

/// The target's own text and what loads it.
void add_target(SourceBuilder& builder, const ShaderLibrary& library, const TargetKernel& target) {
  if (target.descriptor.space == Space::lattice) {
    builder.generated(lattice_loader()).file("common/lattice.glsl");
    return;
  }
  builder.generated(target_loader(target) + target_preface(library, target))
      .file("targets/" + target.descriptor.id + ".glsl")
      .generated(target.own_text + "TargetConstants load_target() { return prepare(load_target_parameters()); }\n\n");
}

KernelSource pair_kernel(const ShaderLibrary& library, const TargetKernel& target, const Descriptor& sampler,
                         NoiseKind noise, const std::string& main) {
  SourceBuilder builder(library);
  builder.generated(kernel_structs(target, sampler)).file("common/maths.glsl");
  for (const char* path : random_files) builder.file(path);
  builder.file("common/chains.glsl");
  add_target(builder, library, target);
  if (target.descriptor.space == Space::lattice) builder.file("common/discrete_gaussian.glsl");
  builder
      .generated("const int GRADIENT_NOISE = " + std::to_string(static_cast<int>(noise)) + ";\n\n" +
                 noise_preface(target))
      .file("common/gradient_noise.glsl")
      .generated(chain_access(sampler));
  for (const std::string& path : sampler_files(target, sampler)) builder.file(path);
  return builder.file(main).source();
}

}  // namespace

std::string TargetKernel::key() const {
  return own_text.empty() ? descriptor.id : target_structs(*this) + target_loader(*this) + own_text;
}

std::string sampler_structs(const Descriptor& sampler) {
  std::vector<std::string> state = {"vec2 x", "float energy", "vec2 gradient"}, report;
  for (const StateField& field : sampler.state)
    state.push_back((field.components == 1 ? "float " : "vec" + std::to_string(field.components) + " ") +
                    field.id);
  if (const std::string& count = sampler.claims.gradients_field; !count.empty())
    state.push_back("float " + count + "_high");
  for (const Channel& channel : sampler.channels) report.push_back("float " + channel.id);
  return parameters_struct("SamplerParameters", sampler) +
         struct_text("State", state) + struct_text("Report", report) +
         struct_text("Transition", {"State state", "Report report"}) +
         counting(sampler.claims.gradients_field) +
         "State moved_to(State s, vec2 x, Evaluation at) {\n"
         "  s.x = x;\n  s.energy = at.energy;\n  s.gradient = at.gradient;\n  return s;\n}\n\n"
         "float metropolis_acceptance(float log_ratio) {  // min(1, a); 0 for NaN\n"
         "  return log_ratio > -80.0 ? exp(min(log_ratio, 0.0)) : 0.0;\n}\n\n";
}

std::string chain_access(const Descriptor& sampler) {
  return parameters_loader("SamplerParameters load_sampler(uint chain)", "SamplerParameters", sampler,
                           "sampler_data[chain * row_stride + ") +
         access_functions("State", "state", state_scalars(sampler)) +
         access_functions("Report", "report", report_scalars(sampler));
}

std::string kernel_structs(const TargetKernel& target, const Descriptor& sampler) {
  return target_structs(target) + sampler_structs(sampler);
}

std::string target_preface(const ShaderLibrary& library, const TargetKernel& target) {
  if (target.descriptor.space == Space::lattice) return "";
  const std::string text =
      text_with_includes(library, "targets/" + target.descriptor.id + ".glsl") + target.own_text;
  if (text.find("struct TargetConstants") != std::string::npos) return "";
  return "#define TargetConstants TargetParameters\n"
         "TargetParameters prepare(TargetParameters t) { return t; }\n\n";
}

std::string noise_preface(const TargetKernel& target) {
  if (target.descriptor.minibatches) return "";
  return "vec2 minibatch_noise(vec2 x, vec2 gradient, TargetConstants t, Stream stream, int evaluation) {\n"
         "  return vec2(0.0, 0.0);\n}\n\n";
}

std::vector<std::string> sampler_files(const TargetKernel& target, const Descriptor& sampler) {
  std::vector<std::string> files;
  if (target.descriptor.space == Space::lattice) files.push_back("common/lattice_proposals.glsl");
  if (!sampler.claims.reservoir_field.empty()) files.push_back("common/path_draws.glsl");
  files.push_back("samplers/" + sampler.id + ".glsl");
  return files;
}

KernelSource init_kernel(const ShaderLibrary& library, const TargetKernel& target, const Descriptor& sampler,
                         NoiseKind noise) {
  return pair_kernel(library, target, sampler, noise, "init.comp");
}

KernelSource step_kernel(const ShaderLibrary& library, const TargetKernel& target, const Descriptor& sampler,
                         NoiseKind noise) {
  return pair_kernel(library, target, sampler, noise, "step.comp");
}

KernelSource shader(const ShaderLibrary& library, const std::vector<std::string>& paths) {
  SourceBuilder builder(library);
  for (const std::string& path : paths) builder.file(path);
  return builder.source();
}

KernelSource target_shader(const ShaderLibrary& library, const TargetKernel& target,
                           const std::vector<std::string>& paths) {
  SourceBuilder builder(library);
  builder.generated(target_structs(target)).file("common/maths.glsl");
  if (target.descriptor.minibatches)  // its text draws batches
    for (const char* path : random_files) builder.file(path);
  add_target(builder, library, target);
  for (const std::string& path : paths) builder.file(path);
  return builder.source();
}

KernelSource target_shader(const ShaderLibrary& library, const TargetKernel& target, const std::string& path) {
  return target_shader(library, target, std::vector<std::string>{path});
}

}  // namespace ergo
