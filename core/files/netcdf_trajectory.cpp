#include "core/files/netcdf_trajectory.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/base/error.h"
#include "core/files/recorded_columns.h"
#include "core/settings/provenance.h"

namespace ergo {

namespace {

constexpr std::size_t portion_bytes = 16 << 20;
constexpr std::size_t chunk_elements = 1 << 18;

/// Now, or where somebody wants the same file again the seconds since 1970 in SOURCE_DATE_EPOCH
/// (reproducible-builds.org), in UTC by ISO 8601.
std::string time_of_creation() {
  const char* wanted = std::getenv("SOURCE_DATE_EPOCH");
  const std::time_t when =
      wanted ? static_cast<std::time_t>(std::strtoll(wanted, nullptr, 10)) : std::time(nullptr);
  std::tm utc{};
  gmtime_r(&when, &utc);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &utc)};
}

/// Of columns that belong to a transition.
bool known_at_start(const std::string& column, const Claims& claims) {
  return column == claims.depth_channel || column == claims.divergence_channel || column == "n_leapfrog";
}

/// What component k of a column is called in the file.
std::string name_of(const RecordedColumn& column, int k, const Claims& claims) {
  if (column.name == "x") return coordinate_name(column, k);
  if (column.name == "energy") return "lp";
  if (column.name == "n_leapfrog") return "n_steps";
  if (column.name == claims.gradients_field) return "grad_evals";
  if (!column.vector) return column.name;
  std::string name = column.name + '_';
  return column.components <= 2 ? name += k == 0 ? 'x' : 'y' : name += std::to_string(k + 1);
}

}  // namespace

NetcdfTrajectory::NetcdfTrajectory(AtomicFile& file, const Session& session, std::uint64_t draws)
    : chains_(session.config().chains), draws_(draws) {
  const auto sampler = make_sampler(session.config());
  state_size_ = sampler->state_size() + session.target().configuration_words();
  report_size_ = sampler->report_size();
  dim_ = session.target_descriptor().dim;
  energy_offset_ = state_offset(session.sampler_descriptor(), "energy");
  list_variables(session.config());
  const std::size_t draw_bytes = chains_ * variables_.size() * sizeof(double);
  portion_draws_ = std::clamp<std::size_t>(portion_bytes / draw_bytes, 1, draws_);
  portion_.assign(variables_.size(), std::vector<double>(chains_ * portion_draws_));
  NetcdfLayout layout{.chains = chains_,
                      .draws = draws_,
                      .chunk_chains = std::clamp<std::size_t>(chunk_elements / portion_draws_, 1, chains_),
                      .chunk_draws = std::min(portion_draws_, chunk_elements),
                      .single_precision = session.backend().kind() != BackendKind::cpu,
                      .variables = {}};
  for (const Variable& v : variables_) layout.variables.push_back(v.in_file);
  writer_.emplace(file, layout);
}

void NetcdfTrajectory::list_variables(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  for (const RecordedColumn& column : recorded_columns(config))
    for (int k = 0; k < column.components; ++k) {
      const bool energy = column.name == "energy";
      NetcdfLayout::Variable in_file{.name = name_of(column, k, sampler.claims),
                                     .doc = energy ? "log density up to a constant, -E" : column.doc};
      in_file.posterior = column.name == "x" || column.name == sampler.claims.reservoir_field;
      in_file.byte = column.packed.has_value();
      in_file.truth_value = in_file.compressed = column.name == sampler.claims.divergence_channel;
      variables_.push_back({.in_file = std::move(in_file),
                            .origin = column.of_report ? Origin::report : Origin::state,
                            .offset = k,
                            .column = column,
                            .sign = energy ? -1.0 : 1.0,
                            .of_transition = column.of_transition,
                            .at_start = known_at_start(column.name, sampler.claims)
                                            ? 0
                                            : std::numeric_limits<double>::quiet_NaN()});
    }
  list_derived_variables(sampler);
}

