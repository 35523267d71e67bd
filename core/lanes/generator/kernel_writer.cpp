#include "core/lanes/generator/kernel_writer.h"

#include <algorithm>

#include "core/lanes/generator/writer.h"

namespace ergo::glsl {

namespace {

const std::string set = "ergo::lanes::ERGO_LANE_SET";

/// How a kernel is driven, and what it is derived from.
struct Frame {
  std::string header, surroundings;
};
const Frame of_plane = {"drive.h", "Surroundings"}, of_sites = {"site_drive.h", "SiteSurroundings"};

std::string file_text(const std::string& kind, const std::string& id, const std::string& kernel,
                      const std::string& rest, const Frame& frame = of_plane) {
  const std::string name = kind + "_" + id;
  return "#include \"core/lanes/" + frame.header + "\"\n\nnamespace " + set + "::" + name +
         " {\nnamespace ln = " + set + ";\n\nstruct Kernel : ln::" + frame.surroundings + " {\n  using " +
         frame.surroundings + "::" + frame.surroundings + ";\n" + kernel + "};\n\n}  // namespace " + set +
         "::" + name + "\n\nnamespace " + set + " {\n" + rest + "}  // namespace " + set + "\n";
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

std::string site_sampler_kernel(const Text& text, const std::string& id) {
  Writer writer(text);
  const std::string stream = "const Stream<ln::Lanes>& stream", result = "  ERGO_LANES_INLINE auto ";
  std::string entries = result + "enter_step(ln::Mask mask, const ln::Vec2<ln::Lanes>& sums, const " +
                        "SamplerParameters<ln::Lanes>& p, " + stream +
                        ", const ln::Uvec2<ln::Single>& now) const {\n    return " +
                        writer.function("step_sites", {true, true, true, false}) +
                        "(mask, sums, p, stream, now);\n  }\n";
  entries += result + "enter_resting(ln::Mask mask) const { return " + writer.function("resting_sites", {}) +
             "(mask); }\n";
  entries +=
      result +
      "enter_ended(ln::Mask mask, const State<ln::Lanes>& s, const Outcome<ln::Lanes>& last) const {\n" +
      "    return " + writer.function("ended_sites", {true, true}) + "(mask, s, last);\n  }\n";
  const std::string sizes = size_text(text, "State", "state_size") +
                            size_text(text, "Report", "report_size") +
                            size_text(text, "SamplerParameters", "parameters_size");
  const std::string name = "sampler_" + id, kernel = name + "::Kernel";
  return file_text("sampler", id, sizes + writer.members() + entries,
                   "extern const SamplerKernel kernel_of_" + name + ";\nconst SamplerKernel kernel_of_" +
                       name + " = {\"" + id + "\", " + kernel + "::state_size, " + kernel +
                       "::report_size, start_site_chains<" + kernel + ">, advance_site_chains<" + kernel +
                       ">};\n",
                   of_sites);
}

namespace {

/// The seam's functions of a target of sites, by the names of the written ones.
struct SiteTargetFunctions {
  std::string slope, prepare_slopes, prepare_changes, change, change_at, by_notes, counted, rise, energy;
};

std::string site_target_entries(const SiteTargetFunctions& of) {
  const auto entry = [](const std::string& head, const std::string& body) {
    return "  static void enter_" + head + " {\n    " + body + "\n  }\n";
  };
  const auto in = [](const std::string& type, const std::string& from) {
    return "*static_cast<const ln::" + type + "*>(" + from + ")";
  };
  const auto out = [](const std::string& type, const std::string& to) {
    return "*static_cast<ln::" + type + "*>(" + to + ") = ";
  };
  const std::string view = "const SiteView& view", room = "const SiteRoom& room", pair = "Vec2<ln::Lanes>",
                    here = "Kernel(view, room).", nowhere = "Kernel(view, SiteRoom{}).",
                    all = "(ln::spread(true), ";
  return entry("slopes(" + view + ", " + room + ", const void* mask, int which)",
               "const Kernel kernel(view, room);\n    kernel." + of.prepare_slopes + "(" +
                   in("Mask", "mask") +
                   ", which);\n    float* to = room.slopes;\n"
                   "    for (int i = 0; i < kernel.SITES; ++i)\n"
                   "      for (int v = 0; v < kernel.slope_width(); ++v, to += ln::width) "
                   "ln::store_slope(to, kernel." +
                   of.slope + all + "which, i, v));") +
         entry("changes(" + view + ", " + room + ", const void* mask, int which)",
               "const Kernel kernel(view, room);\n    kernel." + of.prepare_changes + "(" + in("Mask", "mask") +
                   ", which);\n    float* to = room.slopes;\n"
                   "    for (int i = 0; i < kernel.SITES; ++i)\n"
                   "      for (int v = kernel.VALUES == 2; v < kernel.VALUES; ++v, to += ln::width) {\n"
                   "        const ln::Int value = kernel.changed_value(which, i, v);\n"
                   "        ln::store_slope(to, ln::blend(" +
                   in("Mask", "mask") + ", kernel." + of.change + all +
                   "which, i, value), ln::load_slope(to)));\n      }") +
         entry("prepare(" + view + ", " + room + ", const void* mask, int which)",
               here + of.prepare_changes + "(" + in("Mask", "mask") + ", which);") +
         entry("change(" + view + ", " + room + ", int which, int site, const void* value, void* change)",
               out("Float", "change") + here + of.change + all + "which, site, " + in("Int", "value") + ");") +
         entry("change_at(" + view + ", " + room +
                   ", int which, const void* site, const void* value, void* change)",
               out("Float", "change") + here + of.change_at + all + "which, " + in("Int", "site") + ", " +
                   in("Int", "value") + ");") +
         (of.by_notes.empty() ? ""
                              : entry("by_notes(" + view + ", " + room + ", int site, void* slope)",
                                      out("Float", "slope") + here + of.by_notes + all + "site);")) +
         entry("counted(" + view + ", " + room + ", int which, void* sums)",
               out(pair, "sums") + here + of.counted + all + "which);") +
         entry("rise(" + view + ", const void* from, const void* to, void* rise)",
               out("Float", "rise") + nowhere + of.rise + all + in(pair, "from") + ", " + in(pair, "to") +
                   ");") +
         entry("energy(" + view + ", const void* sums, void* energy)",
               out("Float", "energy") + nowhere + of.energy + all + in(pair, "sums") + ");");
}

}  // namespace

std::string site_target_kernel(const Text& text, const std::string& id) {
  Writer writer(text);
  const bool by_notes =
      std::ranges::any_of(text.functions, [](const Function& f) { return f.name == "slope_by_notes"; });
  const SiteTargetFunctions functions = {writer.function("slope", {false, false, false}),
                                         writer.function("prepare_slopes", {false}),
                                         writer.function("prepare_changes", {false}),
                                         writer.function("change", {false, false, true}),
                                         writer.function("change", {false, true, true}),
                                         by_notes ? writer.function("slope_by_notes", {false}) : "",
                                         writer.function("counted", {false}),
                                         writer.function("rise", {true, true}),
                                         writer.function("energy_of", {true})};
  const std::string name = "site_target_" + id, kernel = name + "::Kernel::enter_";
  return file_text("site_target", id, writer.members() + site_target_entries(functions),
                   "extern const SiteTargetKernel kernel_of_" + name +
                       ";\nconst SiteTargetKernel kernel_of_" + name + " = {\"" + id + "\", " + kernel +
                       "slopes, " + kernel + "changes, " + kernel + "prepare, " + kernel + "change, " + kernel +
                       "change_at, " + (by_notes ? kernel + "by_notes" : "nullptr") + ", " + kernel + "counted, " +
                       kernel + "rise, " + kernel + "energy};\n",
                   of_sites);
}

std::string kernel_list(const KernelIds& ids) {
  std::string declarations, lists;
  const auto add = [&](const std::string& kind, const std::string& type, const std::vector<std::string>& of) {
    lists += "static const " + type + "* const all_" + kind + "s[] = {";
    for (const std::string& id : of) {
      declarations += "extern const " + type + " kernel_of_" + kind + "_" + id + ";\n";
      lists += "&kernel_of_" + kind + "_" + id + ", ";
    }
    lists += "};\n";
  };
  add("sampler", "SamplerKernel", ids.samplers);
  add("target", "TargetKernel", ids.targets);
  add("site_target", "SiteTargetKernel", ids.site_targets);
  return "#include \"core/lanes/drive.h\"\n\nnamespace " + set + " {\n" + declarations + lists +
         "extern decltype(TargetView::noise) const kernel_of_gradient_noise;\nextern "
         "decltype(TargetView::evaluate) "
         "const kernel_of_tapes;\nextern const KernelList kernels;\nconst KernelList kernels = "
         "{all_samplers, " +
         std::to_string(ids.samplers.size()) + ", all_targets, " + std::to_string(ids.targets.size()) +
         ", all_site_targets, " + std::to_string(ids.site_targets.size()) +
         ", kernel_of_gradient_noise, kernel_of_tapes, width, fuses};\n}  // namespace " + set + "\n";
}

}  // namespace ergo::glsl
