#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/base/png.h"
#include "core/files/weights_file.h"
#include "core/learning/learner.h"
#include "core/live/machine.h"
#include "core/npz/npz.h"
#include "core/settings/run_json.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;
using LearningRow = std::vector<LearningNumber>;
using Clock = std::chrono::steady_clock;

std::vector<Assignment> settings_of(const std::vector<std::string>& words) {
  std::vector<Assignment> settings;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos)
      throw Error("no setting", word, "path=value, e.g. target.set=bars4 or sampler=dmala_sites",
                  "ergo learn");
    settings.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
  return settings;
}

Json json_of(const LearningRow& row) {
  Json object;
  for (const auto& [name, value] : row) object[name] = std::isfinite(value) ? Json(value) : Json();
  return object;
}

void print_names(const LearningRow& row) {
  std::string line;
  for (const LearningNumber& number : row) line += (line.empty() ? "" : ",") + number.name;
  std::printf("%s\n", line.c_str());
}

void print_row(const LearningRow& row) {
  const char* comma = "";
  for (const auto& [name, value] : row) {
    std::isnan(value) ? std::printf("%sNaN", comma) : std::printf("%s%.6g", comma, value);
    comma = ",";
  }
  std::printf("\n");
  std::fflush(stdout);
}

/// The rows as they become known, and how fast learning is.
class Rows {
 public:
  explicit Rows(bool printed) : printed_(printed) {}

  void tell(const Learner& learner) {
    rows_.push_back(learner.row());
    if (!printed_) return;
    if (rows_.size() == 1) print_names(rows_.front());
    print_row(rows_.back());
  }
  void learn(Learner& learner, const std::function<void()>& pause) {
    const auto begin = Clock::now();
    learner.learn(1, pause);
    seconds_ += std::chrono::duration<double>(Clock::now() - begin).count();
  }
  double iterations_per_second(const Learner& learner) const {
    return static_cast<double>(learner.iterations()) / seconds_;
  }
  const std::vector<LearningRow>& all() const { return rows_; }

 private:
  bool printed_;
  double seconds_ = 0;
  std::vector<LearningRow> rows_;
};

/// The run's settings, and the file with whose weights it began.
Json settings_json(const Learner& learner, const LearnOptions& options) {
  Json settings = run_json(learner.settings());
  if (options.weights) settings["weights"] = *options.weights;
  return settings;
}

void write_model(const std::string& path, const Learner& learner, const std::vector<LearningRow>& rows,
                 const Json& settings) {
  Npz file;
  file.arrays = learner.arrays();
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    std::vector<double> values;
    for (const LearningRow& row : rows) values.push_back(row[column].value);
    file.arrays[rows.front()[column].name] = npy_array({values.size()}, values);
  }
  file.texts["meta.json"] = settings.dump(2);
  write_npz(path, file);
}

void write_picture(const std::string& path, const Learner& learner, const Palette& palette,
                   const Json& settings) {
  const Image picture = learner.picture(palette);
  write_png(path, picture.width, picture.height, picture.rgba,
            {{"Settings", settings.dump()}});
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
  check_file(options.picture, ".png", "--picture");
  palette(options.theme);
}

}  // namespace

int learn_command(const LearnOptions& options) {
  check_files(options);
  Machine machine({});
  const auto learner = std::make_unique<Learner>(settings_of(options.words), machine.backends());
  if (options.weights) learner->begin_with(read_weights(*options.weights, learner->learning()));
  if (!options.quiet) {
    std::fprintf(stderr, "ergo: the best log likelihood is %.6g\n", learner->best_log_likelihood());
    for (const std::string& line : learner->remarks()) std::fprintf(stderr, "ergo: %s\n", line.c_str());
  }
  Rows rows(!options.json);
  {
    Progress progress("iterations", options.iterations, options.quiet);
    rows.tell(*learner);
    for (std::uint64_t i = 1; i <= options.iterations; ++i) {
      rows.learn(*learner, [&] { progress.at(i); });
      if (i % options.every == 0 || i == options.iterations) rows.tell(*learner);
    }
  }
  const Json settings = settings_json(*learner, options);
  if (options.json) {
    Json all = {{"settings", settings},
                {"best_log_likelihood", learner->best_log_likelihood()},
                {"iterations_per_second", rows.iterations_per_second(*learner)}};
    for (const LearningRow& row : rows.all()) all["rows"].push_back(json_of(row));
    std::printf("%s\n", all.dump(2).c_str());
  } else if (!options.quiet) {
    std::fprintf(stderr, "ergo: %.3g iterations a second\n", rows.iterations_per_second(*learner));
  }
  if (options.out) write_model(*options.out, *learner, rows.all(), settings);
  if (options.picture) write_picture(*options.picture, *learner, palette(options.theme), settings);
  return 0;
}

}  // namespace ergo
