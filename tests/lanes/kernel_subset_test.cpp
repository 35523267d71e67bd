// Every unit's text is in the subset of GLSL that core/lanes/generator reads; what is not is refused with file and
// line.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/lanes/generator/kernel_writer.h"
#include "core/lanes/generator/parser.h"
#include "core/lanes/generator/unit_text.h"
#include "core/site_plane/site_kernels.h"

namespace ergo::kernel_subset_test {
namespace {

TEST(KernelSubset, HoldsEveryUnitsText) {
  const ShaderLibrary library;
  for (const auto& unit : kernel_samplers()) {
    const Descriptor& d = unit.descriptor;
    EXPECT_NO_THROW(glsl::sampler_kernel(glsl::sampler_text(library, d), d.id, d.space == Space::lattice)) << d.id;
  }
  for (const auto& unit : kernel_targets())
    if (glsl::has_kernel(unit)) {
      EXPECT_NO_THROW(
          glsl::target_kernel(glsl::target_text(library, unit), unit.descriptor.id, unit.descriptor.minibatches));
    }
}

TEST(KernelSubset, HoldsEveryTextOfSites) {
  const ShaderLibrary library;
  for (const auto& unit : samplers(Space::sites))
    if (const Descriptor& d = unit.descriptor; site_kernels().contains(d.id)) {
      EXPECT_NO_THROW(glsl::site_sampler_kernel(glsl::site_sampler_text(library, d), d.id)) << d.id;
    }
  for (const auto& unit : targets(Space::sites))
    if (const std::string& id = unit.descriptor.id; site_kernels().contains(id)) {
      EXPECT_NO_THROW(glsl::site_target_kernel(glsl::site_target_text(library, id), id)) << id;
    }
}

TEST(KernelSubset, WritesTheSameTextAgain) {
  const ShaderLibrary library;
  const Descriptor& d = sampler_unit("nuts").descriptor;
  EXPECT_EQ(glsl::sampler_kernel(glsl::sampler_text(library, d), d.id, false),
            glsl::sampler_kernel(glsl::sampler_text(library, d), d.id, false));
}

/// The error of a text.
Error error_of(const std::string& text) {
  const ShaderLibrary library;
  glsl::TokenList list(library);
  try {
    list.generated(text);
    glsl::parse(list);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error: " << text;
  return Error("", "", "", "");
}

TEST(KernelSubset, RefusesTheRestWithItsLine) {
  struct Case {
    std::string text, value;
    int line;
  };
  const std::string head = "float f(float x) {\n", tail = "\n  return x;\n}\n";
  for (const Case& c : {
           Case{head + "  for (int k = 0; k < 3; ++k) break;" + tail, "break", 2},
           Case{head + "  while (x < 1.0) {\n    return x;\n  }" + tail, "return", 3},
           Case{head + "  switch (1) {}" + tail, "switch", 2},
           Case{head + "  do x += 1.0; while (x < 1.0);" + tail, "do", 2},
           Case{"float f(out float x) { return x; }", "out", 1},
           Case{"float f(inout float x) { return x; }", "inout", 1},
           Case{head + "  x = 1;" + tail, "int", 2},
           Case{head + "  x = sinh(x);" + tail, "sinh(float)", 2},
           Case{head + "  x = f(x);" + tail, "f(float)", 2},
           Case{head + "  x = y;" + tail, "y", 2},
           Case{head + "  1.0 + x;" + tail, "+", 2},
           Case{head + "  double y = x;" + tail, "y", 2},
           Case{head + "  x = vec2(x, x).z;" + tail, "z", 2},
           Case{head + "  int this = 1;" + tail, "this", 2},
           Case{head + "  x = x @ 1.0;" + tail, "@", 2},
           Case{"#extension all : enable\n", "#extension all : enable", 1},
           Case{"\n\nfloat f(float x) {\n  return x;\n", "the end", 4},
       }) {
    const Error error = error_of(c.text);
    EXPECT_EQ(error.where, "generated text:" + std::to_string(c.line)) << c.text << error.what();
    EXPECT_NE(std::string(error.what()).find(c.value), std::string::npos) << c.text << error.what();
    EXPECT_FALSE(error.legal.empty());
  }
}

TEST(KernelSubset, NamesTheFile) {
  const ShaderLibrary library;
  glsl::TokenList list(library);
  list.file("samplers/ula.glsl");  // without what it needs
  try {
    glsl::parse(list);
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(error.where.starts_with("shaders/samplers/ula.glsl:")) << error.where;
  }
}

}  // namespace
}  // namespace ergo::kernel_subset_test
