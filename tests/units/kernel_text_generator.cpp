// Writes a C++ file with the kernel text of one target with every sampler of its space, each pair in a namespace
// of its own; or, for no target, the file that lists all of them.
#include <fstream>
#include <iostream>

#include "core/kernel_text/kernel_source.h"
#include "core/unit/registry.h"

namespace {

/// A lattice is read from its table, which kernel_text.h holds.
std::string target_text(const ergo::ShaderLibrary& library, const ergo::TargetKernel& target) {
  if (target.descriptor.space == ergo::Space::lattice)
    return "struct TargetParameters {\n  float none;\n};\n"
           "TargetConstants prepare(TargetParameters) { return {lattice_sides(), lattice_d(), lattice_m()}; "
           "}\n"
           "vec4 target_site(vec2 x, TargetConstants) { return lattice_site(x); }\n" +
           library.text("common/lattice.glsl");
  return ergo::target_preface(library, target) +
         ergo::text_with_includes(library, "targets/" + target.descriptor.id + ".glsl") + target.own_text;
}

void write_target(std::ostream& out, const ergo::TargetUnit& unit) {
  const ergo::ShaderLibrary library;
  const ergo::Descriptor& target = unit.descriptor;
  const ergo::TargetKernel kernel(target, unit.make()->kernel_text());
  std::string list;
  for (const auto& other : ergo::samplers(target.space)) {
    const ergo::Descriptor& sampler = other.descriptor;
    const std::string name = target.id + "_with_" + sampler.id;
    out << "namespace " << name << " {\n"
        << ergo::kernel_structs(kernel, sampler) << target_text(library, kernel) << ergo::noise_preface(kernel)
        << library.text("common/gradient_noise.glsl");
    for (const std::string& path : ergo::sampler_files(kernel, sampler))
      out << ergo::text_with_includes(library, path);
    out << "}  // namespace " << name << "\n#undef TargetConstants\n\n";
    list += "  all.push_back(pair_text(\"" + target.id + "\", \"" + sampler.id + "\", " + name + "::prepare, " +
            name + "::observe, " + name + "::moved_to, " + name + "::init_chain, " + name + "::step_chain));\n";
  }
  out << "void add_" << target.id << "(std::vector<PairText>& all) {\n" << list << "}\n\n";
}

void write_list(std::ostream& out) {
  std::string declarations, calls;
  for (const auto& unit : ergo::kernel_targets()) {
    declarations += "void add_" + unit.descriptor.id + "(std::vector<PairText>& all);\n";
    calls += "  add_" + unit.descriptor.id + "(all);\n";
  }
  out << "namespace discrete_gaussian_text {\n"
      << ergo::ShaderLibrary().text("common/discrete_gaussian.glsl") << "}  // namespace discrete_gaussian_text\n\n"
      << declarations << "\nstd::vector<PairText> pair_texts() {\n  std::vector<PairText> all;\n"
      << calls << "  return all;\n}\n\n";
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || count > 3) {
    std::cerr << "usage: kernel_text_generator OUTPUT [TARGET]\n";
    return 2;
  }
  std::ofstream out(arguments[1]);
  out << "#include \"tests/units/kernel_text.h\"\n\n#define float double\n#define precise\n"
         "#pragma GCC diagnostic ignored \"-Wunused-parameter\"  // the signatures are fixed\n\nnamespace "
         "ergo::kernel_text {\n\n";
  if (count == 3)
    write_target(out, ergo::target_unit(arguments[2]));
  else
    write_list(out);
  out << "}  // namespace ergo::kernel_text\n";
  return out.flush() ? 0 : 1;
}