void NetcdfTrajectory::list_derived_variables(const Descriptor& sampler) {
  if (const int momentum = state_offset(sampler, sampler.claims.momentum_field); momentum >= 0)
    variables_.push_back({.in_file = {.name = "energy", .doc = "Hamiltonian of the state, E(x) + p·p/2"},
                          .origin = Origin::hamiltonian,
                          .offset = momentum});
  // Mostly one number, which compresses well.
  const auto add = [this](const char* name, const char* doc, Origin origin) {
    variables_.push_back({.in_file = {.name = name, .doc = doc, .compressed = true}, .origin = origin});
  };
  if (find_parameter(sampler, "step_size") >= 0) add("step_size", "step size of the draw", Origin::step_size);
  if (sampler.claims.gradients_field.empty())
    add("grad_evals", "gradient evaluations of the chain so far", Origin::gradients);
  if (const int depth = find_channel(sampler, sampler.claims.depth_channel); depth >= 0) {
    add("reached_max_treedepth", "the trajectory is as long as it may be", Origin::saturated);
    variables_.back().offset = depth;
    variables_.back().of_transition = variables_.back().in_file.truth_value = true;
  }
  add("diverged", "the chain has diverged: too far away, or without finite energy", Origin::diverged);
  variables_.back().in_file.truth_value = true;
}

double NetcdfTrajectory::value(const Variable& v, const ChainData& data, std::size_t chain,
                               const Common& common) const {
  if (v.of_transition && !data.stepped()) return v.at_start;
  const auto row = data.state_row(chain);
  const auto offset = static_cast<std::size_t>(v.offset);
  const auto report = std::span(data.report).subspan(chain * static_cast<std::size_t>(report_size_));
  const auto reported = [&] { return v.column.name.empty() ? report[offset] : v.column.value(report, v.offset); };
  switch (v.origin) {
    case Origin::state:
      return v.column.value(row, v.offset);
    case Origin::report:
      return v.sign * reported();
    case Origin::hamiltonian: {
      double squares = 0;
      for (int k = 0; k < dim_; ++k) squares += row[offset + k] * row[offset + k];
      return row[static_cast<std::size_t>(energy_offset_)] + squares / 2;
    }
    case Origin::saturated:
      return reported() >= common.largest_depth;
    case Origin::step_size:
      return common.step_size;
    case Origin::gradients:
      return common.gradients;
    case Origin::diverged:
      return data.diverged[chain] != 0;
  }
  return 0;
}

void NetcdfTrajectory::record(const Session& session, const ChainData& data) {
  if (recorded_ == draws_) throw std::logic_error("more draws than the file has room for");
  if (data.chains != chains_ || data.state_size != state_size_ || data.report_size != report_size_)
    throw Error("a trajectory cannot hold two samplers or chain counts; the run changed at step",
                std::to_string(data.step), "one sampler and one number of chains in an exported run", "");
  const Descriptor& sampler = session.sampler_descriptor();
  const auto number = [&](const std::string& id) {
    return find_parameter(sampler, id) < 0 ? 0 : parameter(session.config().sampler, sampler, id);
  };
  const Common common{number("step_size"), session.gradient_evaluations(),
                      number(sampler.claims.depth_parameter)};
  for (std::size_t v = 0; v < variables_.size(); ++v)
    for (std::size_t chain = 0; chain < chains_; ++chain)
      portion_[v][chain * portion_draws_ + recorded_ - flushed_] =
          value(variables_[v], data, chain, common);
  steps_.push_back(static_cast<std::int64_t>(data.step));
  if (++recorded_ - flushed_ == portion_draws_) flush();
}

void NetcdfTrajectory::flush() {
  const std::size_t count = recorded_ - flushed_;
  if (count == 0) return;
  for (std::vector<double>& values : portion_)
    for (std::size_t chain = 1; chain < chains_ && count < portion_draws_; ++chain)
      std::copy_n(&values[chain * portion_draws_], count, &values[chain * count]);
  writer_->put(flushed_, count, portion_);
  flushed_ = recorded_;
}

void NetcdfTrajectory::finish(const Session& session, const std::string& meta) {
  if (recorded_ != draws_) throw std::logic_error("fewer draws than the file has room for");
  flush();
  writer_->finish(steps_, session.initial().seed,
                  {{"inference_library", "ergoscope"},
                   {"inference_library_version", version()},
                   {"created_at", time_of_creation()},
                   {"creation_library", "ergoscope"},
                   {"creation_library_version", version()},
                   {"creation_library_language", "C++"},
                   {"draws", counting_of(session.sampler_descriptor())},
                   {"backend", to_string(session.backend().kind())},
                   {"provenance", meta}});
}

}  // namespace ergo
