// A Gaussian kernel density estimate of points, p(x) = sum_k w_k N(x; m_k, diag(s^2)), Z = 1. With z_k = (x - m_k)/s and
// e_k = |z_k|^2/2 - log(w_k/((2 pi)^(dim/2) s_x s_y)):
//   E = -log sum_k exp(-e_k),   grad E = sum_k r_k z_k/s,   r the softmax of -e.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/maths/elementary.h"
#include "core/mixture/gaussian_kernels.h"
#include "core/mixture/kernel_density.h"
#include "core/mixture/mixture_frame.h"
#include "core/survey/found_target.h"
#include "core/unit/inverse_cdf.h"
#include "core/unit/device_loops.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr const char* first_two = "first two";
constexpr const char* legal_columns = "one or two names or numbers of columns, with a comma between them, or first two";

/// 200 points about a spiral of two turns, evenly along it.
DataTable built_in_points() {
  constexpr std::size_t count = 200;
  constexpr double first = 0.4, last = 2.6, turns = 2, scatter = 0.12;
  DataTable table{"the built-in points", {{"x", {}, ""}, {"y", {}, ""}}, count};
  for (std::size_t k = 0; k < count; ++k) {
    // The length along it goes with r^2.
    const double share = (static_cast<double>(k) + 0.5) / count;
    const double radius = std::sqrt(first * first + share * (last * last - first * first));
    const auto [cosine, sine] = maths::unit_circle(std::fmod(turns * (radius - first) / (last - first), 1));
    const auto index = static_cast<std::uint32_t>(2 * k);
    table.columns[0].values.push_back(radius * cosine + scatter * datum(index));
    table.columns[1].values.push_back(radius * sine + scatter * datum(index + 1));
  }
  return table;
}

const DataTable& table_or_built_in(const DataTable* given) {
  static const DataTable built_in = built_in_points();
  return given ? *given : built_in;
}

std::vector<std::string> words_between_commas(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(',', from), text.size());
    const std::string word = text.substr(from, end - from);
    const auto first = word.find_first_not_of(" \t"), last = word.find_last_not_of(" \t");
    words.push_back(first == std::string::npos ? "" : word.substr(first, last + 1 - first));
    from = end + 1;
  }
  return words;
}

bool vary(const std::vector<double>& values) {
  return std::ranges::any_of(values, [&](double value) { return value != values[0]; });
}

/// Whether no cell is a number, as in a column of names.
bool is_words(const DataTable::Column& column) {
  return std::ranges::all_of(column.values, [](double value) { return std::isnan(value); });
}

using Columns = std::vector<const std::vector<double>*>;

/// One or two columns, of one length.
Columns columns_of(const DataTable& table, const std::string& text, const std::string& where) {
  Columns columns;
  if (text == first_two) {
    for (const DataTable::Column& column : table.columns)
      if (columns.size() < 2 && !is_words(column) && vary(table.column(column.name, where))) columns.push_back(&column.values);
    if (columns.empty())
      throw Error("no column of numbers that vary in", table.source, "one or two columns of numbers, two rows or more",
                  where);
    return columns;
  }
  const std::vector<std::string> names = words_between_commas(text);
  if (names.size() > 2) throw illegal_value("columns", text, legal_columns, where);
  for (const std::string& name : names) columns.push_back(&table.column(name, where));
  return columns;
}

/// To mean 0 and variance 1.
void standardise(std::vector<double>& values) {
  const double count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double square = 0;
  for (const double value : values) square += (value - mean) * (value - mean);
  if (!(square > 0)) return;
  for (double& value : values) value = (value - mean) / std::sqrt(square / (count - 1));
}

