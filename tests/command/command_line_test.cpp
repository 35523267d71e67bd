// `ergo` as a user calls it: what it prints, what it writes, its exit codes, and every kind of bad input.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/npz/npz.h"
#include "core/unit/registry.h"

namespace ergo::command_line_test {
namespace {

namespace fs = std::filesystem;

struct Result {
  int code;
  std::string output;  ///< stdout and stderr
};

Result run(const std::string& arguments, const std::string& environment = "") {
  const std::string command = environment + " " ERGO_BINARY_DIR "/ergo " + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  char buffer[4096];
  while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), output};
}

class CommandLine : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ergo_cli_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  fs::path folder_;
};

TEST_F(CommandLine, RunWritesTheDocumentedArrays) {
  const Result result =
      run("run sampler=esh chains=30 backend=cpu --steps 10 --every 5 --quiet --out " + file("a.npz"));
  ASSERT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(result.output, "") << "no bar when piped, no state when quiet";
  const Npz npz = read_npz(file("a.npz"));
  EXPECT_EQ(npz.arrays.at("x").shape, (std::vector<std::size_t>{30, 3, 2}));
  EXPECT_EQ(npz.arrays.at("x").type, ElementType::float64);
  EXPECT_EQ(npz.arrays.at("u").shape, (std::vector<std::size_t>{30, 3, 2}));
  EXPECT_EQ(npz.arrays.at("r").shape, (std::vector<std::size_t>{30, 3}));
  EXPECT_EQ(npz.arrays.at("draw_step").to_double(), (std::vector<double>{0, 5, 10}));
  for (const auto& c : sampler_unit("esh").descriptor.channels)
    EXPECT_TRUE(npz.arrays.contains(c.id)) << c.id;
  const auto meta = nlohmann::json::parse(npz.texts.at("meta.json"));
  EXPECT_EQ(meta["version"].is_null(), false);
  EXPECT_NE(meta["draws"].get<std::string>().find("exp(log_weight)"), std::string::npos);
}

TEST_F(CommandLine, InitContinuesWhereARunEnded) {
  ASSERT_EQ(
      run("run sampler=esh target=banana chains=9 backend=cpu --steps 8 --every 8 --out " + file("a.npz"))
          .code,
      0);
  ASSERT_EQ(
      run("run sampler=esh target=banana chains=9 backend=cpu --steps 8 --every 4 --out " + file("b.npz"))
          .code,
      0);
  const Result result = run("run sampler=esh target=banana backend=cpu --steps 2 --init " + file("a.npz") +
                            " --out " + file("c.npz"));
  ASSERT_EQ(result.code, 0) << result.output;
  const auto a = read_npz(file("a.npz")).arrays.at("u").to_double(),
             c = read_npz(file("c.npz")).arrays.at("u").to_double();
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(a[(i * 2 + 1) * 2 + k], c[i * 3 * 2 + k]);
}

TEST_F(CommandLine, InitAndChainsMustAgree) {
  ASSERT_EQ(run("run chains=9 backend=cpu --steps 1 --out " + file("a.npz")).code, 0);
  const Result result =
      run("run chains=10 backend=cpu --steps 1 --init " + file("a.npz") + " --out " + file("b.npz"));
  EXPECT_EQ(result.code, 2) << result.output;
  EXPECT_FALSE(fs::exists(file("b.npz")));
}

TEST_F(CommandLine, AFileSizeLimitLeavesTheOldFileAlone) {
  { std::ofstream(file("old.npz")) << "old"; }
  const std::string limited =
      "ulimit -f 100; " ERGO_BINARY_DIR "/ergo run backend=cpu --steps 100 --out " + file("old.npz");
  EXPECT_EQ(WEXITSTATUS(std::system(("(" + limited + ") 2>/dev/null").c_str())), 3);
  std::string text;
  std::ifstream(file("old.npz")) >> text;
  EXPECT_EQ(text, "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "no temporary is left";
}

TEST_F(CommandLine, CsvIsTidy) {
  ASSERT_EQ(run("run sampler=mala chains=3 backend=cpu --steps 2 --out " + file("a.csv")).code, 0);
  std::ifstream in(file("a.csv"));
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "chain,draw,step,x,y,energy,acceptance_rate,accepted,diverged");
  int rows = 0;
  while (std::getline(in, line)) ++rows;
  EXPECT_EQ(rows, 9);
}

TEST_F(CommandLine, MetricsHaveOneRowPerReport) {
  const Result result =
      run("run sampler=mala chains=100 backend=cpu --steps 20 --every 10 --metrics " + file("m.csv"));
  ASSERT_EQ(result.code, 0) << result.output;
  std::ifstream in(file("m.csv"));
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line.substr(0, 15), "step,grad_evals");
  EXPECT_NE(line.find("mmd2,mmd2_error"), std::string::npos) << line;
  int rows = 0;
  const auto columns = [](const std::string& row) {
    std::vector<std::string> cells;
    std::istringstream stream(row);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  };
  const auto names = columns(line);
  const auto band = std::find(names.begin(), names.end(), "mmd2_band_high") - names.begin();
  for (; std::getline(in, line); ++rows) EXPECT_NE(columns(line).at(band), "NaN");
  EXPECT_EQ(rows, 3);
}

