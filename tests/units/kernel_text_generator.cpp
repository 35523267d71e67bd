// Writes a C++ file with the kernel text of every registered pair in a namespace of its own.
#include <fstream>
#include <iostream>

#include "core/gl/kernel_source.h"
#include "core/unit/registry.h"

/// A lattice is read from its table, which kernel_text.h holds.
static std::string target_text(const ergo::ShaderLibrary& library, const ergo::Descriptor& target) {
  if (target.space == ergo::Space::lattice)
    return "struct TargetParameters {\n  float none;\n};\n"
           "TargetConstants prepare(TargetParameters) { return {lattice_sides(), lattice_d(), lattice_m()}; "
           "}\n"
           "vec4 target_site(vec2 x, TargetConstants) { return lattice_site(x); }\n" +
           library.text("common/lattice.glsl");
  return ergo::target_preface(library, target) + library.text("targets/" + target.id + ".glsl");
}

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: kernel_text_generator OUTPUT\n";
    return 2;
  }
  const ergo::ShaderLibrary library;
  std::ofstream out(arguments[1]);
  out << "#include \"tests/units/kernel_text.h\"\n\n#define float double\n"
         "#pragma GCC diagnostic ignored \"-Wunused-parameter\"  // the signatures are fixed\n\nnamespace "
         "ergo::kernel_text {\n\n"
      << "namespace discrete_gaussian_text {\n"
      << library.text("common/discrete_gaussian.glsl") << "}  // namespace discrete_gaussian_text\n\n";
  std::string list;
  for (const auto& [target, sampler] : ergo::unit_pairs()) {
    const std::string &t = target.descriptor.id, &s = sampler.descriptor.id, name = t + "_with_" + s;
    out << "namespace " << name << " {\n"
        << ergo::kernel_structs(target.descriptor, sampler.descriptor)
        << target_text(library, target.descriptor) << ergo::noise_preface(target.descriptor)
        << library.text("common/gradient_noise.glsl");
    for (const std::string& path : ergo::sampler_files(target.descriptor, sampler.descriptor))
      out << library.text(path);
    out << "}  // namespace " << name << "\n#undef TargetConstants\n\n";
    list += "      pair_text(\"" + t + "\", \"" + s + "\", " + name + "::prepare, " + name + "::observe, " +
            name + "::moved_to, " + name + "::init_chain, " + name + "::step_chain),\n";
  }
  out << "std::vector<PairText> pair_texts() {\n  return {\n"
      << list << "  };\n}\n\n}  // namespace ergo::kernel_text\n";
  return out.flush() ? 0 : 1;
}
