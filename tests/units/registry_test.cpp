// Every registered unit is described completely, reads what it declares, and is found by id; half a pair
// stops the build.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "core/backend/backend.h"
#include "core/base/error.h"
#include "core/kernel_text/shader_library.h"
#include "core/unit/registry.h"

namespace ergo::registry_test {
namespace {

namespace fs = std::filesystem;

bool contains(Range outer, Range inner) { return outer.low <= inner.low && inner.high <= outer.high; }

/// Letters below, digits, _; a letter first.
bool is_id(const std::string& text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos &&
         !text.empty() && text[0] >= 'a';
}

/// Is the word there with no letter, digit or _ at either side?
bool has_word(const std::string& text, const std::string& word) {
  const auto joins = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(text[at]) || text[at] == '_');
  };
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (!joins(at - 1) && !joins(at + word.size())) return true;
  return false;
}

void expect_complete(const Parameter& p) {
  EXPECT_TRUE(is_id(p.id)) << p.id;
  for (const auto& text : {p.title, p.symbol, p.doc}) EXPECT_FALSE(text.empty()) << p.id;
  EXPECT_LT(p.hard.low, p.hard.high) << p.id;
  EXPECT_LT(p.slider.low, p.slider.high) << p.id;
  EXPECT_TRUE(contains(p.hard, p.slider)) << p.id;
  EXPECT_TRUE(contains(p.hard, {p.initial, p.initial})) << p.id;
  if (p.scale == Scale::log) {
    EXPECT_GT(p.slider.low, 0) << p.id;
    EXPECT_GT(p.hard.low, 0) << p.id;
  }
  EXPECT_EQ(p.kind == Kind::choice, !p.choices.empty()) << p.id;
  if (is_file(p)) {
    EXPECT_EQ(p.applies, Applies::restart) << "a run's journal holds no files";
  }
  if (!is_content(p)) {
    EXPECT_EQ(parse_value(p, value_text(p, p.initial), p.id), p.initial);
  }
}

template <class Item>
void expect_unique_ids(const std::vector<Item>& items) {
  std::set<std::string> ids;
  for (const auto& item : items) EXPECT_TRUE(ids.insert(item.id).second) << item.id;
}

template <class Interface>
void expect_complete_units(const std::vector<Unit<Interface>>& units) {
  ASSERT_FALSE(units.empty());
  std::vector<Descriptor> descriptors;
  for (const auto& unit : units) {
    const Descriptor& d = unit.descriptor;
    SCOPED_TRACE(d.id);
    descriptors.push_back(d);
    for (const auto& text : {d.id, d.title, d.doc, d.source}) EXPECT_FALSE(text.empty());
    for (const auto& parameter : d.parameters) expect_complete(parameter);
    expect_unique_ids(d.parameters);
    expect_unique_ids(d.state);
    expect_unique_ids(d.channels);
  }
  expect_unique_ids(descriptors);
  EXPECT_TRUE(std::ranges::is_sorted(descriptors, {}, &Descriptor::id));
}

TEST(Registry, DescriptorsAreComplete) {
  expect_complete_units(targets());
  expect_complete_units(samplers());
  expect_complete_units(starts());
  for (const auto& target : targets())
    EXPECT_TRUE(target.descriptor.dim == 1 || target.descriptor.dim == 2) << target.descriptor.id;
}

/// Texts have formulas in backticks.
TEST(Registry, EveryUnitOfSitesHasItsEquation) {
  const std::regex equation("`[^`]*(=|∝|~)[^`]*`");
  const auto expect_equation = [&](const auto& units) {
    for (const auto& unit : units)
      EXPECT_TRUE(unit.descriptor.space != Space::sites || std::regex_search(unit.descriptor.doc, equation))
          << unit.descriptor.id;
  };
  expect_equation(targets());
  expect_equation(samplers());
}

