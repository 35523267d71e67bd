// `ergo sweep`: the table and the figures, and what it refuses.
#include "core/base/atomic_file.h"
#include "tests/command/command_fixture.h"
#include "tests/shell.h"

namespace ergo::sweep_command_test {
namespace {

class SweepCommand : public CommandTest {
 protected:
  std::string text(const std::string& name) { return read_file(file(name), 1 << 26); }
};

const std::string brief = "sweep target=gaussian sampler=mala backend=cpu --chains 64 --gradients 1024 --quiet ";

TEST_F(SweepCommand, WritesATableAndFigures) {
  const std::string run = brief + "--values 0.3,0.6,1.2 ";
  ASSERT_EQ(ergo(run), 0) << output_;
  EXPECT_EQ(output_.substr(0, output_.find('\n')),
            "step_size,ess_per_gradient,ess_per_gradient_error,settled,slowest,gradients_per_step,acceptance,"
            "acceptance_error,bias,bias_error,biased,steps,diverged");
  EXPECT_EQ(std::ranges::count(output_, '\n'), 4);
  const std::string table = output_;
  ASSERT_EQ(ergo(run + "--out a.csv"), 0) << output_;
  EXPECT_EQ(text("a.csv"), table);
  expect_words(text("a.csv.json"), {"\"sweep_parameter\": \"step_size\"", "\"sweep_values\": \"0.3,0.6,1.2\""});
  for (const char* name : {"a.pdf", "a.svg", "a.png"}) ASSERT_EQ(ergo(run + "--out " + name), 0) << output_;
  for (const std::string& words : {text("a.svg"), shell(folder_.string(), "pdftotext a.pdf -").output})
    expect_words(words, {"ESS per gradient", "Acceptance", "Step size", "this run", "MALA"});
  expect_words(shell(folder_.string(), "identify -format '%wx%h' a.png").output, {"1004x1276"});
}

TEST_F(SweepCommand, RefusesWhatItCannotSweep) {
  const auto refused = [&](const std::string& arguments, std::initializer_list<const char*> words) {
    EXPECT_EQ(ergo("sweep backend=cpu --quiet " + arguments), 2) << arguments;
    expect_words(output_, words);
  };
  refused("target=lattice8 sampler=lattice_gibbs", {"lattice_gibbs", "a number to vary", "dmala"});
  refused("sampler=mala --parameter stepsize", {"stepsize", "step_size"});
  refused("target=lattice8 sampler=acs sampler.beta_schedule=constant --parameter beta_min", {"beta_min", "no effect"});
  refused("sampler=mala --values 0.1,no", {"--values", "no"});
  refused("sampler=mala --values 0.1,-1", {"--values", "-1"});
  refused("sampler=mala --from 2 --to 1", {"2 to 1"});
  refused("sampler=mala --quantity z", {"--quantity", "least, x, y, energy"});
  refused("sampler=mala --out a.txt", {"a.txt", "FILE.csv"});
}

}  // namespace
}  // namespace ergo::sweep_command_test
