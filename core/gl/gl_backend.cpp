#include "core/gl/gl_backend.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <map>

#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/gl/chain_arrays.h"
#include "core/gl/context.h"
#include "core/gl/program.h"
#include "core/gl/site_buffers.h"
#include "core/kernel_text/kernel_source.h"
#include "core/kernel_text/site_kernel_source.h"
#include "core/unit/device_loops.h"
#include "core/unit/registry.h"

namespace ergo {

namespace {

/// Where the shaders' layouts put things: common/chains.glsl and reduce.comp.
enum Binding : unsigned {
  state_data = 0,
  report_data = 1,
  diverged_data = 2,
  sampler_data = 3,
  partial_data = 5,  // of reduce.comp alone
  configuration_data = 5
};
enum Uniform : int {
  seed = 0,
  first_step = 1,
  steps = 2,
  chain_count = 3,
  row_stride = 4,
  noise_strength = 5,
  reach = 6
};
enum ReduceUniform : int { reduced_chains = 0, partials = 1 };

/// A dispatch runs at most this many steps, and so many iterations of the loops of all chains that it stays a
/// fraction of a second even in software: drivers kill what runs for long.
constexpr std::uint64_t steps_limit = 256, work_limit = std::uint64_t{1} << 28;
/// Of all loops of one dispatch: see LoopsOnDevice. `loops_of_sampler`: of a sampler's own for each gradient. Draws of
/// sites take at most `loops_of_site`.
constexpr std::uint64_t loops_limit = 60'000, loops_of_sampler = 4, loops_of_site = 96;
/// Chains merged by one invocation of reduce.comp.
constexpr std::size_t chains_per_partial = 64;

/// What the programs of a pair depend on.
struct Kernels {
  Kernels(const RunConfig& config, std::string own_text)
      : target(target_descriptor(config), std::move(own_text)),
        sampler(sampler_unit(config.sampler.id).descriptor),
        noise(gradient_noise_of(config).kind) {}
  TargetKernel target;
  const Descriptor& sampler;
  NoiseKind noise;
};

struct Key {
  explicit Key(const Kernels& kernels)
      : own(!kernels.target.own_text.empty()),
        target(kernels.target.key()),
        sampler(kernels.sampler.id),
        noise(kernels.noise) {}
  bool own;  ///< the target brings text of its own
  std::string target, sampler;
  NoiseKind noise;
  auto operator<=>(const Key&) const = default;
};

struct PairPrograms {
  gl::Program init, step;
};

/// So many pairs are kept of targets that bring text of their own: each edit of such a text makes another one.
constexpr std::ptrdiff_t most_own = 24;

std::vector<float> floats(std::span<const double> values) { return {values.begin(), values.end()}; }

gl::Buffer values_buffer(std::span<const float> values) { return gl::Buffer(values); }

void set_words(Uniform location, std::uint64_t value) {
  glUniform2ui(location, static_cast<GLuint>(value), static_cast<GLuint>(value >> 32));
}

/// Most iterations of the loops of one step.
std::uint64_t step_loops(const RunConfig& config, std::uint64_t gradients, std::uint64_t of_target,
                         std::uint64_t of_minibatch) {
  const bool batches = gradient_noise_of(config).kind == NoiseKind::minibatch;
  return gradients * (loops_of_sampler + of_target + (batches ? of_minibatch : 0));
}

}  // namespace

struct GlBackend::Parts {
  std::shared_ptr<ShaderLibrary> shaders;
  RunConfig config;
  std::map<Key, PairPrograms> built;
  const PairPrograms* pair = nullptr;
  std::string target_text;  ///< the target's own
  std::optional<gl::SiteBuffers> sites;
  gl::Program reduce;
  gl::ChainArrays arrays;
  gl::Buffer sampler_values, target_values, partial_moments;
  unsigned stride = 0;
  float target_reach = 0;
  std::uint64_t loops_of_target = 0, loops_of_minibatch = 0, loops_of_step = 1;