TEST(Registry, ClaimsNameDeclaredChannelsAndFields) {
  for (const auto& sampler : samplers()) {
    const Descriptor& d = sampler.descriptor;
    SCOPED_TRACE(d.id);
    for (const auto& channel :
         {d.claims.importance_channel, d.claims.time_weight_channel, d.claims.conserved_channel,
          d.claims.acceptance_channel, d.claims.decision_channel, d.claims.divergence_channel,
          d.claims.depth_channel})
      EXPECT_TRUE(channel.empty() || find_channel(d, channel) >= 0) << channel;
    for (const char* field : {"time_reference", "time_total"})
      EXPECT_TRUE(d.claims.time_weight_channel.empty() || state_offset(d, field) >= 0) << field;
    for (const auto& [field, components] : {std::pair{d.claims.reservoir_field, 2},
                                            {d.claims.ergodic_field, 2},
                                            {d.claims.momentum_field, 2},
                                            {d.claims.steering_field, 2},
                                            {d.claims.control_field, 1},
                                            {d.claims.gradients_field, 1}})
      EXPECT_TRUE(field.empty() || std::ranges::any_of(d.state,
                                                       [&, id = field, count = components](const StateField& f) {
                                                         return f.id == id && f.components == count;
                                                       }))
          << field;
    const int thermostat = find_channel(d, d.claims.thermostat_field);
    EXPECT_TRUE(d.claims.thermostat_field.empty() || (state_offset(d, d.claims.thermostat_field) >= 0 &&
                                                      thermostat >= 0 && d.channels[thermostat].prediction));
    const std::string& attempts = d.claims.attempts_parameter;
    EXPECT_TRUE(attempts.empty() || find_parameter(d, attempts) >= 0) << attempts;
    EXPECT_EQ(attempts.empty(), d.claims.control_field.empty());
    EXPECT_EQ(d.claims.metropolis_parameter, find_parameter(d, "metropolis") >= 0 ? "metropolis" : "");
    EXPECT_EQ(d.claims.depth_channel.empty(), d.claims.depth_parameter.empty());
    EXPECT_TRUE(d.claims.depth_parameter.empty() || find_parameter(d, d.claims.depth_parameter) >= 0);
    // On a lattice the bias does not go with a power of the step size.
    EXPECT_EQ(d.claims.distribution == Distribution::biased && d.space == Space::plane,
              d.claims.bias_order > 0);
    EXPECT_TRUE(!d.adaptation || find_channel(d, d.adaptation->channel) >= 0);
    EXPECT_EQ(sampler.make()->report_size(), static_cast<int>(d.channels.size()));
    int size = chain_state_size;
    for (const auto& field : d.state) size += field.components;
    EXPECT_EQ(sampler.make()->state_size(), size);
  }
}

// Curves of one quantity share a plot, under its first sampler's words; others must not look like it.
TEST(Registry, AQuantityHasOneNameAndOneSymbolAndNoOtherHasItsName) {
  std::map<std::string, const Channel*> by_quantity;
  std::map<std::string, std::string> by_title;
  for (const auto& sampler : samplers())
    for (const Channel& channel : sampler.descriptor.channels) {
      const std::string& quantity = quantity_of(channel);
      const Channel& first = *by_quantity.emplace(quantity, &channel).first->second;
      EXPECT_EQ(channel.title, first.title) << sampler.descriptor.id << ", " << channel.id;
      EXPECT_EQ(channel.symbol, first.symbol) << sampler.descriptor.id << ", " << channel.id;
      EXPECT_EQ(by_title.emplace(channel.title, quantity).first->second, quantity) << sampler.descriptor.id;
    }
}

/// Whether the run reads a parameter to adapt the sampler, and its step does not.
bool is_of_adaptation_alone(const Descriptor& unit, const std::string& id) {
  if (!unit.adaptation) return false;
  const auto values = initial_values(unit.parameters);
  const Parameters parameters(unit.parameters, values);
  unit.adaptation->alone(parameters);
  const auto unread = parameters.unread();
  return std::ranges::find(unread, id) == unread.end();
}

template <class Interface>
void expect_every_parameter_read(const std::vector<Unit<Interface>>& units) {
  for (const auto& unit : units) {
    const auto values = initial_values(unit.descriptor.parameters);
    const Parameters parameters(unit.descriptor.parameters, values);
    unit.construct(parameters);
    for (const std::string& id : parameters.unread())
      EXPECT_TRUE(is_of_adaptation_alone(unit.descriptor, id)) << unit.descriptor.id << ", " << id;
  }
}

TEST(Registry, EveryDeclaredParameterIsReadByTheReference) {
  expect_every_parameter_read(targets());
  expect_every_parameter_read(samplers());
  expect_every_parameter_read(starts());
}

/// Whether what the device is told beside the parameters' values depends on the parameter.
template <class Interface>
bool is_among_device_numbers(const Unit<Interface>& unit, std::size_t index) {
  if constexpr (std::is_same_v<Interface, Target>) {
    const auto values = initial_values(unit.descriptor.parameters);
    auto other = values;
    const auto [low, high] = unit.descriptor.parameters[index].slider;
    other[index] = values[index] == high ? low : high;
    return unit.make(values)->device_numbers(values) != unit.make(other)->device_numbers(values);
  }
  return false;
}

