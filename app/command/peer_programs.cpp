#include "app/command/peer_programs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "core/backend/cpu_backend.h"
#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/base/number_words.h"
#include "core/config/assignment.h"
#include "core/platform/file.h"
#include "core/platform/process.h"

namespace ergo {

const std::map<std::string, std::string>& embedded_peers();

namespace {

constexpr std::uint64_t chains_compared = 64, steps_compared = 10;
/// Of the median chain, which is off by 4e-8 to 2e-7 in single precision on all six pairs. A few chains are where a step
/// magnifies roundings up to ten thousandfold. A wrong step is off by its size in all of them.
constexpr double most_deviation = 1e-4;

nlohmann::json pair_of(Position x) { return {x.x, x.y}; }

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

/// The median over chains of the greatest difference of a coordinate.
double deviation(const nlohmann::json& first, const PeerJob& job) {
  std::vector<double> greatest(chains_compared, 0);
  for (std::size_t step = 0; step < steps_compared; ++step)
    for (std::size_t chain = 0; chain < chains_compared; ++chain) {
      const Position x = job.first[step][chain];
      const nlohmann::json& theirs = first.at(step).at(chain);
      for (const double difference : {theirs.at(0).get<double>() - x.x, theirs.at(1).get<double>() - x.y})
        greatest[chain] = std::isfinite(difference) ? std::max(greatest[chain], std::abs(difference)) : INFINITY;
    }
  std::ranges::sort(greatest);
  return greatest[chains_compared / 2];
}

platform::CommandOutput output_or_error(const std::string& call, const std::string& program) try {
  return platform::output_of(call);
} catch (const std::system_error&) {
  throw machine_error("cannot start a program:", program, "a free process");
}

}  // namespace

bool peers_know(const std::string& sampler, const std::string& target) {
  constexpr std::array samplers = {"esh", "mala", "ula"};
  constexpr std::array targets = {"ring8", "banana"};
  return std::ranges::count(samplers, sampler) > 0 && std::ranges::count(targets, target) > 0;
}

PeerJob peer_job(const RunConfig& config, double seconds) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  RunConfig plain;
  apply(plain, {"target", config.target.id});
  apply(plain, {"sampler", config.sampler.id});
  plain.target.values = config.target.values;
  const auto step_size = static_cast<std::size_t>(std::ranges::find(sampler.parameters, "step_size", &Parameter::id) -
                                                  sampler.parameters.begin());
  plain.sampler.values[step_size] = config.sampler.values[step_size];
  plain.chains = config.chains;
  for (const Assignment& a : assignments_of(config))
    if (const auto others = assignments_of(plain); std::ranges::find(others, a) == others.end())
      throw Error("not a setting of the programs that --against compares with:", a.path,
                  "sampler.step_size, parameters of the target", "ergo bench --against");

  PeerJob job;
  job.text = {{"sampler", config.sampler.id},
              {"target", config.target.id},
              {"step_size", config.sampler.values[step_size]},
              {"target_values", nlohmann::json::object()},
              {"chains", config.chains},
              {"seconds", seconds}};
  const Descriptor& target = target_unit(config.target.id).descriptor;
  for (std::size_t k = 0; k < target.parameters.size(); ++k)
    job.text["target_values"][target.parameters[k].id] = config.target.values[k];

  RunConfig few = config;
  few.chains = chains_compared;
  CpuBackend backend;
  backend.configure(few);
  backend.place(start_positions(few, *make_target(few)), 0);
  const ChainData start = backend.read();
  const int direction = state_offset(sampler, "u");
  for (std::size_t i = 0; i < chains_compared; ++i) {
    const auto row = start.state_row(i);
    job.text["starts"].push_back(pair_of(start.x(i)));
    const auto at = static_cast<std::size_t>(std::max(direction, 0));
    job.text["directions"].push_back(direction < 0 ? pair_of({}) : pair_of({row[at], row[at + 1]}));
  }
  for (std::uint64_t step = 0; step < steps_compared; ++step) {
    nlohmann::json normals, uniforms;
    for (std::uint32_t i = 0; i < chains_compared; ++i) {
      const Draw draw = Draws(few.seed, Purpose::step, i, step, 2)(0);
      normals.push_back({draw.normal_x, draw.normal_y});
      uniforms.push_back({draw.uniform1});
    }
    job.text["normals"].push_back(std::move(normals));
    job.text["uniforms"].push_back(std::move(uniforms));
    backend.advance(step, 1);
    const ChainData now = backend.read();
    std::vector<Position>& positions = job.first.emplace_back();
    for (std::size_t i = 0; i < chains_compared; ++i) positions.push_back(now.x(i));
  }
  return job;
}

const std::vector<std::string>& PeerPrograms::libraries() {
  static const std::vector<std::string> all = {"numpy", "torch", "torch-cuda", "node"};
  return all;
}

PeerPrograms::PeerPrograms(std::string python) : python_(std::move(python)) {
  const auto folder = platform::make_temporary_folder("ergo-peers-");
  if (!folder)
    throw machine_error("cannot make a folder in", std::filesystem::temp_directory_path().string(),
                        "room for temporary files");
  folder_ = *folder;
  for (const auto& [file, text] : embedded_peers()) std::ofstream(folder_ / file) << text;
}

PeerPrograms::~PeerPrograms() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::optional<PeerSpeed> PeerPrograms::measure(const std::string& library, const PeerJob& job, std::string& why) const {
  const bool script = library == "node";
  const std::string program = script ? "node" : python_;
  std::ofstream(folder_ / "job.json") << job.text;
  const auto path = [this](const char* name) { return quoted((folder_ / name).string()); };
  const std::string call = quoted(program) + " " + path(script ? "loop.mjs" : "batched.py") + " " + library + " " +
                           path("job.json") + " 2> " + path("error");
  const platform::CommandOutput output = output_or_error(call, program);
  if (output.missing) {
    why = program + " is not installed";
    return {};
  }
  const nlohmann::json result = nlohmann::json::parse(output.text, nullptr, false);
  if (!output.good || !result.is_object()) {
    std::ifstream error(folder_ / "error");
    std::string last, line;
    while (std::getline(error, line))
      if (!line.empty()) last = line;
    throw machine_error("the program of " + library + " failed:", last, "a library that works", "ergo bench --against");
  }
  if (result.contains("missing")) {
    why = result.at("missing").get<std::string>();
    return {};
  }
  const double off = deviation(result.at("first"), job);
  if (!(off <= most_deviation))
    throw machine_error("the first ten steps of " + library + " are others than ours; they differ by", significant(off, 2),
                        "at most " + significant(most_deviation, 2), "ergo bench --against");
  const double chain_steps = result.at("steps").get<double>() * job.text.at("chains").get<double>();
  return PeerSpeed{result.at("name"), result.at("device"), chain_steps / result.at("seconds").get<double>(), off};
}

}  // namespace ergo
