// `ergo exact` as a user calls it.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/exact/equilibrium.h"
#include "core/npz/npz.h"
#include "core/sites/ising_formulas.h"
#include "core/verification/exact_case.h"

namespace ergo::exact_command_test {
namespace {

namespace fs = std::filesystem;

struct Result {
  int code;
  std::string output;
};

Result exact(const std::string& arguments) {
  FILE* pipe = popen((ERGO_BINARY_DIR "/ergo exact " + arguments + " 2>&1").c_str(), "r");
  std::string output;
  char buffer[4096];
  while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
  return {WEXITSTATUS(pclose(pipe)), output};
}

class ExactCommand : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ergo_exact_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  fs::path folder_;
};

TEST_F(ExactCommand, WritesTheTransitionProbabilities) {
  const Result result = exact("target=lattice8 sampler=dmala --what transition --out " + file("p.npz"));
  ASSERT_EQ(result.code, 0) << result.output;
  const Npz npz = read_npz(file("p.npz"));
  EXPECT_EQ(npz.arrays.at("transition").shape, (std::vector<std::size_t>{64, 64}));
  const ExactCase c({{"target", "lattice8"}, {"sampler", "dmala"}});
  EXPECT_EQ(npz.arrays.at("transition").to_double(), c.matrix().values);
  EXPECT_EQ(nlohmann::json::parse(npz.texts.at("meta.json"))["run"]["sampler"], "dmala");
}

TEST_F(ExactCommand, WritesTheDistributionAndTheBias) {
  const ExactCase c({{"target", "lattice8"}, {"sampler", "dula"}});
  for (const std::string what : {"distribution", "law"}) {  // the second as before 1.0.0
    ASSERT_EQ(exact("target=lattice8 --what " + what + " --out " + file(what + ".npz")).code, 0);
    const Npz npz = read_npz(file(what + ".npz"));
    EXPECT_EQ(npz.arrays.at("distribution").shape, (std::vector<std::size_t>{8, 8}));
    EXPECT_EQ(npz.arrays.at("distribution").to_double(), c.distribution());
  }
  const Result bias =
      exact("target=lattice8 sampler=dula --what bias --json --quiet --out " + file("bias.csv"));
  ASSERT_EQ(bias.code, 0) << bias.output;
  const auto stationary = stationary_distribution(c.matrix());
  EXPECT_NEAR(nlohmann::json::parse(bias.output)["l1"], l1_distance(stationary, c.distribution()), 1e-12);
  std::ifstream table(file("bias.csv"));
  std::string header;
  std::getline(table, header);
  EXPECT_EQ(header, "x,y,distribution,stationary,difference");
}

TEST_F(ExactCommand, WritesTheDistanceStepByStep) {
  ASSERT_EQ(exact("target=lattice8 start=point --what tv --steps 5 --out " + file("tv.csv")).code, 0);
  std::ifstream table(file("tv.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line, "step,tv");
  double before = 1;
  int rows = 0;
  for (; std::getline(table, line); ++rows) {
    const double tv = std::stod(line.substr(line.find(',') + 1));
    EXPECT_LE(tv, before);
    before = tv;
  }
  EXPECT_EQ(rows, 6);
}

TEST_F(ExactCommand, PrintsTheGapAndTheFlow) {
  const auto gap =
      nlohmann::json::parse(exact("target=lattice8 sampler=lattice_gibbs --what gap --json").output);
  EXPECT_NEAR(gap["gap"], 0.1875, 0.5e-4);
  const auto flow = nlohmann::json::parse(exact("target=lattice8 sampler=dmala --what flow --json").output);
  EXPECT_LT(flow["total"], 1e-12);
}

// A cycle of equal steps forgets in as many of them as one step does. The eigenvalue of 200 steps, 0.9006^200
// = 8e-10, is below what an eigenvalue of the whole cycle's matrix tells.
TEST_F(ExactCommand, TheGapIsPerStepHoweverLongTheCycle) {
  const auto gap = [](const std::string& sampler) {
    return nlohmann::json::parse(exact("target=lattice8 " + sampler + " --what gap --json").output);
  };
  const double dmala = gap("sampler=dmala sampler.alpha=8")["gap"];
  for (const char* length : {"1", "2", "50", "200"}) {
    const auto acs =
        gap("sampler=acs sampler.alpha_max=8 sampler.alpha_min=8 sampler.beta_max=0.5 "
            "sampler.cycle_length=" +
            std::string(length));
    EXPECT_NEAR(acs["gap"].get<double>() / dmala, 1, 1e-6) << length;
    EXPECT_NEAR(acs["relaxation_steps"].get<double>() * dmala, 1, 1e-6) << length;
  }
}

TEST_F(ExactCommand, TellsTheDistributionReachedBesideTheTargets) {
  const Result result =
      exact("target=lattice8 start=point --what tv --steps 3 --json --out " + file("tv.npz"));
  const auto arrays = nlohmann::json::parse(result.output)["arrays"];
  const ExactCase c({{"target", "lattice8"}, {"sampler", "dmala"}});
  const Npz npz = read_npz(file("tv.npz"));
  EXPECT_EQ(npz.arrays.at("distribution").to_double(), c.distribution());
  const auto reached = npz.arrays.at("reached").to_double();
  EXPECT_NEAR(total_variation(reached, c.distribution()), arrays["tv"][3], 1e-15);
  EXPECT_EQ(arrays["reached"][1][2], reached[10]);
  EXPECT_EQ(arrays["distribution"].size(), 8u);
}

TEST_F(ExactCommand, BadInputIsNamed) {
  for (const auto& [arguments, named] :
       {std::pair<const char*, const char*>{"target=ring8 --what distribution", "lattice8"},
        {"target=lattice8 --what entropy", "transition"},
        {"target=lattice8 --what distribution --out d.txt", "FILE.npz"},
        {"target=lattice_modes --what transition", "4096"},
        {"target=lattice8 sampler=ab sampler.adapt=on --what gap", "sampler.adapt=off"},
        {"target=lattice8 sampler=ab sampler.adapt=on --what bias", "sampler.adapt=off"},
        {"target=lattice8 sampler=ab sampler.adapt=on --what tv", "sampler.adapt=off"},
        {"target=lattice8 sampler=acs sampler.cycle_length=65535 --what gap", "up to 4096 steps"},
        {"target=lattice8 sampler=dmala gradient_noise.kind=gaussian --what gap", "gradient_noise"}}) {
    const Result result = exact(arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_NE(result.output.find(named), std::string::npos) << result.output;
  }
}

TEST_F(ExactCommand, NamesItsQuestions) {
  for (const char* asked : {"", " --what laws"}) {
    const Result result = exact(std::string("target=lattice8") + asked);
    EXPECT_EQ(result.code, 2);
    for (const char* word : {"--what", "distribution", "transition", "bias", "gap", "tv", "flow"})
      EXPECT_NE(result.output.find(word), std::string::npos) << result.output;
  }
}

TEST_F(ExactCommand, ReportsSettingsWithoutEffect) {
  const std::string run =
      "target=lattice8 sampler=dula gradient_noise.kind=gaussian gradient_noise.B=1 --what gap";
  const Result result = exact(run);
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.output.find("Noise strength B has no effect"), std::string::npos) << result.output;
  EXPECT_EQ(exact(run + " --quiet").output.find("no effect"), std::string::npos);
}

// All questions of a small target of sites: the arrays are over its 2^4 configurations.
TEST_F(ExactCommand, AnswersOfSmallTargetsOfSites) {
  const std::string run = "target=ising target.side=2 target.coupling=0.3 sampler=dula_sites start=highest --quiet";
  for (const char* what : {"transition", "bias", "gap", "tv", "flow"}) {
    const Result result = exact(run + " --json --what " + what + " --out " + file("answer.npz"));
    ASSERT_EQ(result.code, 0) << what << ": " << result.output;
    const auto answer = nlohmann::json::parse(result.output);
    const Npz npz = read_npz(file("answer.npz"));
    const auto array = [&](const char* name) { return npz.arrays.at(name).to_double(); };
    if (std::string(what) == "transition") {
      EXPECT_EQ(npz.arrays.at("transition").shape, (std::vector<std::size_t>{16, 16}));
    } else if (std::string(what) == "bias") {
      EXPECT_EQ(npz.arrays.at("x").shape, (std::vector<std::size_t>{16, 4}));
      EXPECT_NEAR(answer["tv"], total_variation(array("stationary"), array("distribution")), 1e-15);
      EXPECT_GT(answer["tv"], 1e-3);
      EXPECT_NEAR(answer["level"], 0, 1e-12);  // as the distribution is even
    } else if (std::string(what) == "gap") {
      EXPECT_EQ(answer["acceptance"], 1);
      EXPECT_GT(answer["gap"], 0);
    } else if (std::string(what) == "tv") {
      EXPECT_EQ(array("tv").size(), 101u);
      EXPECT_EQ(array("reached").size(), 16u);
    } else {
      EXPECT_LT(answer["total"], 1e-12);  // DULA is reversible, to another distribution
      EXPECT_EQ(npz.arrays.at("field").shape.size(), 3u);
    }
  }
  const Result many = exact("target=ising --what gap");
  EXPECT_EQ(many.code, 2);
  EXPECT_NE(many.output.find("up to 4096"), std::string::npos) << many.output;
}

// The torus of 16 x 16 has a formula; with a field nothing is known but what a run of a sampler tells.
TEST_F(ExactCommand, TellsWhatIsKnownOfConfigurations) {
  const std::string grid = "target=ising target.side=16 target.coupling=0.3 --what distribution";
  const auto known = nlohmann::json::parse(exact(grid + " --json --quiet").output);
  const IsingFormula formula = kaufman_torus(16, 16, 0.3);
  EXPECT_NEAR(known["log_normaliser"].get<double>(), formula.log_z, 1e-9);
  EXPECT_NEAR(known["energy"].get<double>(), -0.3 * 256 * formula.bonds, 1e-9);
  EXPECT_FALSE(known.contains("energy_error"));
  for (const char* sampled : {"mean_x_error", "variance_y_error", "level_squared_error"})
    EXPECT_GT(known[sampled].get<double>(), 0) << sampled;
  const Result words = exact(grid + " target.field=0.1 --out " + file("field.csv"));
  for (const char* said : {"log_normaliser    not known", "energy_error", "ergo: too many configurations"})
    EXPECT_NE(words.output.find(said), std::string::npos) << said << "\n" << words.output;
  std::ifstream table(file("field.csv"));
  std::string columns;
  while (std::getline(table, columns) && columns.starts_with('#')) {}
  EXPECT_EQ(columns, "x,y,distribution,distribution_error");
}

}  // namespace
}  // namespace ergo::exact_command_test
