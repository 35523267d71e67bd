#include "core/files/trajectory.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <new>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/npz/npz.h"

namespace ergo {

namespace {

/// The product, or the greatest number where it does not fit.
std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

ElementType type_of(BackendKind backend) {
  return backend == BackendKind::cpu ? ElementType::float64 : ElementType::float32;
}

template <class Element>
Element element(const std::byte* values, std::size_t index) {
  Element value;
  std::memcpy(&value, values + index * sizeof value, sizeof value);
  return value;
}

}  // namespace

std::uint64_t bytes_of_draw(const RunConfig& config, BackendKind backend) {
  std::uint64_t bytes = 0;
  for (const auto& column : recorded_columns(config))
    bytes += static_cast<std::uint64_t>(column.components) * size_of(column.type(type_of(backend)));
  return saturating_product(config.chains, bytes);
}

Trajectory::Trajectory(const RunConfig& config, BackendKind backend, std::uint64_t draws, std::uint64_t limit)
    : chains_(config.chains),
      draws_(draws),
      type_(type_of(backend)) {
  const auto sampler = make_sampler(config);
  state_size_ = sampler->state_size() + make_target(config)->configuration_words();
  report_size_ = sampler->report_size();
  const auto bytes = saturating_product(draws_, bytes_of_draw(config, backend));
  if (draws == 0 || bytes > limit)
    throw Error("a trajectory of " + std::to_string(chains_) + " chains and " + std::to_string(draws) +
                    " draws takes too many bytes:",
                std::to_string(bytes),
                "at most " + std::to_string(limit) + "; fewer chains, fewer steps or a larger --every", "");
  require_memory(
      bytes, "a trajectory of " + std::to_string(chains_) + " chains and " + std::to_string(draws) + " draws",
      "fewer chains, fewer steps, a larger --every, or FILE.nc");
  std::set<std::string> names;
  for (RecordedColumn column : recorded_columns(config)) {
    if (!names.insert(column.name).second) throw std::logic_error("two exported arrays named " + column.name);
    const std::size_t elements = chains_ * draws_ * static_cast<std::size_t>(column.components);
    const ElementType type = column.type(type_);
    auto* room = static_cast<std::byte*>(std::calloc(elements, size_of(type)));
    if (!room) throw std::bad_alloc();
    columns_.push_back({std::move(column), {}, type});
    columns_.back().values.reset(room);
  }
}

void Trajectory::record(const ChainData& data) {
  if (recorded_ == draws_) throw std::logic_error("more draws than the trajectory has room for");
  if (data.chains != chains_ || data.state_size != state_size_ || data.report_size != report_size_)
    throw Error("a trajectory cannot hold two samplers or chain counts; the run changed at step",
                std::to_string(data.step), "one sampler and one number of chains in an exported run", "");
  for (const Column& column : columns_) switch (column.type) {
      case ElementType::uint8:
        record_as<std::uint8_t>(column, data);
        break;
      case ElementType::float32:
        record_as<float>(column, data);
        break;
      default:
        record_as<double>(column, data);
    }
  diverged_.assign(data.diverged.begin(), data.diverged.end());
  steps_.push_back(static_cast<std::int64_t>(data.step));
  ++recorded_;
}

template <class Element>
void Trajectory::record_as(const Column& column, const ChainData& data) {
  const std::span<const double> rows = column.what.of_report ? data.report : data.state;
  const auto size = static_cast<std::size_t>(column.what.of_report ? report_size_ : state_size_);
  const bool undefined = column.what.of_transition && !data.stepped();
  std::byte* to = column.values.get();
  const std::size_t components = column.components();
  for (std::size_t chain = 0; chain < chains_; ++chain) {
    const auto row = rows.subspan(chain * size, size);
    for (std::size_t k = 0; k < components; ++k) {
      const Element value = undefined ? std::numeric_limits<Element>::quiet_NaN()
                                      : static_cast<Element>(column.what.value(row, static_cast<int>(k)));
      std::memcpy(to + ((chain * draws_ + recorded_) * components + k) * sizeof value, &value, sizeof value);
    }
  }
}

void Trajectory::drop_unused() {
  for (const Column& column : columns_) {
    const std::size_t draw = column.components() * size_of(column.type);
    std::byte* values = column.values.get();
    for (std::size_t chain = 0; chain < chains_; ++chain)
      std::memmove(values + chain * recorded_ * draw, values + chain * draws_ * draw, recorded_ * draw);
  }
  draws_ = recorded_;
}

void Trajectory::write_npz(AtomicFile& file, const std::string& meta, const WriteProgress& progress,
                           const std::map<std::string, NpyArray>& others) {
  if (recorded_ == 0) throw std::logic_error("a trajectory without draws");
  if (recorded_ < draws_) drop_unused();
  std::map<std::string, NpyView> arrays;
  for (const Column& column : columns_) {
    NpyView& view = arrays[column.what.name] = {column.type, {chains_, draws_}, {}};
    if (column.what.vector) view.shape.push_back(column.components());
    view.bytes = {column.values.get(), chains_ * draws_ * column.components() * size_of(column.type)};
  }
  arrays["diverged"] = {ElementType::int64, {chains_}, std::as_bytes(std::span(diverged_))};
  arrays["draw_step"] = {ElementType::int64, {draws_}, std::as_bytes(std::span(steps_))};
  for (const auto& [name, array] : others)
    if (!arrays.insert({name, {array.type, array.shape, array.bytes}}).second)
      throw std::logic_error("two exported arrays named " + name);
  ergo::write_npz(file, arrays, {{"meta.json", meta}}, progress);
}

void Trajectory::append_rows(CsvFile& file, const WriteProgress& progress) const {
  constexpr std::size_t portion = 4096;  // rows
  std::vector<const Column*> told;
  for (const Column& column : columns_)
    if (column.what.of_report || column.what.name == "x") told.push_back(&column);
  for (std::size_t chain = 0; chain < chains_; ++chain) {
    const std::int64_t since = diverged_[chain];  // the first step without a result, or 0
    for (std::size_t draw = 0; draw < recorded_; ++draw) {
      file.add(chain);
      file.add(draw);
      file.add(steps_[draw]);
      for (const Column* column : told)
        for (std::size_t k = 0; k < column->components(); ++k) {
          const std::size_t at = (chain * draws_ + draw) * column->components() + k;
          if (column->type == ElementType::uint8)
            file.add(static_cast<int>(element<std::uint8_t>(column->values.get(), at)));
          else if (column->type == ElementType::float32)
            file.add(element<float>(column->values.get(), at));
          else
            file.add(element<double>(column->values.get(), at));
        }
      file.add(since > 0 && steps_[draw] >= since ? 1 : 0);
      file.end_row();
      if (const std::size_t row = chain * recorded_ + draw; progress && row % portion == 0)
        progress(static_cast<double>(row) / static_cast<double>(chains_ * recorded_));
    }
  }
}

void Trajectory::write_csv(CsvFile& file, const std::string& meta, const WriteProgress& progress) const {
  for (const char* name : {"chain", "draw", "step"}) file.add(name);
  for (const Column& column : columns_)
    if (column.what.name == "x")
      for (int k = 0; k < column.what.components; ++k) file.add(coordinate_name(column.what, k));
  for (const Column& column : columns_)
    if (column.what.of_report) file.add(column.what.name);
  file.add("diverged");
  file.end_row();
  append_rows(file, progress);
  file.describe(meta);
}

}  // namespace ergo