  PairPrograms build(const Kernels& wanted) const {
    if (const Descriptor& target = wanted.target.descriptor; target.space == Space::sites)
      return {gl::Program(site_init_kernel(*shaders, target.id, wanted.sampler)),
              gl::Program(site_step_kernel(*shaders, target.id, wanted.sampler))};
    return {gl::Program(init_kernel(*shaders, wanted.target, wanted.sampler, wanted.noise)),
            gl::Program(step_kernel(*shaders, wanted.target, wanted.sampler, wanted.noise))};
  }

  const PairPrograms& programs(const Kernels& wanted) {
    const Key key(wanted);
    if (const auto found = built.find(key); found != built.end()) return found->second;
    PairPrograms made = build(wanted);
    if (key.own) make_room();
    return built.emplace(key, std::move(made)).first->second;
  }

  /// Drops the pairs of targets with text of their own, but for the one in use, when there are many.
  void make_room() {
    if (std::ranges::count_if(built, [](const auto& entry) { return entry.first.own; }) < most_own) return;
    std::erase_if(built, [&](const auto& entry) { return entry.first.own && &entry.second != pair; });
  }

  void prepare(const gl::Program& program, std::uint64_t step) const {
    program.use();
    arrays.state().bind(state_data);
    arrays.report().bind(report_data);
    arrays.diverged().bind(diverged_data);
    sampler_values.bind(sampler_data);
    target_values.bind(target_binding);
    set_words(seed, config.seed);
    set_words(first_step, step);
    glUniform1ui(chain_count, static_cast<GLuint>(arrays.chains()));
    glUniform1ui(row_stride, stride);
    glUniform1f(noise_strength, static_cast<float>(gradient_noise_of(config).sigma));
    glUniform1f(reach, target_reach);
    if (!sites) return;
    arrays.configurations().bind(configuration_data);
    sites->bind();
  }

