#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/exact_answer.h"
#include "app/command/progress.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/exact/configuration_cycle.h"
#include "core/exact/equilibrium.h"
#include "core/exact/evolution.h"
#include "core/files/csv_file.h"
#include "core/npz/npz.h"
#include "core/settings/provenance.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

namespace {

/// A run on a lattice, or on all configurations of a small target of sites, with its exact transitions.
class ExactRun {
 public:
  /// `dense`: the matrix is wanted. Throws Error before any work if there are too many states for it.
  explicit ExactRun(const RunConfig& config, bool dense = false)
      : target_(make_target(config)), lattice_(lattice_of(config, *target_)) {
    if (target_->sites()) {
      configurations_.emplace(config, pool_);
      distribution_ = configurations_->states().distribution();
      return;
    }
    if (dense) check_dense(lattice_.sides());
    cycle_.emplace(config, lattice_, pool_);
    distribution_ = lattice_.distribution();
  }

  const Transitions& transitions() const {
    return configurations_ ? static_cast<const Transitions&>(*configurations_) : *cycle_;
  }
  const std::vector<double>& distribution() const { return distribution_; }  ///< of the target, by state
  const LatticeTarget& lattice() const { return lattice_; }                  ///< of sites, that of two statistics
  const SiteStates* configurations() const { return configurations_ ? &configurations_->states() : nullptr; }

  void add_states(Answer& answer) const {
    if (configurations_) return ergo::add_states(answer, configurations_->states());
    add_sites(answer, lattice_.sides());
  }
  /// An array over the states.
  void add(Answer& answer, const std::string& name, std::span<const double> values) const {
    if (configurations_) return add_array(answer, name, values);
    add_array(answer, name, lattice_.sides(), values);
  }
  /// The step's means at equilibrium.
  void add_means(Json& numbers, std::span<const double> stationary) {
    if (configurations_) {
      const SiteStepMeans means = step_means(*configurations_, stationary);
      numbers["acceptance"] = means.acceptance;
      numbers["flips"] = means.flips;
    } else {
      const StepMeans means = step_means(*cycle_, stationary, pool_);
      numbers["acceptance"] = means.acceptance;
      numbers["squared_jump"] = means.squared_jump;
    }
  }
  /// The number of the cell of the lattice in which a state is seen.
  std::size_t cell(std::size_t state) const {
    if (!configurations_) return state;
    const SiteStates& states = configurations_->states();
    return lattice_.sides().index(lattice_.sites()->statistics().place(states.configuration(state)));
  }

