// Zhang, Liu & Liu 2022, Fig. 2 left: acceptance and the number of changed spins against the step size on the
// 5x5 Ising model U = a s'Ws + b sum s, a = 0.1, b = 0.2.
#include "core/reproduction/experiment_list.h"
#include "core/sites/ising_transfer.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr int side = 5;
constexpr double coupling = 0.2, field = 0.2;  // each pair stands twice in s'Ws: J = 2a
constexpr std::size_t chains = 1000;
constexpr double usual_steps = 2000;

struct Case {
  const char *sampler, *parameter;
  double value;
  const char *title, *acceptance, *flips;  ///< as the paper prints them
  const char* remark = "";
};
constexpr Case cases[] = {
    {"dmala_sites", "alpha", 0.2, "DMALA, α = 0.2", "", ""},
    {"dmala_sites", "alpha", 0.4, "DMALA, α = 0.4", "", ""},
    {"dmala_sites", "alpha", 0.6, "DMALA, α = 0.6", "0.52", "6"},
    {"dmala_sites", "alpha", 0.8, "DMALA, α = 0.8", "", ""},
    {"gwg", "flips", 1, "GWG-1", "", ""},
    {"gwg", "flips", 4, "GWG-4", "", ""},
    {"gwg", "flips", 6, "GWG-6", "0.43", "at most 6", "the paper's own code gives 0.495"}};

void run(double effort, ThreadPool& pool, const Listener& listener) {
  const IsingDraws exact({side, side, true, coupling, field});
  const auto target = make_site_target("ising", {{"side", side}, {"coupling", coupling}, {"field", field}});
  for (const Case& c : cases) {
    const auto sampler = make_site_sampler(c.sampler, target, {{c.parameter, c.value}});
    SiteChains swarm(*sampler, chains, 1, exact_site_start(exact));
    const SiteAverages means = swarm.advance(steps_of(usual_steps, effort), pool, {}, listener.pause);
    const std::string title = c.title;
    listener.tell({title + ": acceptance", means.acceptance, c.acceptance, c.remark});
    listener.tell({title + ": flips proposed a step", means.proposed, c.flips});
    listener.tell({title + ": flips of an accepted step", means.changed_per_accepted});
  }
}

}  // namespace

Experiment dlp_flips() {
  return {.id = "dlp-2-ising",
          .title = "Flips and acceptance against the step size, 5×5 Ising",
          .source = "Zhang, Liu & Liu 2022, Fig. 2 left, Section 7.1",
          .doc =
              "1000 chains from exact draws. The grid is a torus and α in units of {0,1}, as in the paper's "
              "code; its "
              "text says neither.",
          .run = run};
}

}  // namespace ergo
