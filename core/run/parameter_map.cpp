#include "core/run/parameter_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/config/learning_settings.h"
#include "core/config/start_settings.h"
#include "core/run/session.h"

namespace ergo {

namespace {

/// The middles of `count` cells over the slider's range; 0 where there is no such axis.
std::vector<double> values_along(const Parameter* p, int count) {
  if (!p) return {0};
  std::vector<double> values;
  for (int k = 0; k < count; ++k) values.push_back(slider_value(*p, (k + 0.5) / count));
  if (p->kind != Kind::integer) return values;
  for (double& value : values) value = std::round(value);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::string mapped_samplers(Space space) {
  std::string list;
  for (const SamplerUnit& unit : samplers(space))
    if (!unit.descriptor.claims.acceptance_channel.empty() && !numbers_of(unit.descriptor).empty())
      list += (list.empty() ? "" : ", ") + unit.descriptor.id;
  return list;
}

}  // namespace

bool has_map(const Descriptor& sampler) {
  return numbers_of(sampler).size() >= 2 && !sampler.claims.acceptance_channel.empty();
}

MapAxes first_axes(const Descriptor& sampler) {
  const auto numbers = numbers_of(sampler);
  if (numbers.size() < 2)
    throw Error("a map needs a sampler with two numbers:", sampler.id,
                sampler.space == Space::plane     ? "e.g. hmc"
                : sampler.space == Space::lattice ? "e.g. dmala"
                                                  : "e.g. dmala_sites",
                "");
  return {numbers[0], numbers[1]};
}

MapAxes completed(MapAxes axes, const Descriptor& sampler) {
  const auto numbers = numbers_of(sampler);
  if (numbers.empty())
    throw Error("a map needs a sampler with a number to vary:", sampler.id, mapped_samplers(sampler.space),
                "sampler");
  for (std::string* axis : {&axes.x, &axes.y})
    for (const std::string& number : numbers)
      if (axis->empty() && number != axes.x && number != axes.y) *axis = number;
  return axes;
}

ParameterMap::ParameterMap(const RunConfig& run, std::unique_ptr<Backend> backend, const MapAxes& axes,
                           int chains_per_cell)
    : run_(run),
      axes_(axes),
      chains_per_cell_(chains_per_cell),
      x_(&number_of(sampler_unit(run.sampler.id).descriptor, axes.x, "--x")),
      y_(axes.y.empty() ? nullptr : &number_of(sampler_unit(run.sampler.id).descriptor, axes.y, "--y")),
      backend_(std::move(backend)),
      target_(make_target(run)) {
  require_still_target(run, "a map");
  const Descriptor& sampler = sampler_unit(run.sampler.id).descriptor;
  if (x_ == y_) throw Error("both axes have the same parameter:", axes.x, "two parameters", "--y");
  if (find_channel(sampler, sampler.claims.acceptance_channel) < 0)
    throw Error("no acceptance to map:", sampler.id, "a sampler that accepts or rejects", "sampler");
  run_.start = exact_or_default_start(run_);
  const auto along_x = values_along(x_, axes.columns), along_y = values_along(y_, axes.rows);
  axes_.columns = static_cast<int>(along_x.size());
  axes_.rows = static_cast<int>(along_y.size());
  run_.chains = along_x.size() * along_y.size() * static_cast<std::uint64_t>(chains_per_cell);
  std::vector<std::vector<double>> values;
  for (const double y : along_y)
    for (const double x : along_x) {
      cells_.push_back({.x = x, .y = y, .gap = std::numeric_limits<double>::quiet_NaN()});
      values.insert(values.end(), static_cast<std::size_t>(chains_per_cell),
                    with_cell(cells_.back()).sampler.values);
    }
  if (backend_->kind() != BackendKind::cpu)  // kernels take values as they are
    for (const MapCell& cell : cells_) make_sampler(with_cell(cell))->check(*target_);
  acceptance_.resize(cells_.size());
  jump_.resize(cells_.size());
  backend_->configure(run_);
  backend_->set_sampler_rows(values);
  ChainStarts starts = chain_starts(run_, *target_);
  place(*backend_, starts, sampler);
  before_ = std::move(starts.positions);
  if (!EquilibriumWorker::possible(run_, *target_) || make_sampler(run_)->lattice_kernel()->period() > 1 ||
      gradient_noise_of(run_).kind != NoiseKind::none)
    return;
  std::vector<RunConfig> runs;
  for (const MapCell& cell : cells_) runs.push_back(with_cell(cell));
  gaps_ = std::make_unique<EquilibriumWorker>();
  gaps_->submit(std::move(runs), target_);
}

RunConfig ParameterMap::with_cell(const MapCell& cell) const {
  RunConfig config = run_;
  const Descriptor& sampler = sampler_unit(run_.sampler.id).descriptor;
  config.sampler.values[static_cast<std::size_t>(find_parameter(sampler, x_->id))] = cell.x;
  if (y_) config.sampler.values[static_cast<std::size_t>(find_parameter(sampler, y_->id))] = cell.y;
  return config;
}

bool ParameterMap::fits(const RunConfig& run) const {
  if (run.sampler.id != run_.sampler.id || run.target != run_.target ||
      run.gradient_noise != run_.gradient_noise)
    return false;
  const Descriptor& sampler = sampler_unit(run_.sampler.id).descriptor;
  for (std::size_t k = 0; k < sampler.parameters.size(); ++k)
    if (&sampler.parameters[k] != x_ && &sampler.parameters[k] != y_ &&
        run.sampler.values[k] != run_.sampler.values[k])
      return false;
  return true;
}

void ParameterMap::take_gaps() {
  if (!gaps_) return;
  const std::vector<Equilibrium> found = gaps_->found();
  for (std::size_t k = 0; k < found.size(); ++k) cells_[k].gap = found[k].gap;
}

void ParameterMap::wait_for_gaps() {
  if (gaps_) gaps_->wait();
  take_gaps();
}

/// The first steps of chains that do not begin in equilibrium count for nothing.
void ParameterMap::advance() {
  constexpr std::uint64_t left_out = 64;
  backend_->advance(step_++, 1);
  const ChainData data = backend_->read();
  if (run_.start.id != "exact" && step_ <= left_out) {
    for (std::size_t i = 0; i < data.chains; ++i) before_[i] = data.x(i);
    return;
  }
  const Descriptor& sampler = sampler_unit(run_.sampler.id).descriptor;
  const auto channel = static_cast<std::size_t>(find_channel(sampler, sampler.claims.acceptance_channel));
  for (std::size_t i = 0; i < data.chains; ++i) {
    const std::size_t cell = i / static_cast<std::size_t>(chains_per_cell_);
    const Position move = data.x(i) - before_[i];
    before_[i] = data.x(i);
    if (data.diverged[i]) continue;
    acceptance_[cell].add(data.report[i * static_cast<std::size_t>(data.report_size) + channel]);
    jump_[cell].add(dot(move, move));
  }
  const auto error = [](const ChannelMean& m) {
    return std::sqrt(m.variance / static_cast<double>(m.count));
  };
  for (std::size_t k = 0; k < cells_.size(); ++k) {
    cells_[k].acceptance = acceptance_[k].mean;
    cells_[k].acceptance_error = error(acceptance_[k]);
    cells_[k].squared_jump = jump_[k].mean;
    cells_[k].squared_jump_error = error(jump_[k]);
  }
}

}  // namespace ergo
