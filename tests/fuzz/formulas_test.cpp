// Formulas changed at random, and random words: each is read or refused with a place in it; what is read has
// finite limits, prints, and evaluates alike alone and in blocks. ERGO_FORMULAS inputs of each kind (1000
// without it), from ERGO_FUZZ_SEED on.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include "core/formula/evaluator.h"
#include "core/formula/glsl.h"
#include "core/formula/printer.h"
#include "tests/formula/formulas.h"
#include "tests/fuzz/mutation.h"

namespace ergo::formula_fuzz_test {
namespace {

std::uint64_t wanted(const char* name, std::uint64_t usual) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : usual;
}

constexpr std::uint64_t print_every = 8;  ///< inputs: printing takes longer than reading

bool alike(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

void expect_consistent(const formula::Formula& formula, bool print) {
  const formula::Evaluator evaluate(formula, formula.initial_values());
  const std::array x = {0.0, 0.7, -1.3, 1e30}, y = {0.0, -0.4, 2.1, 1e-30};
  std::array<double, 4> energy{}, dx{}, dy{}, alone{};
  evaluate.block(x, y, energy, dx, dy);
  evaluate.block(x, y, alone);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto values = evaluate(x[k], y[k]);
    EXPECT_TRUE(alike(values.energy, energy[k]) && alike(values.energy, alone[k]) &&
                alike(values.dx, dx[k]) && alike(values.dy, dy[k]));
    EXPECT_TRUE(formula.dim() == 2 || values.dy == 0);
  }
  if (!print) return;
  EXPECT_FALSE(glsl(formula).empty());
  for (const std::string& text : {energy_text(formula), dx_text(formula), dy_text(formula)}) {
    if (text.size() > 4000) continue;  // names and nesting may take it over the limits
    try {
      formula::parse(text);
    } catch (const formula::FormulaError& error) {
      const std::string what = error.what();  // constants of 1e308 may meet in another order
      const bool limit =
          what.find("operations") != std::string::npos || what.find("infinite") != std::string::npos;
      EXPECT_TRUE(limit) << what << "\n" << text;
    }
  }
}

/// Reads one input, and prints it if wanted; whether it was accepted.
bool read(const std::string& text, bool print) {
  try {
    expect_consistent(formula::parse(text), print);
    return true;
  } catch (const formula::FormulaError& error) {
    EXPECT_GE(error.line, 1);
    EXPECT_GE(error.column, 1);
    EXPECT_FALSE(error.excerpt.empty());
  }
  return false;
}

class Tally {
 public:
  void add(const std::string& text, bool accepted) {
    ++inputs_;
    accepted_ += accepted;
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> took = now - last_;
    last_ = now;
    if (took.count() > longest_) longest_ = took.count(), slowest_ = text;
  }
  ~Tally() {
    const std::chrono::duration<double> all = last_ - begin_;
    std::printf("%llu inputs, %llu accepted, %.0f a second, the slowest took %.3f s: %.200s\n",
                static_cast<unsigned long long>(inputs_), static_cast<unsigned long long>(accepted_),
                static_cast<double>(inputs_) / all.count(), longest_, slowest_.c_str());
  }

 private:
  std::uint64_t inputs_ = 0, accepted_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now(), last_ = begin_;
  double longest_ = 0;
  std::string slowest_;
};

TEST(FormulaFuzz, ChangedFormulas) {
  std::vector<std::string> corpus;
  for (const auto& named : formula_test::all_formulas()) corpus.push_back(named.text);
  Mutation mutation(corpus, true, wanted("ERGO_FUZZ_SEED", 1));
  Tally tally;
  for (std::uint64_t k = wanted("ERGO_FORMULAS", 1000); k > 0 && !testing::Test::HasFailure(); --k) {
    const std::string text = mutation.next();
    SCOPED_TRACE(text);
    const bool accepted = read(text, k % print_every == 0);
    if (accepted && text.size() < 1000) mutation.keep(text);
    tally.add(text, accepted);
  }
}

TEST(FormulaFuzz, RandomWords) {
  static const std::vector<std::string> words = {"x",
                                                 "y",
                                                 "+",
                                                 "-",
                                                 "*",
                                                 "/",
                                                 "^",
                                                 "(",
                                                 ")",
                                                 "|",
                                                 ",",
                                                 "=",
                                                 ";",
                                                 "\n",
                                                 "<",
                                                 "==",
                                                 "and",
                                                 "or",
                                                 "not",
                                                 "if(",
                                                 "exp(",
                                                 "log(",
                                                 "sqrt(",
                                                 "sum(k,1,40,",
                                                 "sum(k,1,5,",
                                                 "prod(k,1,33,",
                                                 "k",
                                                 "a",
                                                 "b",
                                                 "a=",
                                                 "b=slider(1,0,2);",
                                                 "E=",
                                                 "p=",
                                                 "log p=",
                                                 "0",
                                                 "1",
                                                 "2",
                                                 "0.5",
                                                 "1e300",
                                                 "64",
                                                 "inf",
                                                 "pi",
                                                 "²",
                                                 "√",
                                                 "\\frac{",
                                                 "}{",
                                                 "}",
                                                 "|x|",
                                                 "tanh(",
                                                 "atan2(y,",
                                                 "max(x,",
                                                 "min(",
                                                 "normal(x,0,",
                                                 "logsumexp(x,",
                                                 "exp(-x^2)",
                                                 "floor(",
                                                 "mod(x,",
                                                 "erf(",
                                                 "sin(",
                                                 "abs(",
                                                 "#",
                                                 "x^2"};
  std::mt19937_64 random(wanted("ERGO_FUZZ_SEED", 1));
  Tally tally;
  for (std::uint64_t k = wanted("ERGO_FORMULAS", 1000); k > 0 && !testing::Test::HasFailure(); --k) {
    std::string text;
    for (std::uint64_t n = 1 + random() % 24; n > 0; --n)
      text += words[random() % words.size()] + (random() % 4 ? "" : " ");
    for (auto open = std::ranges::count(text, '('), close = std::ranges::count(text, ')'); close < open;
         ++close)
      text += ")";
    SCOPED_TRACE(text);
    tally.add(text, read(text, k % print_every == 0));
  }
}

}  // namespace
}  // namespace ergo::formula_fuzz_test
