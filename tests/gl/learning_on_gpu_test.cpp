// A network that learns from chains on the device.
#include "core/gl/gl_backend.h"
#include "core/models/run_learning.h"
#include "core/run/session.h"
#include "tests/gl/gl_fixture.h"

namespace ergo {
namespace {

RunConfig brief() {
  RunConfig run;
  for (const Assignment& assignment :
       {Assignment{"target", "three_gaussians"}, Assignment{"sampler", "mala"},
        Assignment{"learn.model", "network"}, Assignment{"learn.hidden", "8"},
        Assignment{"learn.second", "6"}, Assignment{"learn.batch", "100"}, Assignment{"learn.nodes", "16"},
        Assignment{"learn.every", "5"}, Assignment{"chains", "70"}, Assignment{"backend", "gpu"}})
    apply(run, assignment);
  return run;
}

std::unique_ptr<Backend> gpu(BackendKind) { return std::make_unique<GlBackend>(); }

TEST_F(GlTest, ANetworkLearnsOnTheDeviceAndGoesBackBitForBit) {
  Session run(brief(), gpu);
  std::vector<std::string> hashes;
  for (int i = 0; i <= 40; ++i) {
    hashes.push_back(run.state_hash());
    run.advance(1);
  }
  EXPECT_EQ(run.learning()->state().iterations, 8u);
  for (const std::uint64_t step : {39, 21, 20, 1, 0, 33}) {
    run.rewind(step);
    EXPECT_EQ(run.state_hash(), hashes[step]) << step;
  }
  // The energies in the chains' states are those of the network's grid, in single precision.
  const ChainData data = run.read();
  for (std::size_t chain = 0; chain < data.chains; ++chain) {
    const double energy = run.target().evaluate(data.x(chain)).energy;
    EXPECT_NEAR(data.state_row(chain)[2], energy, 1e-4 * (1 + std::abs(energy)));
  }
}

}  // namespace
}  // namespace ergo
