#include "core/lanes/generator/kernel_writer.h"

#include "core/lanes/generator/writer.h"

namespace ergo::glsl {

namespace {

const std::string set = "ergo::lanes::ERGO_LANE_SET";

std::string file_text(const std::string& kind, const std::string& id, const std::string& kernel,
                      const std::string& rest) {
  const std::string name = kind + "_" + id;
  return "#include \"core/lanes/drive.h\"\n\nnamespace " + set + "::" + name + " {\nnamespace ln = " + set +
         ";\n\nstruct Kernel : ln::Surroundings {\n  using Surroundings::Surroundings;\n" + kernel +
         "};\n\n}  // namespace " + set + "::" + name + "\n\nnamespace " + set + " {\n" + rest + "}  // namespace " +
         set + "\n";
}

std::string size_text(const Text& text, const std::string& structure, const std::string& name) {
  int size = 0;
  for (const Variable& field : text.structure(structure)->fields) size += field.type.components;
  return "  static constexpr int " + name + " = " + std::to_string(size) + ";\n";
}

const char* const plane_seam = R"(
  ERGO_LANES_INLINE TargetConstants<ln::Single> constants() const { return {}; }
  ERGO_LANES_INLINE Evaluation<ln::Lanes> evaluate(ln::Mask mask, const ln::Vec2<ln::Lanes>& x, TargetConstants<ln::Single>) const {
    Evaluation<ln::Lanes> at;
    target->evaluate(*target, &mask, &x, &at);
    return at;
  }
  ERGO_LANES_APART ln::Vec2<ln::Lanes> gradient_noise(ln::Mask mask, const ln::Vec2<ln::Lanes>& x, const ln::Vec2<ln::Lanes>& gradient,
                                                      TargetConstants<ln::Single>, const Stream<ln::Lanes>& stream, ln::Int evaluation) const {
    const ln::NoiseAsked<Stream<ln::Lanes>> asked = {x, gradient, stream, evaluation};
    ln::Vec2<ln::Lanes> noise;
    target->noise(*target, &mask, &asked, &noise);
    return noise;
  }
)";

const char* const lattice_seam = R"(
  ERGO_LANES_INLINE TargetConstants<ln::Single> constants() const {
    const float* at = target_data;
    return {{at[0], at[1]}, {at[2], at[3]}, {at[4], at[5], at[6]}};
  }
  ERGO_LANES_INLINE ln::Vec4<ln::Lanes> target_site(ln::Mask, const ln::Vec2<ln::Lanes>& x, const TargetConstants<ln::Single>& t) const {
    const ln::Int index = ln::to_int(ln::fma(x.x, ln::spread(t.sides.y), x.y));  // below 2^24: exact
    return ln::read_row(target_data + 8, target_data_count / 4 - 2, index);
  }
)";

}  // namespace

std::string sampler_kernel(const Text& text, const std::string& id, bool lattice) {
  Writer writer(text);
  const std::string constants = "const TargetConstants<ln::Single>& t", stream = "const Stream<ln::Lanes>& stream",
                    result = "  ERGO_LANES_INLINE auto ";
  std::string entries;
  for (const std::string part : {"init", "step"})
    entries += result + "enter_" + part +
               "(ln::Mask mask, const State<ln::Lanes>& s, const SamplerParameters<ln::Lanes>& p, " + constants + ", " +
               stream + ") const {\n    return " + writer.function(part + "_chain", {true, true, false, true}) +
               "(mask, s, p, t, stream);\n  }\n";
  entries += result + "enter_observe(ln::Mask mask, const ln::Vec2<ln::Lanes>& x, " + constants + ", " + stream +
             ") const {\n    return " + writer.function("observe", {true, false, true, false}) +
             "(mask, x, t, stream, 0);\n  }\n";
  entries +=
      result +
      "enter_moved(ln::Mask mask, const State<ln::Lanes>& s, const Evaluation<ln::Lanes>& at) const {\n    return " +
      writer.function("moved_to", {true, true, true}) + "(mask, s, s.x, at);\n  }\n";
  entries += result + "enter_words(ln::Mask mask, " + stream + ") const { return " +
             writer.function("lone_words", {true}) + "(mask, stream); }\n";
  const std::string sizes = size_text(text, "State", "state_size") + size_text(text, "Report", "report_size") +
                            size_text(text, "SamplerParameters", "parameters_size");
  const std::string name = "sampler_" + id, kernel = name + "::Kernel";
  return file_text("sampler", id, sizes + writer.members() + (lattice ? lattice_seam : plane_seam) + "\n" + entries,
                   "extern const SamplerKernel kernel_of_" + name + ";\nconst SamplerKernel kernel_of_" + name +
                       " = {\"" + id + "\", " + kernel + "::state_size, " + kernel + "::report_size, start_chains<" +
                       kernel + ">, advance_chains<" + kernel + ">};\n");
}

