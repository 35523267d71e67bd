#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/base/png.h"
#include "core/files/npz.h"
#include "core/learning/rbm_learner.h"
#include "core/learning/rbm_likelihood.h"
#include "core/learning/rbm_picture.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// What is known of a machine after so many iterations; NaN for what is not.
struct LearningRow {
  double iteration, log_likelihood = none, log_likelihood_mean = none, total_variation = none,
                    total_variation_mean = none, gradient = none, acceptance = none;
};
constexpr std::pair<const char*, double LearningRow::*> learning_columns[] = {
    {"iteration", &LearningRow::iteration},
    {"log_likelihood", &LearningRow::log_likelihood},
    {"log_likelihood_mean", &LearningRow::log_likelihood_mean},
    {"tv", &LearningRow::total_variation},
    {"tv_mean", &LearningRow::total_variation_mean},
    {"gradient", &LearningRow::gradient},
    {"acceptance", &LearningRow::acceptance}};

RbmLearning learning_of(const std::vector<std::string>& words) {
  RbmLearning how;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos)
      throw Error("no setting", word, "path=value, e.g. learn.data=bars4 or sampler=dmala_sites",
                  "ergo learn");
    set(how, word.substr(0, equals), word.substr(equals + 1));
  }
  return how;
}

LearningRow row_of(const RbmLearner& learner) {
  LearningRow row{.iteration = static_cast<double>(learner.iterations())};
  const auto fit = fit_of(learner.weights(), learner.data());
  const auto mean_fit = learner.iterations() == 0 ? fit : fit_of(learner.averaged(), learner.data());
  if (fit) {
    row.log_likelihood = fit->log_likelihood;
    row.total_variation = fit->total_variation;
    row.log_likelihood_mean = mean_fit->log_likelihood;
    row.total_variation_mean = mean_fit->total_variation;
  }
  if (learner.iterations() == 0) return row;
  row.gradient = learner.gradient_norm();
  row.acceptance = learner.acceptance();
  return row;
}

/// What a reader of the rows needs to know.
void tell_scale(const RbmLearner& learner) {
  std::fprintf(stderr, "ergo: the best log likelihood is %.6g, -log of the number of pictures\n",
               learner.data().best_log_likelihood());
  if (!log_normaliser(learner.weights()))
    std::fprintf(stderr,
                 "ergo: likelihood and tv are NaN: of %d visible and %d hidden units one number must be at "
                 "most %d for "
                 "exact sums\n",
                 learner.data().pixels(), learner.how().hidden, most_summed_units);
}

Json json_of(const RbmLearning& how) {
  Json settings = {{"learn.data", how.data},   {"learn.hidden", how.hidden}, {"learn.rate", how.rate},
                   {"learn.decay", how.decay}, {"learn.chains", how.chains}, {"learn.steps", how.steps},
                   {"learn.seed", how.seed},   {"sampler", how.sampler}};
  for (const SiteSetting& setting : how.settings) settings["sampler." + setting.id] = setting.text;
  return settings;
}

Json json_of(const LearningRow& row) {
  Json object;
  for (const auto& [name, member] : learning_columns)
    object[name] = std::isfinite(row.*member) ? Json(row.*member) : Json();
  return object;
}

void print_row(const LearningRow& row) {
  const char* comma = "";
  for (const auto& [name, member] : learning_columns) {
    const double value = row.*member;
    std::isnan(value) ? std::printf("%sNaN", comma) : std::printf("%s%.6g", comma, value);
    comma = ",";
  }
  std::printf("\n");
  std::fflush(stdout);
}

void print_names() {
  std::string line;
  for (const auto& [name, member] : learning_columns) line += (line.empty() ? "" : ",") + std::string(name);
  std::printf("%s\n", line.c_str());
}

void add_weights(Npz& file, const RbmWeights& weights, const std::string& ending) {
  file.arrays["b" + ending] = npy_array({weights.b.size()}, weights.b);
  file.arrays["c" + ending] = npy_array({weights.c.size()}, weights.c);
  file.arrays["w" + ending] = npy_array({weights.c.size(), weights.b.size()}, weights.w);
}

void write_machine(const std::string& path, const RbmLearner& learner, const std::vector<LearningRow>& rows) {
  Npz file;
  add_weights(file, learner.weights(), "");
  add_weights(file, learner.averaged(), "_mean");
  for (const auto& [name, member] : learning_columns) {
    std::vector<double> values;
    for (const LearningRow& row : rows) values.push_back(row.*member);
    file.arrays[name] = npy_array({values.size()}, values);
  }
  std::vector<double> negatives;
  for (const Configuration& x : learner.negatives()) negatives.insert(negatives.end(), x.begin(), x.end());
  const auto side = [](int value) { return static_cast<std::size_t>(value); };
  file.arrays["x"] =
      npy_array({learner.how().chains, side(learner.data().rows), side(learner.data().columns)}, negatives);
  file.texts["meta.json"] = json_of(learner.how()).dump(2);
  write_npz(path, file);
}

void write_filters(const std::string& path, const RbmLearner& learner, const Palette& palette) {
  const Image picture = picture_of(learner.averaged(), learner.data(), learner.negatives(), palette);
  write_png(path, picture.width, picture.height, picture.rgba, {{"Settings", json_of(learner.how()).dump()}});
}

/// Throws Error for what would otherwise be found wrong only after learning.
void check_files(const LearnOptions& options) {
  const auto check_file = [](const std::optional<std::string>& file, const std::string& kind,
                             const std::string& option) {
    if (!file) return;
    if (extension(*file) != kind) throw Error("unknown kind of file", *file, "FILE" + kind, option);
    check_writable(*file);
  };
  check_file(options.out, ".npz", "--out");
  check_file(options.filters, ".png", "--filters");
  palette(options.theme);
}

}  // namespace

int learn_command(const LearnOptions& options) {
  check_files(options);
  RbmLearner learner(learning_of(options.words));
  ThreadPool pool;
  std::vector<LearningRow> rows;
  const auto tell = [&] {
    rows.push_back(row_of(learner));
    if (!options.json) print_row(rows.back());
  };
  if (!options.json) print_names();
  if (!options.quiet) tell_scale(learner);
  Progress progress("iterations", options.iterations, options.quiet);
  tell();
  for (std::uint64_t i = 1; i <= options.iterations; ++i) {
    learner.learn(1, pool, [&] { progress.at(i); });
    if (i % options.every == 0 || i == options.iterations) tell();
  }
  if (options.json) {
    Json all = {{"settings", json_of(learner.how())},
                {"best_log_likelihood", learner.data().best_log_likelihood()}};
    for (const LearningRow& row : rows) all["rows"].push_back(json_of(row));
    std::printf("%s\n", all.dump(2).c_str());
  }
  if (options.out) write_machine(*options.out, learner, rows);
  if (options.filters) write_filters(*options.filters, learner, palette(options.theme));
  return 0;
}

}  // namespace ergo