  void start(std::uint64_t step) const {
    prepare(pair->init, step);
    gl::dispatch(arrays.chains());
  }
};

GlBackend::GlBackend(std::shared_ptr<ShaderLibrary> shaders) : parts_(std::make_unique<Parts>()) {
  require_gl_43();
  parts_->shaders = shaders ? std::move(shaders) : std::make_shared<ShaderLibrary>();
}

GlBackend::~GlBackend() = default;

std::string GlBackend::device() const { return gl_device_name(); }

void GlBackend::configure(const RunConfig& config) {
  require_kernels(config);
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  gl::ChainLayout layout = {.state_size = state_size(sampler),
                            .report_size = static_cast<int>(sampler.channels.size()),
                            .count = state_offset(sampler, sampler.claims.gradients_field)};

  // All that can fail comes before anything changes.
  gl::Buffer sampler_values = values_buffer(floats(config.sampler.values));
  const bool same_target = config.target == parts_->config.target && parts_->pair;
  gl::Buffer target_values;
  std::optional<gl::SiteBuffers> sites;
  std::string target_text = parts_->target_text;
  float target_reach = 0;
  std::uint64_t loops_of_target = parts_->loops_of_target, loops_of_minibatch = parts_->loops_of_minibatch;
  if (!same_target) {
    const std::shared_ptr<const Target> target = make_target(config);
    if (target->sites()) sites.emplace(target, *make_sampler(config));
    const auto* loops = dynamic_cast<const LoopsOnDevice*>(target.get());
    loops_of_target = loops ? loops->loops_of_evaluation() : 0;
    loops_of_minibatch = loops ? loops->loops_of_minibatch() : 0;
    // Gibbs sampling goes twice through the sites of both axes.
    if (const LatticeTarget* lattice = target->lattice())
      loops_of_target = static_cast<std::uint64_t>(2 * (lattice->sides().x + lattice->sides().y)) + loops_of_site;
    target_text = target->kernel_text();
    target_values = values_buffer(floats(target->device_numbers(config.target.values)));
    target_reach = static_cast<float>(reach_of(*target));
  } else if (parts_->sites && config.sampler != parts_->config.sampler) {
    sites.emplace(parts_->sites->target(), *make_sampler(config));
  }
  const double gradients = sampler.gradients_per_step(Parameters(sampler.parameters, config.sampler.values));
  const auto gradients_per_step = static_cast<std::uint64_t>(std::max(1.0, gradients));
  std::uint64_t loops = step_loops(config, gradients_per_step, loops_of_target, loops_of_minibatch);
  if (const std::optional<gl::SiteBuffers>& present = same_target && !sites ? parts_->sites : sites) {
    loops = present->loops_of_step(Parameters(sampler.parameters, config.sampler.values), sampler);
    layout.words = present->words();
    layout.notes = present->notes();
  }
  if (loops > loops_limit && gl_is_software())
    throw Error("too long a step for software OpenGL: " +
                    (layout.words.count() > 0
                         ? std::to_string(loops) + " iterations of loops"
                         : std::to_string(gradients_per_step) + " gradients at most, each with " +
                               std::to_string(loops_of_target) + " iterations of loops on target"),
                config.target.id, "backend=cpu, a smaller target or a shorter step", "backend",
                Blame::machine);
  const PairPrograms& pair = parts_->programs({config, target_text});
  if (!parts_->arrays.fits(config.chains, layout)) parts_->arrays = gl::ChainArrays(config.chains, layout);
  parts_->arrays.make_room(layout.notes);
  parts_->pair = &pair;
  parts_->sampler_values = std::move(sampler_values);
  if (!same_target) {
    parts_->target_values = std::move(target_values);
    parts_->target_text = std::move(target_text);
    parts_->target_reach = target_reach;
  }
  if (!same_target || sites) parts_->sites = std::move(sites);
  parts_->stride = 0;
  parts_->loops_of_target = loops_of_target;
  parts_->loops_of_minibatch = loops_of_minibatch;
  parts_->loops_of_step = loops;
  parts_->config = config;
}

void GlBackend::set_sampler_rows(std::span<const std::vector<double>> rows) {
  std::vector<float> values;
  for (const std::vector<double>& row : rows) values.insert(values.end(), row.begin(), row.end());
  const std::size_t stride = parts_->config.sampler.values.size();
  if (rows.size() != parts_->arrays.chains() || values.size() != rows.size() * stride)
    throw Error("one row of sampler values per chain:", std::to_string(rows.size()) + " rows",
                std::to_string(parts_->arrays.chains()) + " rows of " + std::to_string(stride), "");
  if (parts_->sites) {
    const Descriptor& sampler = sampler_unit(parts_->config.sampler.id).descriptor;
    for (const std::vector<double>& row : rows)
      parts_->loops_of_step = std::max(
          parts_->loops_of_step, parts_->sites->loops_of_step(Parameters(sampler.parameters, row), sampler));
  }
  parts_->sampler_values = values_buffer(values);
  parts_->stride = static_cast<unsigned>(stride);
}

void GlBackend::set_target(std::shared_ptr<const Target> target) {
  if (target->sites()) parts_->sites.emplace(target, *make_sampler(parts_->config));
  parts_->target_values = values_buffer(floats(target->device_numbers(parts_->config.target.values)));
  parts_->target_reach = static_cast<float>(reach_of(*target));
}

void GlBackend::place(std::span<const Position> positions, std::uint64_t step) {
  if (parts_->sites)
    return begin(chains_at(positions, step, parts_->arrays.row_size(), parts_->arrays.report_size()));
  parts_->arrays.place(positions);
  parts_->start(step);
  step_ = begun_ = step;
}

void GlBackend::begin(ChainData data) {
  if (parts_->sites)
    fill_configurations(data.state, static_cast<std::size_t>(data.state_size), *parts_->sites->plane(),
                        parts_->config.seed, data.step);
  parts_->arrays.write(data);
  parts_->start(data.step);
  step_ = begun_ = data.step;
}

void GlBackend::advance(std::uint64_t step, std::uint64_t count) {
  const std::uint64_t chains = std::max<std::uint64_t>(parts_->arrays.chains(), 1);
  const std::uint64_t most = std::clamp<std::uint64_t>(
      std::min(work_limit / chains, loops_limit) / parts_->loops_of_step, 1, steps_limit);
  for (const std::uint64_t end = step + count; step < end;) {
    const std::uint64_t now = std::min(most, end - step);
    parts_->prepare(parts_->pair->step, step);
    glUniform1ui(steps, static_cast<GLuint>(now));
    gl::dispatch(parts_->arrays.chains());
    step += now;
  }
  step_ = step;
}

ChainData GlBackend::read() { return parts_->arrays.read({step_, begun_}); }

ChainData GlBackend::read_chain(std::size_t chain) {
  return parts_->arrays.read_chain(chain, {step_, begun_});
}

void GlBackend::write(const ChainData& data) {
  parts_->arrays.write(data);
  step_ = data.step;
  begun_ = data.begun;
}

Blob GlBackend::save() { return parts_->arrays.save({step_, begun_}); }

void GlBackend::restore(const Blob& blob) {
  parts_->arrays.restore(blob);
  step_ = blob.step;
  begun_ = blob.begun;
}

namespace {

struct Partial {
  double mean, squares, count, diverged;
};

/// Chan, Golub & LeVeque 1983, pairs of neighbours first; returns moments in `first`.
struct Moments {
  double mean = 0, squares = 0, count = 0;
};

Moments merged(const Moments& a, const Moments& b) {
  const double count = a.count + b.count;
  if (count == 0) return {};
  const double away = b.mean - a.mean;
  return {a.mean + away * b.count / count, a.squares + b.squares + away * away * a.count * b.count / count,
          count};
}

}  // namespace

ChannelMeans GlBackend::means() {
  const std::size_t chains = parts_->arrays.chains();
  const auto channels = static_cast<unsigned>(parts_->arrays.report_size());
  const std::size_t rows = std::max(channels, 1u),
                    count = (chains + chains_per_partial - 1) / chains_per_partial;
  const std::size_t bytes = rows * count * sizeof(Partial);
  if (!parts_->reduce) parts_->reduce = gl::Program(shader(*parts_->shaders, {"reduce.comp"}));
  if (parts_->partial_moments.size() != bytes) parts_->partial_moments = gl::Buffer(bytes);
  parts_->reduce.use();
  parts_->arrays.report().bind(report_data);
  parts_->arrays.diverged().bind(diverged_data);
  parts_->partial_moments.bind(partial_data);
  glUniform1ui(reduced_chains, static_cast<GLuint>(chains));
  glUniform1ui(partials, static_cast<GLuint>(count));
  gl::dispatch(count, static_cast<unsigned>(rows));

  ChannelMeans means{step_, 0, {}};
  parts_->partial_moments.read(0, bytes, [&](const void* mapped) {
    const auto* partial = static_cast<const Partial*>(mapped);
    for (std::size_t i = 0; i < count; ++i) means.diverged += static_cast<std::uint64_t>(partial[i].diverged);
    for (unsigned c = 0; c < channels; ++c) {
      Moments all;
      for (const Partial* p = partial + c * count; p != partial + (c + 1) * count; ++p)
        all = merged(all, {p->mean, p->squares, p->count});
      means.channels.push_back({all.mean, all.count > 1 ? all.squares / (all.count - 1) : 0,
                                static_cast<std::uint64_t>(all.count)});
    }
  });
  return means;
}

void GlBackend::request_snapshot() { parts_->arrays.request_snapshot({step_, begun_}); }

std::optional<ChainData> GlBackend::take_snapshot() { return parts_->arrays.take_snapshot(); }

ChainBuffers GlBackend::buffers() const {
  return {parts_->arrays.state().name(), parts_->arrays.report().name(), parts_->arrays.diverged().name(),
          parts_->target_values.name(), parts_->arrays.chains()};
}

void GlBackend::reload() {
  const Kernels kernels(parts_->config, parts_->target_text);
  PairPrograms pair = parts_->build(kernels);
  gl::Program reduce(shader(*parts_->shaders, {"reduce.comp"}));
  parts_->built.clear();
  parts_->pair = &parts_->built.emplace(Key(kernels), std::move(pair)).first->second;
  parts_->reduce = std::move(reduce);
}

}  // namespace ergo