template <class Interface>
void expect_every_parameter_named(const std::vector<Unit<Interface>>& units, const std::string& folder,
                                  const std::string& prefix) {
  for (const auto& unit : units) {
    std::string text = text_with_includes(ShaderLibrary(), folder + "/" + unit.descriptor.id + ".glsl");
    if constexpr (std::is_same_v<Interface, Target>) text += unit.make()->kernel_text();
    for (std::size_t k = 0; k < unit.descriptor.parameters.size(); ++k) {
      const auto& parameter = unit.descriptor.parameters[k];
      const std::string& name = parameter.kernel_name.empty() ? parameter.id : parameter.kernel_name;
      EXPECT_TRUE(is_content(parameter) || has_word(text, prefix + "." + name) ||
                  is_of_adaptation_alone(unit.descriptor, parameter.id) || is_among_device_numbers(unit, k))
          << unit.descriptor.id << " never reads " << prefix << "." << name;
    }
  }
}

TEST(Registry, EveryDeclaredParameterIsReadByTheKernel) {
  expect_every_parameter_named(targets(Space::plane), "targets", "t");
  expect_every_parameter_named(kernel_samplers(), "samplers", "p");
}

TEST(Registry, UnknownIdsNameTheNearest) {
  EXPECT_EQ(target_unit("ring8").descriptor.id, "ring8");
  EXPECT_EQ(sampler_unit("ula").descriptor.id, "ula");
  EXPECT_EQ(start_unit("mode").descriptor.id, "mode");
  try {
    target_unit("rin8");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.value, "rin8");
    EXPECT_NE(error.legal.find("did you mean 'ring8'?"), std::string::npos) << error.legal;
    for (const auto& target : targets())
      EXPECT_NE(error.legal.find(target.descriptor.id), std::string::npos) << error.legal;
    EXPECT_EQ(error.blame, Blame::user);
  }
  EXPECT_THROW(sampler_unit(""), Error);
  EXPECT_THROW(start_unit("Mode"), Error);
}

TEST(Registry, ReadingAnUndeclaredParameterIsAProgrammersMistake) {
  const std::vector<Parameter> declared = {{.id = "sd"}, {.id = "mean"}};
  const std::vector<double> values = {2, 3};
  const Parameters parameters(declared, values);
  EXPECT_EQ(parameters["sd"], 2);
  EXPECT_EQ(parameters.unread(), std::vector<std::string>{"mean"});
  EXPECT_THROW(parameters["variance"], std::logic_error);
  EXPECT_THROW(Parameters(declared, std::span(values).first(1)), std::logic_error);
}

const Parameter real{.id = "step_size", .initial = 1, .hard = {1e-6, 100}, .slider = {0.1, 2}};
const Parameter whole{.id = "modes", .initial = 8, .hard = {1, 32}, .slider = {2, 12}, .kind = Kind::integer};
const Parameter choice{
    .id = "form", .hard = {0, 1}, .kind = Kind::choice, .choices = {"slice", "multinomial"}};
const Parameter flag{.id = "adapt", .hard = {0, 1}, .kind = Kind::boolean};

TEST(Parameters, ParseLegalText) {
  EXPECT_EQ(parse_value(real, "0.25", "p"), 0.25);
  EXPECT_EQ(parse_value(real, "1e-6", "p"), 1e-6);
  EXPECT_EQ(parse_value(real, "100", "p"), 100);
  EXPECT_EQ(parse_value(whole, "12", "p"), 12);
  EXPECT_EQ(parse_value(choice, "multinomial", "p"), 1);
  EXPECT_EQ(parse_value(flag, "on", "p"), 1);
  EXPECT_EQ(parse_value(flag, "off", "p"), 0);
}