TEST_F(CommandLine, MetricsSayWhichDrawsTheyUsed) {
  const std::pair<const char*, const char*> cases[] = {
      {"sampler=esh", "reservoir"}, {"sampler=esh --draws raw", "raw"}, {"sampler=mala", "raw"}};
  for (const auto& [arguments, draws] : cases) {
    const std::string path = file("m.csv");
    ASSERT_EQ(
        run(std::string("run chains=20 backend=cpu --steps 2 --metrics ") + path + " " + arguments).code, 0);
    const auto notes = nlohmann::json::parse(std::ifstream(path + ".json"));
    EXPECT_EQ(notes.at("draws"), draws) << arguments;
    EXPECT_EQ(notes.at("mmd"), "closed_form");
  }
}

TEST_F(CommandLine, RenderWritesThePicture) {
  const Result result = run("render chains=500 --steps 20 --size 320x200 --out " + file("a.png"));
  ASSERT_EQ(result.code, 0) << result.output;
  std::ifstream in(file("a.png"), std::ios::binary);
  std::string head(24, '\0');
  in.read(head.data(), 24);
  EXPECT_EQ(head.substr(1, 3), "PNG");
  EXPECT_EQ(static_cast<unsigned char>(head[18]) * 256 + static_cast<unsigned char>(head[19]), 320);
  for (const std::string show : {"expected", "infinite"}) {  // the second as before 1.0.0
    const Result expected = run("render target=lattice8 sampler=dula chains=50 --show " + show +
                                " --steps 3 --size 64x64 --out " + file(show + ".png"));
    EXPECT_EQ(expected.code, 0) << expected.output;
    EXPECT_TRUE(fs::exists(file(show + ".png")));
  }
}

TEST_F(CommandLine, BenchAndVerifyAreMachineReadable) {
  const auto bench = nlohmann::json::parse(run("bench esh ring8 --chains 1000 --seconds 0.01 --json").output);
  std::multiset<std::string> backends;
  for (const auto& row : bench) {
    for (const char* key :
         {"sampler", "target", "backend", "device", "chains", "steps_per_dispatch", "chain_steps_per_second"})
      EXPECT_TRUE(row.contains(key)) << key;
    backends.insert(row.value("backend", ""));
  }
  EXPECT_EQ(backends, (std::multiset<std::string>{"cpu", "gpu", "simd"}));
  const auto of_sites = nlohmann::json::parse(
      run("bench dula_sites target=ising target.side=4 chains=500 --seconds 0.01 --backend simd --json").output);
  ASSERT_EQ(of_sites.size(), 1u);
  EXPECT_EQ(of_sites[0]["target"], "ising");
  EXPECT_EQ(of_sites[0]["chains"], 500);
  const std::string left_out = run("bench acs_pcd_sites ising --seconds 0.01 --backend simd").output;
  EXPECT_NE(left_out.find("sampler acs_pcd_sites has no kernel"), std::string::npos) << left_out;
  const Result result = run("verify rwm gaussian --backend cpu --json");
  EXPECT_EQ(result.code, 0) << result.output;
  const auto verdicts = nlohmann::json::parse(result.output);
  ASSERT_FALSE(verdicts.empty());
  for (const auto& row : verdicts)
    for (const char* key :
         {"sampler", "target", "backend", "test", "statistic", "threshold", "p_value", "verdict"})
      EXPECT_TRUE(row.contains(key)) << key;
}

// Each under no noise and three kinds of it; only the target made of data has mini-batches too. Noise has no effect on
// sites, where acs_pcd_sites has no kernel.
TEST_F(CommandLine, CompileRunsThePairsNamed) {
  for (const auto& [ids, programs] :
       {std::pair{"rwm gaussian lattice8 dula", "8"}, {"ula gaussian_mean", "5"},
        {"ula mala formula 'target.text=E = x^2 + y^4'", "2"}, {"gibbs_sites acs_pcd_sites ising", "1"}}) {
    const Result result = run(std::string("compile ") + ids);
    EXPECT_EQ(result.code, 0) << result.output;
    EXPECT_EQ(result.output.rfind(programs + std::string(" programs in "), 0), 0u) << result.output;
  }
}

struct BadCall {
  std::string arguments;
  int code;
  std::vector<std::string> named;  ///< words that the message must hold
};

