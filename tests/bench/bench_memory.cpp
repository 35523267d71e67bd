// Memory of 10^6 chains of every registered sampler, both backends, without trails: how much the resident
// memory grows from 10^5 to 10^6 chains, scaled to 10^6. Software OpenGL keeps its buffers there too; what a
// driver keeps elsewhere is not seen. The chains' own memory: not the program's, not the compiled shaders'.
#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "core/backend/start_positions.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

double resident_bytes() {
  std::ifstream pages("/proc/self/statm");
  double all = 0, resident = 0;
  pages >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Resident while so many chains have been stepped and their means read.
double with_chains(const std::string& sampler, const std::string& target, BackendKind kind,
                   std::uint64_t chains) {
  const RunConfig config = pair_config(sampler, target, kind, chains);
  const auto backend = test_factory()(kind);
  backend->configure(config);
  backend->place(start_positions(config, *make_target(config)), 0);
  backend->advance(0, 16);
  backend->means();
  malloc_trim(0);
  return resident_bytes();
}

void tell(const std::string& sampler, const std::string& target) {
  constexpr std::uint64_t few = 100'000, many = 1'000'000;
  for (const auto kind : {BackendKind::cpu, BackendKind::gpu}) {
    with_chains(sampler, target, kind, few);  // the driver compiles and keeps its own
    const double base = with_chains(sampler, target, kind, few);
    const double grown = with_chains(sampler, target, kind, many);
    std::printf("%-13s %-20s %-4s %8.1f MB\n", sampler.c_str(), target.c_str(), to_string(kind).c_str(),
                (grown - base) * many / (many - few) / 1e6);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace ergo

int main() {
  std::printf("10^6 chains of\n");
  for (const auto& sampler : ergo::kernel_samplers())
    ergo::tell(sampler.descriptor.id, sampler.descriptor.space == ergo::Space::plane ? "ring8" : "lattice8");
}