 private:
  ThreadPool pool_;
  std::unique_ptr<Target> target_;
  const LatticeTarget& lattice_;
  std::optional<Cycle> cycle_;
  std::optional<ConfigurationCycle> configurations_;
  std::vector<double> distribution_;
};

Answer transition_of(const RunConfig& config) {
  const ExactRun run(config, true);
  const SquareMatrix matrix = run.transitions().matrix();
  Answer answer;
  answer.numbers = {{"states", matrix.size},
                    {"steps", run.transitions().steps()},
                    {"balance_residual", balance_residual(matrix, run.distribution())}};
  answer.npz.arrays["transition"] = npy_array({matrix.size, matrix.size}, matrix.values);
  answer.table = {{"from", {}}, {"to", {}}, {"probability", {}}};
  for (std::size_t from = 0; from < matrix.size; ++from)
    for (std::size_t to = 0; to < matrix.size; ++to) {
      if (matrix(from, to) == 0) continue;
      answer.table[0].values.push_back(static_cast<double>(from));
      answer.table[1].values.push_back(static_cast<double>(to));
      answer.table[2].values.push_back(matrix(from, to));
    }
  return answer;
}

/// The distribution that a cycle leaves alone, with the present change on stderr.
std::vector<double> stationary_distribution_of(const ExactRun& run, bool quiet) {
  Settling settling("change of the distribution", quiet);
  return stationary_distribution(run.transitions(), run.distribution(),
                                 [&](std::size_t n, double change) { settling.at(n, change); });
}

Answer bias_of(const RunConfig& config, bool quiet) {
  const ExactRun run(config);
  const auto& distribution = run.distribution();
  const auto stationary = stationary_distribution_of(run, quiet);
  std::vector<double> difference(distribution.size());
  for (std::size_t i = 0; i < distribution.size(); ++i) difference[i] = stationary[i] - distribution[i];
  Answer answer;
  answer.numbers = {{"l1", l1_distance(stationary, distribution)},
                    {"tv", total_variation(stationary, distribution)}};
  if (const SiteStates* states = run.configurations()) {
    const SiteMeans under = means_under(*states, stationary), target = means_under(*states, distribution);
    answer.numbers["energy"] = under.energy - target.energy;
    answer.numbers["level"] = under.level - target.level;
    answer.numbers["level_squared"] = under.level_squared - target.level_squared;
  }
  run.add_states(answer);
  run.add(answer, "distribution", distribution);
  run.add(answer, "stationary", stationary);
  run.add(answer, "difference", difference);
  return answer;
}

Gap gap_of(const ExactRun& run, bool quiet) {
  Settling settling("gap", quiet);
  return spectral_gap(run.transitions(), run.distribution(),
                      [&](std::size_t n, double gap) { settling.at(n, gap); });
}

Answer gap_of(const RunConfig& config, bool quiet) {
  ExactRun run(config);
  const auto stationary =
      run.transitions().reversible() ? run.distribution() : stationary_distribution_of(run, quiet);
  const Gap gap = gap_of(run, quiet);
  Answer answer;
  answer.numbers = {
      {"gap", gap.gap}, {"steps", run.transitions().steps()}, {"relaxation_steps", gap.relaxation_time()}};
  run.add_means(answer.numbers, stationary);
  for (const auto& [name, value] : answer.numbers.items()) {
    const double number = value.get<double>();
    answer.npz.arrays[name] = npy_array({}, std::span(&number, 1));
    answer.table.push_back({name, {number}});
  }
  return answer;
}

/// `Of`: as of EvolutionOfRun. `add`: adds an array over the states.
template <class Of>
Answer tv_of(const PresetSession& request, std::uint64_t steps, bool quiet, const auto& add) {
  EvolutionOfRun<Of> run(request.config, request.journal);
  const Of& evolution = run.now();
  std::vector<double> step, tv;
  Progress progress("steps", steps, quiet);
  for (std::uint64_t k = 0; k <= steps; ++k) {
    run.advance_to(k);
    progress.at(k);
    step.push_back(static_cast<double>(k));
    tv.push_back(evolution.total_variation());
  }
  Answer answer;
  answer.numbers = {{"steps", steps}, {"tv_start", tv.front()}, {"tv_end", tv.back()}};
  add(answer, evolution);
  answer.npz.arrays["step"] = npy_array({step.size()}, step);
  answer.npz.arrays["tv"] = npy_array({tv.size()}, tv);
  answer.table = {{"step", step}, {"tv", tv}};
  return answer;
}

Answer tv_of(const PresetSession& request, std::uint64_t steps, bool quiet) {
  if (make_target(request.config)->sites())
    return tv_of<ConfigurationEvolution>(
        request, steps, quiet, [](Answer& answer, const ConfigurationEvolution& evolution) {
          add_states(answer, evolution.states());
          add_array(answer, "distribution", evolution.states().distribution());
          add_array(answer, "reached", evolution.distribution());
        });
  return tv_of<Evolution>(request, steps, quiet, [](Answer& answer, const Evolution& evolution) {
    add_array(answer, "distribution", evolution.sides(), evolution.target_distribution());
    add_array(answer, "reached", evolution.sides(), evolution.distribution());
  });
}

/// The flow of configurations between the cells that they are seen in, as flow_field().
std::vector<Position> flow_of_cells(const SquareMatrix& flow, const ExactRun& run) {
  const Sides sides = run.lattice().sides();
  std::vector<std::size_t> cell;
  for (std::size_t state = 0; state < flow.size; ++state) cell.push_back(run.cell(state));
  std::vector<Position> field(sides.count());
  for (std::size_t x = 0; x < flow.size; ++x)
    for (std::size_t y = 0; y < flow.size; ++y)
      field[cell[x]] = field[cell[x]] + flow(x, y) / 2 * (sides.site(cell[y]) - sides.site(cell[x]));
  return field;
}

Answer flow_of(const RunConfig& config) {
  const ExactRun run(config, true);
  const SquareMatrix matrix = run.transitions().matrix();
  const SquareMatrix net = flow(matrix, stationary_distribution(run.transitions(), run.distribution()));
  const Sides sides = run.lattice().sides();
  const auto field = run.configurations() ? flow_of_cells(net, run) : flow_field(net, sides);
  double largest = 0, total = 0;
  std::vector<double> x, y, both;
  for (const double value : net.values) {
    largest = std::max(largest, value);
    total += std::max(value, 0.0);
  }
  for (const Position& arrow : field) {
    x.push_back(arrow.x);
    y.push_back(arrow.y);
    both.insert(both.end(), {arrow.x, arrow.y});
  }
  Answer answer;
  answer.numbers = {{"largest", largest}, {"total", total}};
  add_sites(answer, sides);
  answer.table.push_back({"field_x", x});
  answer.table.push_back({"field_y", y});
  answer.npz.arrays["flow"] = npy_array({net.size, net.size}, net.values);
  answer.npz.arrays["field"] =
      npy_array({static_cast<std::size_t>(sides.x), static_cast<std::size_t>(sides.y), 2}, both);
  return answer;
}

Answer answer_to(const ExactOptions& options, const PresetSession& request) {
  if (options.what == "distribution") return distribution_answer(request.config);
  if (options.what == "transition") return transition_of(request.config);
  if (options.what == "bias") return bias_of(request.config, options.quiet);
  if (options.what == "gap") return gap_of(request.config, options.quiet);
  if (options.what == "tv") return tv_of(request, options.steps, options.quiet);
  return flow_of(request.config);
}

void check_question(const std::string& what) {
  const std::vector<std::string> questions = {"distribution", "transition", "bias", "gap", "tv", "flow"};
  if (std::ranges::find(questions, what) == questions.end())
    throw Error(what.empty() ? "--what is missing" : "unknown question", what,
                legal_words(what, questions), "--what");
}

constexpr std::size_t most_in_json = 10'000;  // numbers of one array

/// An array as lists of lists, C order.
Json nested(const std::vector<std::size_t>& shape, std::span<const double> values, std::size_t axis = 0) {
  if (axis == shape.size()) return values[0];
  Json list = Json::array();
  const std::size_t each = values.size() / shape[axis];
  for (std::size_t i = 0; i < shape[axis]; ++i)
    list.push_back(nested(shape, values.subspan(i * each, each), axis + 1));
  return list;
}

/// The numbers and, under "arrays", what --out has.
Json json_of(const Answer& answer) {
  Json all = answer.numbers;
  for (const auto& [name, array] : answer.npz.arrays)
    if (!array.shape.empty() && array.size() <= most_in_json)
      all["arrays"][name] = nested(array.shape, array.to_double());
  return all;
}

void write(Answer& answer, const std::string& path, const std::string& meta) {
  if (extension(path) == ".csv") return write_table(path, answer.table, meta);
  answer.npz.texts["meta.json"] = meta;
  write_npz(path, answer.npz);
}

}  // namespace

int exact_command(const ExactOptions& options) {
  check_question(options.what);
  if (options.out && extension(*options.out) != ".npz" && extension(*options.out) != ".csv")
    throw Error("unknown kind of file", *options.out, "FILE.npz, FILE.csv", "--out");
  const PresetSession request = parse_run(options.run, options.quiet);
  if (!options.quiet && options.what != "distribution") print_remarks(request.config);
  Answer answer = answer_to(options, request);
  if (!options.quiet && !answer.remark.empty()) std::fprintf(stderr, "ergo: %s\n", answer.remark.c_str());
  if (options.out)
    write(answer, *options.out,
          exact_provenance(request.config, request.journal, options.what == "tv" ? options.steps : 0));
  if (options.json) {
    std::printf("%s\n", json_of(answer).dump(2).c_str());
    return 0;
  }
  for (const auto& [name, value] : answer.numbers.items())
    value.is_null() ? std::printf("%-17s not known\n", name.c_str())
                    : std::printf("%-17s %.10g\n", name.c_str(), value.get<double>());
  return 0;
}

}  // namespace ergo
