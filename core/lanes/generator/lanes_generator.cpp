// Writes the kernels on lanes into a folder: a C++ file for every unit, and the list of them.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/lanes/generator/kernel_writer.h"
#include "core/lanes/generator/unit_text.h"
#include "core/site_plane/site_kernels.h"

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
  ergo::glsl::KernelIds ids;
  for (const auto& unit : ergo::kernel_samplers()) {
    const ergo::Descriptor& d = unit.descriptor;
    ids.samplers.push_back(d.id);
    write(folder / ("sampler_" + d.id + ".cpp"),
          ergo::glsl::sampler_kernel(ergo::glsl::sampler_text(library, d), d.id, d.space == ergo::Space::lattice));
  }
  for (const auto& unit : ergo::kernel_targets()) {
    if (unit.descriptor.space != ergo::Space::plane) continue;
    if (!ergo::glsl::has_kernel(unit)) {  // the build waits for a file of every unit
      write(folder / ("target_" + unit.descriptor.id + ".cpp"), "// This target brings its text at run time.\n");
      continue;
    }
    ids.targets.push_back(unit.descriptor.id);
    write(folder / ("target_" + unit.descriptor.id + ".cpp"),
          ergo::glsl::target_kernel(ergo::glsl::target_text(library, unit), unit.descriptor.id,
                                    unit.descriptor.minibatches));
  }
  for (const auto& unit : ergo::samplers(ergo::Space::sites)) {
    const ergo::Descriptor& d = unit.descriptor;
    if (!ergo::site_kernels().contains(d.id)) continue;
    ids.samplers.push_back(d.id);
    write(folder / ("site_sampler_" + d.id + ".cpp"),
          ergo::glsl::site_sampler_kernel(ergo::glsl::site_sampler_text(library, d), d.id));
  }
  for (const auto& unit : ergo::targets(ergo::Space::sites)) {
    const std::string& id = unit.descriptor.id;
    if (!ergo::site_kernels().contains(id)) continue;
    ids.site_targets.push_back(id);
    write(folder / ("site_target_" + id + ".cpp"),
          ergo::glsl::site_target_kernel(ergo::glsl::site_target_text(library, id), id));
  }
  write(folder / "gradient_noise.cpp", ergo::glsl::noise_kernel(ergo::glsl::noise_text(library)));
  write(folder / "formula_tape.cpp", ergo::glsl::tape_kernel(ergo::glsl::formula_text(library)));
  write(folder / "list.cpp", ergo::glsl::kernel_list(ids));
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
