#include "core/lanes/simd_backend.h"

#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/lanes/target_data.h"
#include "core/unit/gradient_noise.h"
#include "core/unit/registry.h"

namespace ergo {

namespace {

KernelWords words_of(const Target& target) {
  const SiteTarget& model = *target.sites()->model();
  return {model.sites(), model.values()};
}

/// What one thread's kernels of sites work in: see lanes::SiteRoom.
class SiteRoomMemory {
 public:
  SiteRoomMemory(const Target* target, int notes) {
    if (!target) return;
    const SiteTarget& model = *target->sites()->model();
    const int changes = model.values() == 2 ? 1 : model.values();
    proposal_.resize(static_cast<std::size_t>(words_of(*target).count()) * lanes::block);
    slopes_.resize(static_cast<std::size_t>(model.sites() * std::max(model.gradient_width(), changes)) * lanes::block);
    notes_.resize(static_cast<std::size_t>(notes) * lanes::block);
  }
  void give(lanes::Work& work) {
    work.proposal = proposal_.data();
    work.slopes = slopes_.data();
    work.notes = notes_.data();
  }

 private:
  std::vector<std::uint32_t> proposal_;
  std::vector<float> slopes_, notes_;
};

}  // namespace

SimdBackend::SimdBackend(unsigned threads, const lanes::LaneSet& set) : pool_(threads), set_(set) {}

std::string SimdBackend::device() const {
  return std::to_string(pool_.size()) + (pool_.size() == 1 ? " CPU thread, " : " CPU threads, ") +
         std::to_string(set_.kernels->width) + " lanes (" + set_.name + ")";
}

std::string SimdBackend::arithmetic() const {
  return std::string("single precision, ") + (set_.kernels->fuses ? "with FMA" : "without FMA");
}

void SimdBackend::configure(const RunConfig& config) {
  require_kernels(config);
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const lanes::SamplerKernel* kernel = lanes::find_sampler(*set_.kernels, sampler.id);
  lanes::ChainShape shape = {.state_size = state_size(sampler),
                             .report_size = static_cast<int>(sampler.channels.size()),
                             .count = state_offset(sampler, sampler.claims.gradients_field),
                             .kernel_state_size = kernel->state_size,
                             .kernel_report_size = kernel->report_size};
  // All that can fail comes before anything changes.
  std::unique_ptr<lanes::TargetData> target;
  std::shared_ptr<const Target> of_sites = of_sites_;
  float reach = reach_;
  if (!target_ || config.target != config_.target) {
    const std::shared_ptr<const Target> made = make_target(config);
    target = lanes::target_data(set_, config.target, *made, make_sampler(config).get());
    of_sites = made->sites() ? made : nullptr;
    reach = static_cast<float>(reach_of(*made));
  } else if (of_sites && config.sampler != config_.sampler) {
    target = lanes::target_data(set_, config.target, *of_sites, make_sampler(config).get());
  }
  if (of_sites) shape.words = words_of(*of_sites);
  if (!blocks_.fits(config.chains, shape)) blocks_ = lanes::ChainBlocks(config.chains, shape);
  if (target) target_ = std::move(target);
  of_sites_ = std::move(of_sites);
  reach_ = reach;
  sampler_ = kernel;
  sampler_values_.assign(config.sampler.values.begin(), config.sampler.values.end());
  if (sampler_values_.empty()) sampler_values_.push_back(0);
  own_values_ = false;
  config_ = config;
  target_->view.gradient_noise = static_cast<int>(gradient_noise_of(config).kind);
}

void SimdBackend::set_sampler_rows(std::span<const std::vector<double>> rows) {
  const std::size_t size = config_.sampler.values.size();
  bool fits = rows.size() == blocks_.chains();
  for (const auto& row : rows) fits = fits && row.size() == size;
  if (!fits)
    throw Error("one row of sampler values per chain:", std::to_string(rows.size()) + " rows",
                std::to_string(blocks_.chains()) + " rows of " + std::to_string(size), "");
  sampler_values_ = lanes::in_blocks(rows);
  own_values_ = true;
}

void SimdBackend::set_target(std::shared_ptr<const Target> target) {
  target_ = lanes::target_data(set_, config_.target, *target, make_sampler(config_).get());
  target_->view.gradient_noise = static_cast<int>(gradient_noise_of(config_).kind);
  reach_ = static_cast<float>(reach_of(*target));
  if (target->sites()) of_sites_ = std::move(target);
}

void SimdBackend::work(void (*kernel)(const lanes::Work&), std::uint64_t step, std::uint64_t count) {
  lanes::Work all;
  all.state = blocks_.state();
  all.report = blocks_.report();
  all.diverged = blocks_.diverged();
  all.sampler_values = sampler_values_.data();
  all.own_values = own_values_;
  all.chains = blocks_.chains();
  all.seed = config_.seed;
  all.step = step;
  all.count = count;
  all.noise_strength = static_cast<float>(gradient_noise_of(config_).sigma);
  all.reach = reach_;
  all.target = target_->view;
  if (target_->sites) all.sites = target_->sites->view;
  all.words = blocks_.words();
  pool_.for_blocks(blocks_.blocks(), [&](std::size_t begin, std::size_t end) {
    lanes::Work part = all;
    SiteRoomMemory room(of_sites_.get(), target_->sites ? target_->sites->notes : 0);
    room.give(part);
    part.first_block = begin;
    part.end_block = end;
    kernel(part);
  });
}

void SimdBackend::place(std::span<const Position> positions, std::uint64_t step) {
  if (of_sites_) return begin(chains_at(positions, step, blocks_.row_size(), blocks_.report_size()));
  blocks_.place(positions);
  step_ = begun_ = step;
  work(sampler_->start, step, 0);
}

void SimdBackend::begin(ChainData data) {
  if (of_sites_)
    fill_configurations(data.state, static_cast<std::size_t>(data.state_size), *of_sites_->sites(),
                        config_.seed, data.step);
  blocks_.write(data);
  step_ = begun_ = data.step;
  work(sampler_->start, step_, 0);
}

void SimdBackend::advance(std::uint64_t step, std::uint64_t count) {
  work(sampler_->advance, step, count);
  step_ = step + count;
}

void SimdBackend::write(const ChainData& data) {
  blocks_.write(data);
  step_ = data.step;
  begun_ = data.begun;
}

void SimdBackend::restore(const Blob& blob) {
  blocks_.restore(blob.bytes);
  step_ = blob.step;
  begun_ = blob.begun;
}

std::optional<ChainData> SimdBackend::take_snapshot() {
  if (!snapshot_wanted_) return {};
  snapshot_wanted_ = false;
  return read();
}

}  // namespace ergo
