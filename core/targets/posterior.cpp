// p(q | data), q = (a, b) or (mu, log sigma), under the prior N(0, prior_sd^2 I): core/posterior. The energy is exact, a
// sum over all rows; a mini-batch draws rows with replacement.
#include <algorithm>
#include <cmath>
#include <list>
#include <mutex>
#include <numbers>

#include "core/posterior/posterior.h"
#include "core/survey/found_target.h"
#include "core/unit/device_loops.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr int most_batch_rows = 4 * Draws::batch_blocks;

DataRows rows_of(const Parameters& p) {
  const auto model = static_cast<DataModel>(p.integer("model"));
  const DataTable* table = p.table("file");
  const std::string& columns = p.text("columns");
  return table ? given_rows(model, *table, columns, "target.file") : built_in_rows(model);
}

/// A posterior and where its mass lies.
class FoundPosterior {
 public:
  FoundPosterior(DataRows rows, double noise_sd, double prior_sd)
      : noise_sd(noise_sd), posterior(make_posterior(std::move(rows), noise_sd, prior_sd)), found_(landscape()) {
    if (searched()) return;
    window_ = posterior->level_window(12.5);
    frame_ = posterior->level_window(frame_level());
  }

  const double noise_sd;
  const std::unique_ptr<const Posterior> posterior;

  /// Of convex energies: where E is below a level. The others' are searched, in units of the mode's standard deviations.
  Window window() const { return searched() ? back(found_.window().window) : window_; }
  Window frame() const { return searched() ? back(found_.window().frame) : frame_; }
  std::vector<Mode> modes() const {
    const double radius = std::sqrt(scale().x * scale().y);
    if (!searched()) return {{posterior->mode(), 3 * radius}};
    std::vector<Mode> all = found_.modes();
    for (auto& [centre, within] : all) centre = back(centre), within *= radius;
    return all;
  }

 private:
  bool searched() const { return posterior->rows().model == DataModel::mean; }
  /// Of a Gaussian 2.5e-4 of the mass lies beyond each side; of tails as long as exponential ones twice as much.
  double frame_level() const {
    constexpr double gaussian = 3.48 * 3.48 / 2, longest = 7.6;
    return posterior->rows().model == DataModel::linear ? gaussian : longest;
  }
  Position scale() const {
    const auto [xx, xy, yy] = posterior->laplace();
    return {std::sqrt(xx), std::sqrt(yy)};
  }
  Position back(Position z) const {
    return posterior->mode() + Position{scale().x * z.x, scale().y * z.y};
  }
  Window back(const Window& w) const { return {back(w.low), back(w.high)}; }
  Landscape landscape() const {
    return {.dim = 2, .energy = [this](Position z) { return posterior->evaluate(back(z)).energy; }};
  }

  Window window_, frame_;
  FoundTarget found_;
};

/// The last few are kept, as one target is made again and again.
std::shared_ptr<const FoundPosterior> posterior_of(const Parameters& p) {
  constexpr std::size_t most = 16;
  static std::mutex mutex;
  static std::list<std::shared_ptr<const FoundPosterior>> kept;  // the last one asked for first
  DataRows rows = rows_of(p);
  const double given = p["noise_sd"], noise_sd = rows.model == DataModel::linear ? given : 1, prior_sd = p["prior_sd"];
  const std::lock_guard lock(mutex);
  const auto same = std::ranges::find_if(kept, [&](const auto& found) {
    return found->noise_sd == noise_sd && found->posterior->prior_sd() == prior_sd && found->posterior->rows() == rows;
  });
  if (same != kept.end()) {
    kept.splice(kept.begin(), kept, same);
    return kept.front();
  }
  kept.push_front(std::make_shared<const FoundPosterior>(std::move(rows), noise_sd, prior_sd));
  if (kept.size() > most) kept.pop_back();
  return kept.front();
}

class PosteriorTarget final : public Target, public LoopsOnDevice {
 public:
  explicit PosteriorTarget(const Parameters& p)
      : found_(posterior_of(p)), posterior_(*found_->posterior), batch_(p.integer("batch_size")) {}

  Evaluation evaluate(Position q) const override { return posterior_.evaluate(q); }
  Window window() const override { return found_->window(); }
  Window frame() const override { return found_->frame(); }
  std::vector<Mode> modes() const override { return found_->modes(); }

