#include "core/run/parameter_map.h"

#include <cmath>
#include <limits>

#include "core/backend/start_positions.h"
#include "core/run/session.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

const Parameter& axis_of(const Descriptor& sampler, const std::string& id, const std::string& option) {
  std::vector<std::string> legal;
  for (const Parameter& p : sampler.parameters)
    if (p.kind == Kind::real) legal.push_back(p.id);
  for (const Parameter& p : sampler.parameters)
    if (p.id == id && p.kind == Kind::real) return p;
  throw Error("no such number of sampler " + sampler.id, id,
              legal.empty() ? "it has none" : legal_words(id, legal), option);
}

/// The middle of cell `index` of `count` over the slider's range.
double value_at(const Parameter& p, int index, int count) { return slider_value(p, (index + 0.5) / count); }

}  // namespace

double slider_value(const Parameter& p, double share) {
  if (p.scale == Scale::log) return p.slider.low * std::pow(p.slider.high / p.slider.low, share);
  return p.slider.low + share * (p.slider.high - p.slider.low);
}

MapAxes first_axes(const Descriptor& sampler) {
  std::vector<std::string> numbers;
  for (const Parameter& p : sampler.parameters)
    if (p.kind == Kind::real) numbers.push_back(p.id);
  if (numbers.size() < 2)
    throw Error("a map needs a sampler with two numbers:", sampler.id, "e.g. dmala", "");
  return {numbers[0], numbers[1]};
}

ParameterMap::ParameterMap(const RunConfig& run, std::unique_ptr<Backend> backend, const MapAxes& axes,
                           int chains_per_cell)
    : run_(run),
      axes_(axes),
      chains_per_cell_(chains_per_cell),
      x_(&axis_of(sampler_unit(run.sampler.id).descriptor, axes.x, "--x")),
      y_(&axis_of(sampler_unit(run.sampler.id).descriptor, axes.y, "--y")),
      backend_(std::move(backend)),
      target_(make_target(run)) {
  const Descriptor& sampler = sampler_unit(run.sampler.id).descriptor;
  if (x_ == y_) throw Error("both axes are one parameter:", axes.x, "two parameters", "--y");
  if (find_channel(sampler, sampler.claims.acceptance_channel) < 0)
    throw Error("no acceptance to map:", sampler.id, "a sampler that accepts or rejects", "sampler");
  run_.start = defaults(start_unit("exact").descriptor);
  run_.chains = static_cast<std::uint64_t>(axes.columns) * static_cast<std::uint64_t>(axes.rows) *
                static_cast<std::uint64_t>(chains_per_cell);
  make_start(run_)->check(*target_);
  std::vector<std::vector<double>> values;
  for (int row = 0; row < axes.rows; ++row)
    for (int column = 0; column < axes.columns; ++column) {
      cells_.push_back({.x = value_at(*x_, column, axes.columns),
                        .y = value_at(*y_, row, axes.rows),
                        .gap = std::numeric_limits<double>::quiet_NaN()});
      values.insert(values.end(), static_cast<std::size_t>(chains_per_cell),
                    with_cell(cells_.back()).sampler.values);
    }
  acceptance_.resize(cells_.size());
  jump_.resize(cells_.size());
  backend_->configure(run_);
  backend_->set_sampler_rows(values);
  before_ = start_positions(run_, *target_);
  backend_->place(before_, 0);
  if (!GapWorker::possible(run_, *target_)) return;
  std::vector<RunConfig> runs;
  for (const MapCell& cell : cells_) runs.push_back(with_cell(cell));
  gaps_ = std::make_unique<GapWorker>(std::move(runs), target_);
}

RunConfig ParameterMap::with_cell(const MapCell& cell) const {
  RunConfig config = run_;
  const Descriptor& sampler = sampler_unit(run_.sampler.id).descriptor;
  config.sampler.values[static_cast<std::size_t>(find_parameter(sampler, x_->id))] = cell.x;
  config.sampler.values[static_cast<std::size_t>(find_parameter(sampler, y_->id))] = cell.y;
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
  const std::vector<double> found = gaps_->found();
  for (std::size_t k = 0; k < found.size(); ++k) cells_[k].gap = found[k];
}

void ParameterMap::wait_for_gaps() {
  if (gaps_) gaps_->wait();
  take_gaps();
}

void ParameterMap::advance() {
  backend_->advance(step_++, 1);
  const ChainData data = backend_->read();
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