std::vector<Position> points_of(const DataTable& table, const Columns& columns, bool standardised) {
  constexpr double largest = 1e15;  // single precision holds the squares of 1e4 times that
  std::vector<Position> points(table.rows);
  for (std::size_t axis = 0; axis < columns.size(); ++axis) {
    std::vector<double> values = *columns[axis];
    for (const double value : values)
      if (std::abs(value) > largest)
        throw Error("a number in " + table.source + " that is too large:", number_text(value),
                    "up to " + number_text(largest), "target.file");
    if (standardised) standardise(values);
    for (std::size_t row = 0; row < points.size(); ++row) (axis == 0 ? points[row].x : points[row].y) = values[row];
  }
  return points;
}

/// The estimate and what is found about it.
class PointDensity {
 public:
  PointDensity(const DataTable& table, const Columns& columns, double bandwidth, bool standardised)
      : points(table.rows),
        dim(static_cast<int>(columns.size())),
        asked(bandwidth),
        density(kernel_density(points_of(table, columns, standardised), dim, bandwidth, most_kernels, table.source,
                               "target.file", "target.bandwidth")),
        kernels(density, dim),
        terms(terms_of(density, dim)),
        window(window_of(density, dim)),
        frame(mixture_frame(terms, window)),
        found_({.dim = dim, .energy = [this](Position x) { return kernels(x).energy; }}) {
    std::partial_sum(density.weight.begin(), density.weight.end(), std::back_inserter(up_to_));
  }

  Position draw(const Draw& d) const {
    const auto chosen = std::ranges::lower_bound(up_to_, fine_uniform(d));
    const auto k = std::min(static_cast<std::size_t>(chosen - up_to_.begin()), up_to_.size() - 1);
    return density.centre[k] + Position{density.sd.x * d.normal_x, density.sd.y * d.normal_y};
  }
  const std::vector<Mode>& modes() const { return found_.modes(); }

  const std::size_t points;
  const int dim;
  const double asked;  ///< the bandwidth, 0 for the rule's
  const KernelDensity density;
  const GaussianKernels kernels;
  const std::vector<GaussianTerm> terms;
  const Window window, frame;

 private:
  std::vector<double> up_to_;  ///< sums of weights
  FoundTarget found_;
};

/// The last few are kept, as one target is made again and again.
std::shared_ptr<const PointDensity> density_of(const Parameters& p) {
  struct Kept {
    std::string file, columns;
    double bandwidth;
    bool standardised;
    std::shared_ptr<const PointDensity> density;
  };
  constexpr std::size_t most = 8;
  static std::mutex mutex;
  static std::list<Kept> kept;  // the last one asked for first
  const DataTable& table = table_or_built_in(p.table("file"));
  const std::string &file = p.text("file"), &columns = p.text("columns");
  const double bandwidth = p["bandwidth"];
  const bool standardised = p.flag("standardise");
  const std::lock_guard lock(mutex);
  const auto found = std::ranges::find_if(kept, [&](const Kept& k) {
    return k.file == file && k.columns == columns && k.bandwidth == bandwidth && k.standardised == standardised;
  });
  if (found != kept.end()) {
    kept.splice(kept.begin(), kept, found);
    return kept.front().density;
  }
  auto density = std::make_shared<const PointDensity>(table, columns_of(table, columns, "target.columns"), bandwidth,
                                                      standardised);
  kept.push_front({file, columns, bandwidth, standardised, density});
  if (kept.size() > most) kept.pop_back();
  return density;
}

class Points final : public Target, public LoopsOnDevice {
 public:
  explicit Points(const Parameters& p) : density_(density_of(p)) { dim = density_->dim; }

  Evaluation evaluate(Position x) const override { return density_->kernels(x); }
  Window window() const override { return density_->window; }
  Window frame() const override { return density_->frame; }
  std::vector<Mode> modes() const override { return density_->modes(); }
  std::optional<Position> draw(const Draws& draws) const override { return density_->draw(draws(0)); }
  std::optional<double> log_normaliser() const override { return 0; }
  std::vector<GaussianTerm> mixture() const override { return density_->terms; }
  std::string remark(std::chrono::milliseconds) const override;