  std::optional<Position> draw(const Draws& draws) const override {
    if (!gaussian()) return {};
    const auto [xx, xy, yy] = posterior_.laplace();
    const double sd = std::sqrt(xx), slope = xy / sd;
    const Position z = normal(draws(0));
    return posterior_.mode() + Position{sd * z.x, slope * z.x + std::sqrt(yy - slope * slope) * z.y};
  }
  std::optional<double> log_normaliser() const override {
    if (!gaussian()) return {};
    const auto [xx, xy, yy] = posterior_.laplace();
    return std::log(2 * std::numbers::pi) + std::log(xx * yy - xy * xy) / 2;
  }
  std::vector<GaussianTerm> mixture() const override {
    if (!gaussian()) return {};
    const auto [xx, xy, yy] = posterior_.laplace();
    return {{1, posterior_.mode(), xx, xy, yy}};
  }

  Position minibatch_noise(Position q, Position gradient, const Draws& draws, int evaluation) const override {
    return posterior_.batch_gradient(q, batch_, draws, evaluation) - gradient;
  }
  Covariance minibatch_covariance(Position q) const override { return posterior_.batch_covariance(q, batch_); }

  /// An iteration takes 16 rows; one of a mini-batch a single row, and each four rows begin another.
  std::uint64_t loops_of_evaluation() const override { return posterior_.rows().y.size() / 16 + 1; }
  std::uint64_t loops_of_minibatch() const override { return static_cast<std::uint64_t>(batch_ + batch_ / 4 + 1); }

  std::vector<double> device_numbers(std::span<const double> values) const override {
    std::vector<double> numbers(values.begin(), values.end());
    for (const double number : posterior_.device_numbers()) numbers.push_back(number);
    return numbers;
  }

  std::string remark(std::chrono::milliseconds) const override {
    const std::size_t rows = posterior_.rows().y.size();
    std::string words = weakness_of(posterior_.rows());
    if (static_cast<std::size_t>(batch_) > rows)
      words += std::string(words.empty() ? "" : "; ") + "a mini-batch of " + std::to_string(batch_) +
               " is larger than the data, " + std::to_string(rows) +
               (rows == 1 ? " row" : " rows") + ": rows are drawn with replacement";
    return words;
  }

 private:
  bool gaussian() const { return posterior_.rows().model == DataModel::linear; }

  std::shared_ptr<const FoundPosterior> found_;
  const Posterior& posterior_;
  int batch_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_TARGET(posterior, PosteriorTarget, {
  .id = "posterior",
  .title = "Posterior of data (mini-batches)",
  .doc = "The posterior of two parameters, given rows of data, under the prior N(0, s₀²) on each.\n"
         "- linear: y = a + b x + N(0, s²)\n"
         "- logistic: P(y = 1) = 1/(1 + exp(−(a + b x)))\n"
         "- mean: y ~ N(μ, σ²), with the parameters μ and log σ\n"
         "- poisson: y ~ Poisson(exp(a + b x)); above e³⁰ the mean grows linearly\n"
         "\n"
         "E is 0 at its minimum. With gradient noise of kind minibatch, each gradient is estimated from rows that are "
         "drawn with replacement; the prior is not subsampled. The noise depends on the position. A file has up to "
         "10000 rows, of which E is the exact sum. Without a file each model has a data set of its own.",
  .source = "your own data",
  .parameters = {{.id = "model", .title = "Model", .symbol = "p(y|q)", .doc = "What the data are given the two parameters.",
                  .initial = 1, .hard = {0, 3}, .slider = {0, 3}, .kind = Kind::choice, .applies = Applies::restart,
                  .choices = {"linear", "logistic", "mean", "poisson"}},
                 {.id = "file", .title = "File", .symbol = "CSV", .doc = "Path of a CSV or NPY file with a row for each observation, read when it is set. A relative path starts at the working directory, or in a preset file at that file's folder.",
                  .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::table, .applies = Applies::restart},
                 {.id = "columns", .title = "Columns", .symbol = "x, y", .doc = "The predictor's column and the response's, by name or number, with a comma between them; for the model mean the values' column. If empty, those called x and y, or else the file's first columns.",
                  .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::text, .applies = Applies::restart,
                  .text = {.legal = legal_columns()}},
                 {.id = "noise_sd", .title = "Residual SD", .symbol = "s", .doc = "Standard deviation of the responses about the line.",
                  .initial = 1, .hard = {0.01, 100}, .slider = {0.2, 5}, .scale = Scale::log, .used_when = {"model", {"linear"}}},
                 {.id = "prior_sd", .title = "Prior SD", .symbol = "s₀", .doc = "Standard deviation of the prior on each parameter, whose mean is 0.",
                  .initial = 5, .hard = {0.01, 100}, .slider = {0.2, 20}, .scale = Scale::log},
                 {.id = "batch_size", .title = "Mini-batch", .symbol = "Ñ", .doc = "Rows in a mini-batch, drawn with replacement. Used only with gradient noise of kind minibatch.",
                  .initial = 10, .hard = {1, most_batch_rows}, .slider = {1, 100}, .scale = Scale::log, .kind = Kind::integer}},
  .minibatches = true,
})
