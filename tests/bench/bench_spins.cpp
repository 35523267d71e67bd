// Processor time of a chain's step of DULA on an Ising torus, and of spins.py, which does the same in NumPy: both
// make the same first ten steps. Rounds are interleaved; medians, and the ratio's spread. Arguments: side (16),
// chains (4096), rounds (5).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"
#include "tests/bench/processor_time.h"

namespace {

using namespace ergo;

constexpr double coupling = 0.3, alpha = 0.2;
constexpr std::size_t checked_chains = 8;
constexpr std::uint64_t checked_steps = 10, seed = 1;

void write(const std::filesystem::path& path, const std::vector<double>& numbers) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(8 * numbers.size()));
}

nlohmann::json peer(const std::string& words) {
  std::FILE* out = ::popen(("python3 " ERGO_SOURCE_DIR "/tests/bench/spins.py " + words).c_str(), "r");
  std::string text;
  for (int c; out && (c = std::fgetc(out)) != EOF;) text += static_cast<char>(c);
  if (!out || ::pclose(out) != 0) std::exit(1);
  return nlohmann::json::parse(text);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  const int side = count > 1 ? std::atoi(arguments[1]) : 16, rounds = count > 3 ? std::atoi(arguments[3]) : 5;
  const std::size_t chains = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 4096;
  const auto target = make_site_target("ising", {{"side", side}, {"coupling", coupling}});
  const auto sampler = make_site_sampler("dula_sites", target, {{"alpha", alpha}});
  const auto n = static_cast<std::size_t>(target->sites());
  ThreadPool pool;

  SiteChains checked(*sampler, checked_chains, seed, uniform_site_start(*target));
  std::vector<double> start, uniforms(checked_steps * checked_chains * n);
  for (const SiteChain& chain : checked.chains()) start.insert(start.end(), chain.x.begin(), chain.x.end());
  for (std::size_t k = 0; k < checked_steps * checked_chains; ++k)
    SiteDraws(seed, Purpose::step, static_cast<std::uint32_t>(k % checked_chains), k / checked_chains)
        .fill(std::span(uniforms).subspan(k * n, n));
  const auto folder = std::filesystem::temp_directory_path();
  const auto start_file = folder / "ergo-spins-start", uniforms_file = folder / "ergo-spins-uniforms";
  write(start_file, start);
  write(uniforms_file, uniforms);
  checked.advance(checked_steps, pool);

  char words[512];
  std::snprintf(words, sizeof words, "%s %s %d %g %g %zu 1.5", start_file.c_str(), uniforms_file.c_str(), side,
                coupling, alpha, chains);
  SiteChains ours(*sampler, chains, seed, uniform_site_start(*target));
  ours.advance(1, pool);
  std::vector<double> own, theirs, ratios;
  nlohmann::json told;
  for (int round = 0; round < rounds; ++round) {
    const double begin = processor_seconds();
    std::uint64_t steps = 0;
    for (; processor_seconds() - begin < 1; steps += 4) ours.advance(4, pool);
    own.push_back(1e9 * (processor_seconds() - begin) / static_cast<double>(steps * chains));
    told = peer(words);
    theirs.push_back(told["nanoseconds"]);
    ratios.push_back(theirs.back() / own.back());
  }
  for (std::size_t chain = 0; chain < checked_chains; ++chain)
    if (told["first"][chain].get<Configuration>() != checked.chains()[chain].x) {
      std::printf("the first steps of chain %zu differ\n", chain);
      return 1;
    }
  std::ranges::sort(ratios);
  std::printf("DULA on %d x %d spins, %zu chains: ours %.0f ns, NumPy %s %.0f ns a chain's step: ratio %.1f (%.1f-%.1f)\n",
              side, side, chains, median(own), told["numpy"].get<std::string>().c_str(), median(theirs),
              ratios[ratios.size() / 2], ratios.front(), ratios.back());
}
