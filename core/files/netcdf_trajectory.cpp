#include "core/files/netcdf_trajectory.h"

#include <netcdf.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <tuple>
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

/// What component k of a column is called in the file.
std::string name_of(const RecordedColumn& column, int k, const Claims& claims) {
  if (column.name == "x") return std::string(1, k == 0 ? 'x' : 'y');
  if (column.name == "energy") return "lp";
  if (column.name == "n_leapfrog") return "n_steps";
  if (column.name == claims.gradients_field) return "grad_evals";
  if (!column.vector) return column.name;
  std::string name = column.name + '_';
  return column.components <= 2 ? name += k == 0 ? 'x' : 'y' : name += std::to_string(k + 1);
}

}  // namespace

NetcdfTrajectory::NetcdfTrajectory(const std::string& path, const Session& session, std::uint64_t draws)
    : path_(path), file_(path), chains_(session.config().chains), draws_(draws) {
  const auto sampler = make_sampler(session.config());
  state_size_ = sampler->state_size();
  report_size_ = sampler->report_size();
  list_variables(session.config());
  const std::size_t draw_bytes = chains_ * variables_.size() * sizeof(double);
  portion_draws_ = std::clamp<std::size_t>(portion_bytes / draw_bytes, 1, draws_);
  chunk_chains_ = std::clamp<std::size_t>(chunk_elements / portion_draws_, 1, chains_);
  chunk_draws_ = std::min(portion_draws_, chunk_elements);
  for (Variable& v : variables_) v.portion.resize(chains_ * portion_draws_);
  const bool cpu = session.backend().kind() == BackendKind::cpu;
  const std::uint64_t most = bytes(cpu ? sizeof(double) : sizeof(float));
  file_.reserve(most);
  errno = 0;
  check(nc_create(file_.temporary().c_str(), NC_NETCDF4 | NC_CLOBBER, &root_.id));
  file_.reserve(most);  // creating the file emptied it
  define_group(posterior_, "posterior");
  define_group(stats_, "sample_stats");
  for (Variable& v : variables_) define(v, v.truth_value ? NC_BYTE : cpu ? NC_DOUBLE : NC_FLOAT);
}

NetcdfTrajectory::Handle::~Handle() {
  if (id >= 0) nc_abort(id);
}

/// At most what the file takes: whole chunks, an index entry of each, coordinates, attributes, headers.
std::uint64_t NetcdfTrajectory::bytes(std::size_t real_size) const {
  constexpr double per_chunk = 512, per_variable = 1 << 16, rest = 1 << 22, most = 0x1p62;
  const auto whole = [](std::size_t size, std::size_t chunk) {
    return std::ceil(static_cast<double>(size) / static_cast<double>(chunk));
  };
  const double chunks = whole(chains_, chunk_chains_) * whole(draws_, chunk_draws_),
               chunk = static_cast<double>(chunk_chains_ * chunk_draws_ * real_size),
               all = static_cast<double>(variables_.size()) * (chunks * (chunk + per_chunk) + per_variable) +
                     32.0 * (static_cast<double>(chains_) + static_cast<double>(draws_)) + rest;
  return static_cast<std::uint64_t>(std::min(all, most));
}

void NetcdfTrajectory::check(int status) {
  if (status == NC_NOERR) return;
  const int error = errno;
  const bool told = error == ENOSPC || error == EFBIG || error == EDQUOT || error == EACCES || error == EIO;
  throw machine_error(
      "cannot write (" + (told ? std::system_category().message(error) : nc_strerror(status)) + ")", path_,
      "a file in a folder that can be written, with space left");
}

void NetcdfTrajectory::list_variables(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  for (const RecordedColumn& column : recorded_columns(config))
    for (int k = 0; k < column.components; ++k) {
      const bool energy = column.name == "energy";
      Variable v{.name = name_of(column, k, sampler.claims),
                 .doc = energy ? "log density up to a constant, -E" : column.doc,
                 .origin = column.of_report ? Origin::report : Origin::state,
                 .offset = column.offset + k,
                 .sign = energy ? -1.0 : 1.0,
                 .of_transition = column.of_transition};
      v.posterior = column.name == "x" || column.name == sampler.claims.reservoir_field;
      v.truth_value = column.name == "diverging";
      variables_.push_back(std::move(v));
    }
  if (find_parameter(sampler, "step_size") >= 0)
    variables_.push_back({"step_size", "of the draw's step", Origin::step_size});
  if (sampler.claims.gradients_field.empty())
    variables_.push_back({"grad_evals", "gradient evaluations of the chain so far", Origin::gradients});
  variables_.push_back({"diverged", "the chain left the finite numbers", Origin::diverged});
  variables_.back().truth_value = true;
}

void NetcdfTrajectory::put_text(int group, int variable, const char* name, const std::string& text) {
  check(nc_put_att_text(group, variable, name, text.size(), text.data()));
}

