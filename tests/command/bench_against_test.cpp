#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/command/command_fixture.h"

namespace ergo::bench_against_test {
namespace {

class BenchAgainst : public CommandTest {
 protected:
  /// A Python that runs another program: what it is given, changed by a script of sed.
  void write_python(const std::string& script) {
    std::ofstream(file("python")) << "#!/bin/sh\nsed '" << script << "' \"$1\" > changed.py && shift && exec "
                                     "/usr/bin/python3 changed.py \"$@\"\n";
    fs::permissions(file("python"), fs::perms::owner_all);
  }
};

constexpr const char* quick = " --chains 200 --seconds 0.001 --rounds 1 --backend simd ";

TEST_F(BenchAgainst, EveryPairTakesTheSameFirstSteps) {
  ASSERT_EQ(ergo(std::string("bench --against --quiet --json --python /usr/bin/python3") + quick), 0) << output_;
  const auto list = nlohmann::json::parse(output_);
  int numpy = 0;
  for (const auto& row : list) {
    numpy += row.at("peer").get<std::string>().starts_with("NumPy");
    EXPECT_GT(row.at("ratio"), 0);
    EXPECT_LE(row.at("ratio_least"), row.at("ratio"));
    EXPECT_GE(row.at("ratio_most"), row.at("ratio"));
    EXPECT_LT(row.at("first_steps_differ_by"), 1e-5);
  }
  EXPECT_EQ(numpy, 6) << output_;
}

// Each changes one step of one sampler or target.
TEST_F(BenchAgainst, OtherStepsAreRefused) {
  const std::pair<const char*, const char*> changes[] = {
      {"s/step_size \\/ 4/step_size \\/ 3/", "esh ring8"},
      {"s/step_size \\* z/1.01 * step_size * z/", "ula banana"},
      {"s/<= log_ratio/> log_ratio/", "mala ring8"},
      {"s/0.8 \\* a/0.9 * a/", "esh banana"}};
  for (const auto& [script, pair] : changes) {
    write_python(script);
    EXPECT_EQ(ergo(std::string("bench --against --python ./python ") + pair + quick), 3) << output_;
    EXPECT_NE(output_.find("the first ten steps of numpy are others than ours"), std::string::npos) << output_;
  }
}

TEST_F(BenchAgainst, MistakesAreNamed) {
  EXPECT_EQ(ergo("bench --against nuts ring8"), 2);
  EXPECT_NE(output_.find("esh, mala, ula"), std::string::npos) << output_;
  EXPECT_EQ(ergo("bench --against esh ring8 sampler.weights=off"), 2);
  EXPECT_NE(output_.find("sampler.weights"), std::string::npos) << output_;
  write_python("s/import numpy/import no_such_library/");
  const int code = ergo(std::string("bench --against esh ring8 --python ./python") + quick);
  EXPECT_EQ(code, output_.find("node is left out") != std::string::npos ? 3 : 0) << output_;
  EXPECT_NE(output_.find("numpy is left out: No module named"), std::string::npos) << output_;
}

}  // namespace
}  // namespace ergo::bench_against_test