TEST(Parameters, RefuseBadTextAndSayWhatIsLegal) {
  const auto expect_refused = [](const Parameter& parameter, const std::string& text,
                                 const std::string& legal) {
    try {
      parse_value(parameter, text, "sampler.here");
      ADD_FAILURE() << parameter.id << " took " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.value, text);
      EXPECT_EQ(error.where, "sampler.here");
      EXPECT_NE(error.legal.find(legal), std::string::npos) << error.legal;
      for (const auto& part : {text, legal, error.where})
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  for (const char* text :
       {"", " ", "abc", "1x", "0.1 ", "nan", "inf", "-inf", "1e999", "0", "100.1", "-1", "0,5"})
    expect_refused(real, text, "1e-06 to 100");
  for (const char* text : {"2.5", "0", "33", "eight", "nan"})
    expect_refused(whole, text, "whole numbers 1 to 32");
  for (const char* text : {"", "Slice", "1", "multinomia"})
    expect_refused(choice, text, "slice, multinomial");
  for (const char* text : {"", "yes", "ON", "1"}) expect_refused(flag, text, "off, on");
}

TEST(Parameters, TextReadsBackToTheSameValue) {
  for (const double value : {0.1, 1.0 / 3, 1e-6, 99.999999999999986})
    EXPECT_EQ(parse_value(real, value_text(real, value), "p"), value);
  EXPECT_EQ(value_text(whole, 8), "8");
  EXPECT_EQ(value_text(choice, 1), "multinomial");
  EXPECT_EQ(value_text(flag, 1), "on");
  EXPECT_EQ(legal_text(flag), "on, off");
}

/// A project that holds the scanner and the given files, configured by CMake.
struct Configured {
  int code;
  std::string output, registry;
};

struct SourceFile {
  std::string path, text = "";
};

Configured configure(const std::vector<SourceFile>& files) {
  const fs::path folder = fs::temp_directory_path() / ("ergo_scan_" + std::to_string(getpid()));
  fs::remove_all(folder);
  for (const auto& [path, text] : files) {
    fs::create_directories((folder / path).parent_path());
    std::ofstream(folder / path) << text << "\n";
  }
  std::ofstream(folder / "CMakeLists.txt")
      << "cmake_minimum_required(VERSION 3.25)\nproject(scan LANGUAGES NONE)\n"
         "include(" ERGO_SOURCE_DIR
         "/core/scan_units.cmake)\n"
         "scan_units(${PROJECT_BINARY_DIR}/lists.cpp)\n";
  const std::string command =
      "cmake -G Ninja -S " + folder.string() + " -B " + (folder / "build").string() + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  Configured result{-1, {}, {}};
  char buffer[4096];
  while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) result.output.append(buffer, n);
  result.code = WEXITSTATUS(pclose(pipe));
  std::ifstream lists(folder / "build/lists.cpp");
  result.registry.assign(std::istreambuf_iterator<char>(lists), {});
  fs::remove_all(folder);
  return result;
}

TEST(Pairing, WholePairsAreListed) {
  const auto built =
      configure({{"core/targets/flat.cpp"},
                 {"shaders/targets/flat.glsl"},
                 {"core/samplers/walk.cpp"},
                 {"shaders/samplers/walk.glsl"},
                 {"core/starts/here.cpp"},
                 {"core/site_targets/chain.cpp", "SiteTargetUnit chain_unit() {\n  return {};\n}"},
                 {"shaders/site_targets/chain.glsl"},
                 {"core/site_samplers/helper.cpp", "int helper() { return walk_unit().id; }"},
                 {"core/site_samplers/two_walks.cpp",
                  "SiteSamplerUnit walk_unit() {\n}\n\nSiteSamplerUnit long_walk_unit() {\n}"}});
  EXPECT_EQ(built.code, 0) << built.output;
  for (const char* list : {"{target_flat(), }", "{sampler_walk(), }", "{start_here(), }", "{chain_unit(), }",
                           "{long_walk_unit(), walk_unit(), }", "{\"chain\", }"})
    EXPECT_NE(built.registry.find(list), std::string::npos) << list << " in\n" << built.registry;
}

TEST(Pairing, HalfAPairStopsTheBuildAndNamesTheMissingFile) {
  const std::vector<std::pair<std::string, std::string>> halves = {
      {"core/targets/flat.cpp", "shaders/targets/flat.glsl"},
      {"core/samplers/walk.cpp", "shaders/samplers/walk.glsl"}};
  for (const auto& [source, kernel] : halves) {
    for (const auto& [present, missing] : {std::pair{source, kernel}, std::pair{kernel, source}}) {
      const auto refused = configure({{present}});
      EXPECT_NE(refused.code, 0) << present;
      EXPECT_NE(refused.output.find("has no " + missing), std::string::npos) << refused.output;
    }
  }
}

TEST(Pairing, AKernelOfSitesWithoutItsUnitStopsTheBuild) {
  const auto refused = configure({{"shaders/site_samplers/walk.glsl"}});
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.output.find("SiteSamplerUnit walk_unit() {"), std::string::npos) << refused.output;
}

}  // namespace
}  // namespace ergo::registry_test