namespace {

/// The seam's function that makes gradient noise.
std::string noise_entry(const std::string& name, const std::string& noise, const std::string& constants) {
  const std::string kernel = name + "::Kernel";
  return "static void noise_" + name +
         "(const TargetView& view, const void* mask, const void* asked, void* noise) {\n  const auto& a = "
         "*static_cast<const NoiseAsked<" +
         kernel + "::Stream<Lanes>>*>(asked);\n  *static_cast<Vec2<Lanes>*>(noise) = " + kernel + "(view)." + noise +
         "(*static_cast<const Mask*>(mask), a.x, a.gradient, " + constants + ", a.stream, a.evaluation);\n}\n";
}

const std::vector<bool> noise_arguments = {true, true, false, true, true};

}  // namespace

std::string target_kernel(const Text& text, const std::string& id, bool minibatches) {
  Writer writer(text);
  const std::string prepare = writer.function("prepare", {false}),
                    evaluate = writer.function("evaluate", {true, false});
  const std::string noise = minibatches ? writer.function("gradient_noise", noise_arguments) : "";
  std::string constants;
  for (const Function& f : text.functions)
    if (f.name == "prepare") constants = f.result.structure;
  const std::string members = writer.members() +
                              "  using Parameters = TargetParameters<ln::Single>;\n  using Constants = " + constants +
                              "<ln::Single>;\n";
  const std::string name = "target_" + id, kernel = name + "::Kernel";
  const std::string of_constants = "*static_cast<const " + kernel + "::Constants*>(view.constants)";
  std::string rest =
      "static void prepare_" + name + "(const TargetView& view, void* constants) {\n  " + kernel +
      "::Parameters values{};\n" +
      "  const float* from = view.data;\n  values.visit([&](float& value) { value = *from++; });\n  *static_cast<" +
      kernel + "::Constants*>(constants) = " + kernel + "(view)." + prepare + "(spread(true), values);\n}\n";
  rest += "static void evaluate_" + name +
          "(const TargetView& view, const void* mask, const void* x, void* evaluation) {\n  *static_cast<" + kernel +
          "::Evaluation<Lanes>*>(evaluation) =\n      " + kernel + "(view)." + evaluate +
          "(*static_cast<const Mask*>(mask), *static_cast<const Vec2<Lanes>*>(x), " + of_constants + ");\n}\n";
  if (minibatches) rest += noise_entry(name, noise, of_constants);
  rest += "extern const TargetKernel kernel_of_" + name + ";\nconst TargetKernel kernel_of_" + name + " = {\"" + id +
          "\", sizeof(" + kernel + "::Constants), prepare_" + name + ", evaluate_" + name + ", " +
          (minibatches ? "noise_" + name : "nullptr") + "};\n";
  return file_text("target", id, members, rest);
}

std::string noise_kernel(const Text& text) {
  Writer writer(text);
  const std::string noise = writer.function("gradient_noise", noise_arguments), name = "gradient_noise";
  return file_text("gradient", "noise", writer.members(),
                   noise_entry(name, noise, name + "::Kernel::TargetConstants<Single>{}") +
                       "extern decltype(TargetView::noise) const kernel_of_" + name +
                       ";\ndecltype(TargetView::noise) const kernel_of_" + name + " = noise_" + name + ";\n");
}

std::string tape_kernel(const Text& text) {
  Writer writer(text);
  for (const char* name : {"expm1", "log1p", "formula_erf"}) writer.function(name, {true});
  return "#include \"core/lanes/tape_run.h\"\n" +
         file_text("formula", "tape", writer.members(),
                   "extern decltype(TargetView::evaluate) const kernel_of_tapes;\ndecltype(TargetView::evaluate) const "
                   "kernel_of_tapes = "
                   "run_tape<formula_tape::Kernel>;\n");
}

std::string kernel_list(const std::vector<std::string>& samplers, const std::vector<std::string>& targets) {
  std::string declarations, lists;
  const auto add = [&](const std::string& kind, const std::string& type, const std::vector<std::string>& ids) {
    lists += "static const " + type + "* const all_" + kind + "s[] = {";
    for (const std::string& id : ids) {
      declarations += "extern const " + type + " kernel_of_" + kind + "_" + id + ";\n";
      lists += "&kernel_of_" + kind + "_" + id + ", ";
    }
    lists += "};\n";
  };
  add("sampler", "SamplerKernel", samplers);
  add("target", "TargetKernel", targets);
  return "#include \"core/lanes/drive.h\"\n\nnamespace " + set + " {\n" + declarations + lists +
         "extern decltype(TargetView::noise) const kernel_of_gradient_noise;\nextern decltype(TargetView::evaluate) "
         "const kernel_of_tapes;\nextern const KernelList kernels;\nconst KernelList kernels = {all_samplers, " +
         std::to_string(samplers.size()) + ", all_targets, " + std::to_string(targets.size()) +
         ", kernel_of_gradient_noise, kernel_of_tapes, width, fuses};\n}  // namespace " + set + "\n";
}

}  // namespace ergo::glsl
