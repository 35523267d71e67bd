// Writes the kernels on lanes into a folder: a C++ file for every unit, and the list of them.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/lanes/generator/kernel_writer.h"
#include "core/lanes/generator/unit_text.h"

namespace {

/// Files that stay as they are are not compiled again.
void write(const std::filesystem::path& path, const std::string& text) {
  std::ifstream before(path);
  std::ostringstream old;
  old << before.rdbuf();
  if (before && old.str() == text) return;
  std::ofstream out(path);
  if (!(out << text << std::flush)) throw std::runtime_error("cannot write " + path.string());
}

void write_all(const std::filesystem::path& folder) {
  const ergo::ShaderLibrary library;
  std::vector<std::string> samplers, targets;
  for (const auto& unit : ergo::kernel_samplers()) {
    const ergo::Descriptor& d = unit.descriptor;
    samplers.push_back(d.id);
    write(folder / ("sampler_" + d.id + ".cpp"),
          ergo::glsl::sampler_kernel(ergo::glsl::sampler_text(library, d), d.id, d.space == ergo::Space::lattice));
  }
  for (const auto& unit : ergo::kernel_targets()) {
    if (unit.descriptor.space != ergo::Space::plane) continue;
    if (!ergo::glsl::has_kernel(unit)) {  // the build waits for a file of every unit
      write(folder / ("target_" + unit.descriptor.id + ".cpp"), "// This target brings its text at run time.\n");
      continue;
    }
    targets.push_back(unit.descriptor.id);
    write(folder / ("target_" + unit.descriptor.id + ".cpp"),
          ergo::glsl::target_kernel(ergo::glsl::target_text(library, unit), unit.descriptor.id,
                                    unit.descriptor.minibatches));
  }
  write(folder / "gradient_noise.cpp", ergo::glsl::noise_kernel(ergo::glsl::noise_text(library)));
  write(folder / "formula_tape.cpp", ergo::glsl::tape_kernel(ergo::glsl::formula_text(library)));
  write(folder / "list.cpp", ergo::glsl::kernel_list(samplers, targets));
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 2) {
    std::cerr << "usage: lanes_generator FOLDER\n";
    return 2;
  }
  write_all(arguments[1]);
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