void NetcdfTrajectory::define_group(Group& group, const char* name) {
  check(nc_def_grp(root_.id, name, &group.id));
  check(nc_def_dim(group.id, "chain", chains_, &group.chain));
  check(nc_def_dim(group.id, "draw", draws_, &group.draw));
  for (const auto& [dimension, id, count] :
       {std::tuple{"chain", group.chain, chains_}, std::tuple{"draw", group.draw, draws_}}) {
    int variable = -1;
    check(nc_def_var(group.id, dimension, NC_INT64, 1, &id, &variable));
    std::vector<long long> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<long long>(i);
    check(nc_put_var_longlong(group.id, variable, numbers.data()));
  }
  check(nc_def_var(group.id, "step", NC_INT64, 1, &group.draw, &group.step));
}

void NetcdfTrajectory::define(Variable& v, int type) {
  const Group& group = v.posterior ? posterior_ : stats_;
  const int dimensions[] = {group.chain, group.draw};
  check(nc_def_var(group.id, v.name.c_str(), type, 2, dimensions, &v.id));
  const std::size_t chunk[] = {chunk_chains_, chunk_draws_};
  check(nc_def_var_chunking(group.id, v.id, NC_CHUNKED, chunk));
  check(nc_def_var_fill(group.id, v.id, NC_NOFILL, nullptr));
  const bool mostly_one_number = v.origin != Origin::state && v.origin != Origin::report;
  if (mostly_one_number || v.truth_value) check(nc_def_var_deflate(group.id, v.id, 1, 1, 1));
  if (v.truth_value) put_text(group.id, v.id, "dtype", "bool");
  put_text(group.id, v.id, "long_name", v.doc);
  put_text(group.id, v.id, "coordinates", "step");
}

double NetcdfTrajectory::value(const Variable& v, const ChainData& data, std::size_t chain, double step_size,
                               double gradients) const {
  if (v.of_transition && !data.stepped()) return v.truth_value ? 0 : std::numeric_limits<double>::quiet_NaN();
  switch (v.origin) {
    case Origin::state:
      return data.state[chain * static_cast<std::size_t>(state_size_) + static_cast<std::size_t>(v.offset)];
    case Origin::report:
      return v.sign *
             data.report[chain * static_cast<std::size_t>(report_size_) + static_cast<std::size_t>(v.offset)];
    case Origin::step_size:
      return step_size;
    case Origin::gradients:
      return gradients;
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
  const double step_size = find_parameter(sampler, "step_size") < 0
                               ? 0
                               : parameter(session.config().sampler, sampler, "step_size");
  for (Variable& v : variables_)
    for (std::size_t chain = 0; chain < chains_; ++chain)
      v.portion[chain * portion_draws_ + recorded_ - flushed_] =
          value(v, data, chain, step_size, session.gradient_evaluations());
  steps_.push_back(static_cast<long long>(data.step));
  if (++recorded_ - flushed_ == portion_draws_) flush();
}

void NetcdfTrajectory::flush() {
  const std::size_t count = recorded_ - flushed_;
  if (count == 0) return;
  errno = 0;
  const std::size_t start[] = {0, flushed_}, size[] = {chains_, count};
  for (Variable& v : variables_) {
    for (std::size_t chain = 1; chain < chains_ && count < portion_draws_; ++chain)
      std::copy_n(&v.portion[chain * portion_draws_], count, &v.portion[chain * count]);
    check(nc_put_vara_double((v.posterior ? posterior_ : stats_).id, v.id, start, size, v.portion.data()));
  }
  flushed_ = recorded_;
}

void NetcdfTrajectory::finish(const Session& session, const std::string& meta) {
  if (recorded_ != draws_) throw std::logic_error("fewer draws than the file has room for");
  flush();
  const unsigned long long seed = session.initial().seed;
  const std::string created_at = time_of_creation();
  for (const int group : {root_.id, posterior_.id, stats_.id}) {
    put_text(group, NC_GLOBAL, "inference_library", "ergoscope");
    put_text(group, NC_GLOBAL, "inference_library_version", version());
    put_text(group, NC_GLOBAL, "created_at", created_at);
    put_text(group, NC_GLOBAL, "creation_library", "ergoscope");
    put_text(group, NC_GLOBAL, "creation_library_version", version());
    put_text(group, NC_GLOBAL, "creation_library_language", "C++");
    put_text(group, NC_GLOBAL, "draws", counting_of(session.sampler_descriptor()));
    put_text(group, NC_GLOBAL, "backend", to_string(session.backend().kind()));
    put_text(group, NC_GLOBAL, "provenance", meta);
    check(nc_put_att_ulonglong(group, NC_GLOBAL, "seed", NC_UINT64, 1, &seed));
  }
  for (const Group& group : {posterior_, stats_})
    check(nc_put_var_longlong(group.id, group.step, steps_.data()));
  errno = 0;
  check(nc_close(std::exchange(root_.id, -1)));
  file_.commit();
}

}  // namespace ergo