TEST_F(CommandLine, BadInputIsNamedAndNothingIsWritten) {
  const std::string out = " --out " + file("bad.npz");
  { std::ofstream(file("text.npz")) << "no archive"; }
  { std::ofstream(file("broken.json")) << "{\"version\": 1, \"run\": {\"target\": "; }
  const std::vector<BadCall> calls = {
      {"rnu", 2, {"rnu", "run"}},
      {"list planets", 2, {"planets", "targets"}},
      {"describe ehs", 2, {"ehs", "esh"}},
      {"run", 2, {"--steps"}},
      {"run defualt --steps 1" + out, 2, {"defualt", "default"}},
      {"run target=ring9 --steps 1" + out, 2, {"ring9", "ring8"}},
      {"run sampler=ull --steps 1" + out, 2, {"ull", "ula"}},
      {"run start=mod --steps 1" + out, 2, {"mod", "mode"}},
      {"run sampler.stepsize=1 --steps 1" + out, 2, {"stepsize", "step_size"}},
      {"run default target.sdd=1 --steps 1" + out, 2, {"target.sdd", "target.sd"}},
      {"run sampler.step_size=0 --steps 1" + out, 2, {"step_size", "0", "1e-06"}},
      {"run sampler.step_size=nan --steps 1" + out, 2, {"nan"}},
      {"run sampler.step_size=fast --steps 1" + out, 2, {"fast"}},
      {"run chains=0 --steps 1" + out, 2, {"chains", "0", "10000000"}},
      {"run chains=1000000000 --steps 1" + out, 2, {"chains", "1000000000"}},
      {"run chanis=5 --steps 1" + out, 2, {"chanis", "chains"}},
      {"run backend=tpu --steps 1" + out, 2, {"tpu", "cpu"}},
      {"run target=banana start=mode --steps 1" + out, 2, {"mode", "no modes"}},
      {"run start=mode start.index=99 --steps 1" + out, 2, {"99"}},
      {"run --steps -3" + out, 2, {"--steps", "-3"}},
      {"run --steps 1e3" + out, 2, {"--steps", "1e3"}},
      {"--bogus", 2, {"--bogus"}},
      {"run chains=10 --steps 1 --out ''", 2, {"--out"}},
      {"run chains=10 --steps 1 --out " + file("s.csv") + " --metrics " + file("s.csv"), 2, {"s.csv"}},
      {"run chains=10 default --steps 1" + out, 2, {"default"}},
      {"run --steps 5 --every 0" + out, 2, {"every"}},
      {"run chains=10 --steps 1 --out " + file("a.xyz"), 2, {"a.xyz", ".npz"}},
      {"run chains=10 --steps 1 --out /nonexistent/a.npz", 3, {"/nonexistent"}},
      {"run chains=10 --steps 1 --out /dev/full/a.npz", 3, {"/dev/full"}},
      {"run chains=10 --steps 1 --init " + file("none.npz") + out, 2, {"none.npz"}},
      {"run chains=10 --steps 1 --init " + file("text.npz") + out, 2, {"text.npz"}},
      {"run " + file("broken.json") + " --steps 1" + out, 2, {"broken.json"}},
      {"run chains=10 --steps 1 --gl-device 99 backend=gpu" + out, 2, {"99"}},
      {"run chains=10 --steps 1 --shaders /nonexistent" + out, 2, {"/nonexistent"}},
      {"run chains=1000000 backend=cpu --steps 100000 --every 1" + out, 2, {"every"}},
      {"run chains=10 --steps 1 --mmd best --metrics " + file("m.csv"), 2, {"best", "paper"}},
      {"render --size 10 --out " + file("a.png"), 2, {"10", "WxH"}},
      {"render --size 0x5 --out " + file("a.png"), 2, {"0x5"}},
      {"render target=lattice8 --show mean --out " + file("a.png"), 2, {"mean", "expected"}},
      {"render target=lattice8 sampler=ab sampler.adapt=on --show expected --steps 1 --out " + file("a.png"),
       2,
       {"ab"}},
      {"exact --what gap target=lattice_modes sampler=ab sampler.order=2", 2, {"202500", "1024"}},
      {"render --theme pink --out " + file("a.png"), 2, {"pink", "dark"}},
      {"render --out " + file("a.bmp"), 2, {"a.bmp", ".png"}},
      {"render chains=10 --steps 1 --out /nonexistent/a.png", 3, {"/nonexistent"}},
      {"verify nosuch", 2, {"nosuch"}},
      {"compile nosuch", 2, {"nosuch"}},
      {"compile ula formula 'target.text=sinn(x)'", 2, {"line 1, column 1", "sin"}},
      {"verify esh --backend tpu", 2, {"tpu", "gpu"}},
      {"bench nosuch", 2, {"nosuch"}},
      {"bench dmala ring8", 2, {"dmala ring8", "lattice_modes"}},
  };
  for (const auto& call : calls) {
    const Result result = run(call.arguments);
    EXPECT_EQ(result.code, call.code) << "ergo " << call.arguments << "\n" << result.output;
    for (const auto& word : call.named)
      EXPECT_NE(result.output.find(word), std::string::npos) << "ergo " << call.arguments << "\n"
                                                             << result.output;
  }
  for (const char* name : {"bad.npz", "a.xyz", "a.png", "a.bmp"})
    EXPECT_FALSE(fs::exists(file(name))) << name;
}

}  // namespace
}  // namespace ergo::command_line_test