  /// Two loops over the kernels.
  std::uint64_t loops_of_evaluation() const override {
    return 2 * (density_->density.centre.size() / GaussianKernels::kernels_of_loop + 1);
  }

  std::vector<double> device_numbers(std::span<const double> values) const override {
    std::vector<double> numbers(values.begin(), values.end());
    const std::vector<double> more = density_->kernels.device_numbers();
    numbers.insert(numbers.end(), more.begin(), more.end());
    return numbers;
  }

 private:
  std::shared_ptr<const PointDensity> density_;
};

std::string rounded_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

std::string Points::remark(std::chrono::milliseconds) const {
  std::string words;
  const KernelDensity& density = density_->density;
  if (density.spacing > 0)
    words = std::to_string(density_->points) + " points as " + std::to_string(density.centre.size()) +
            " Gaussians on a grid, " + (density.spacing < 1 ? "half a" : "one") + " bandwidth apart.";
  if (const double scott = scotts_bandwidth(density_->points, dim);
      density_->asked == 0 && density.bandwidth > scott)
    words += " Bandwidth " + rounded_text(density.bandwidth) + ", as Scott's " + rounded_text(scott) +
             " would take more.";
  // Single precision has steps of 6e-8 of a coordinate, here 0.6 % of a kernel.
  constexpr double least_resolved = 1e-5;
  const auto [low, high] = density_->window;
  const auto coarse = [](double low, double high, double sd) {
    return sd < least_resolved * std::max(std::abs(low), std::abs(high));
  };
  if (coarse(low.x, high.x, density.sd.x) || (dim > 1 && coarse(low.y, high.y, density.sd.y)))
    words += " Kernels are narrow for single precision so far from 0: standardise the columns.";
  return words.starts_with(' ') ? words.substr(1) : words;
}

Descriptor described(const Contents& contents, const std::string& where) {
  const auto text_of = [&](const char* id, const char* otherwise) {
    const auto given = contents.find(id);
    return given == contents.end() ? std::string(otherwise) : given->second.text;
  };
  const auto file = contents.find("file");
  const DataTable& table = table_or_built_in(file == contents.end() ? nullptr : file->second.table.get());
  // clang-format off
  return {
      .id = "points",
      .title = "Density of points",
      .doc = "The kernel density of the points in a file: a Gaussian about each, all of one shape. Its moments, exact draws "
             "and normaliser have closed forms. More than 1024 points are shared out among the nodes of a grid, which keeps "
             "their mean and covariance.",
      .source = "Scott, Multivariate Density Estimation (1992), section 6.3",
      .parameters = {{.id = "file", .title = "File", .symbol = "file",
                      .doc = "A table of points, a row for each, as CSV or NPY. Without one, 200 points about a spiral.",
                      .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::table, .applies = Applies::restart,
                      .replaces = "columns"},
                     {.id = "columns", .title = "Columns", .symbol = "x, y",
                      .doc = "The columns with the coordinates, by name or by number from 1, with a comma between them; one "
                             "column for a density on a line. Usually the first two whose numbers vary.",
                      .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::text, .applies = Applies::restart,
                      .text = {.initial = first_two, .legal = legal_columns}},
                     {.id = "bandwidth", .title = "Bandwidth", .symbol = "h",
                      .doc = "Standard deviation of each point's Gaussian along each axis, over that of the points along "
                             "the axis. 0: Scott's rule, n^(-1/6), on a line n^(-1/5).",
                      .initial = 0, .hard = {0, 10}, .slider = {0, 1}},
                     {.id = "standardise", .title = "Standardise", .symbol = "std",
                      .doc = "Shifts and scales each column to mean 0 and standard deviation 1.",
                      .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::boolean}},
      .dim = static_cast<int>(columns_of(table, text_of("columns", first_two), where).size()),
  };
  // clang-format on
}

}  // namespace
}  // namespace ergo

ERGO_DESCRIBED_TARGET(points, Points, described)
