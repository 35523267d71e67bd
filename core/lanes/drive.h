#pragma once

#include "core/lanes/seam.h"
#include "core/lanes/vectors.h"

/// How a sampler's kernel goes through its chains; the twins of shaders/init.comp and step.comp.
namespace ergo::lanes::ERGO_LANE_SET {

/// What the text of a unit finds around it.
struct Surroundings {
  int DIM = 2, GRADIENT_NOISE = 0;
  const float* target_data = nullptr;
  int target_data_count = 0;
  const TargetView* target = nullptr;

  ERGO_LANES_INLINE explicit Surroundings(const TargetView& view)
      : DIM(view.dim),
        GRADIENT_NOISE(view.gradient_noise),
        target_data(view.data),
        target_data_count(view.data_count),
        target(&view) {}
};

/// What a sampler's kernel asks of its target's.
template <class Stream>
struct NoiseAsked {
  Vec2<Lanes> x, gradient;
  Stream stream;
  Int evaluation;
};

/// Chains from `first` on, as many as a vector has lanes.
template <class Kernel>
class Group {
 public:
  using State = typename Kernel::template State<Lanes>;
  using Report = typename Kernel::template Report<Lanes>;
  using Parameters = typename Kernel::template SamplerParameters<Lanes>;
  using Stream = typename Kernel::template Stream<Lanes>;

  ERGO_LANES_INLINE Group(const Work& work, std::size_t first)
      : work_(work), first_(first), kernel_(work.target), constants_(kernel_.constants()) {
    __builtin_memcpy(&diverged_, work.diverged + first, sizeof diverged_);
    IntVector lane{};
    for (int k = 0; k < width; ++k) lane[k] = k;
    stream_.seed = {spread(static_cast<Word>(work.seed)), spread(static_cast<Word>(work.seed >> 32))};
    stream_.chain = to_uint(Int{lane + static_cast<int>(first)});
    stream_.noise = spread(work.noise_strength);
    present_ = to_int(stream_.chain) < spread(static_cast<int>(work.chains));
    load_parameters();
  }

  ERGO_LANES_INLINE void start() {
    stream_.purpose = spread(Kernel::PURPOSE_INIT);
    stream_.lone = spread(Word{0});
    set_now(work_.step);
    State s{};
    Report r{};
    load_all(s, r);
    // What fills up the last block stays 0, so that the bits of all blocks do not depend on the number of lanes.
    s = blend(present_, kernel_.enter_moved(present_, s, kernel_.enter_observe(present_, s.x, constants_, stream_)), s);
    const Mask good = present_ & within_reach(s);
    const auto next = kernel_.enter_init(good, s, parameters_, constants_, stream_);
    s = blend(good, next.state, s);
    r = blend(good, next.report, r);
    diverged_ = blend(present_ & !good, failed_at(work_.step), spread(Word{0}));
    store_all(s, r);
  }

  ERGO_LANES_INLINE void advance() {
    Mask live = present_ & (diverged_ == spread(Word{0}));
    if (!any(live)) return;
    stream_.purpose = spread(Kernel::PURPOSE_STEP);
    State s{};
    Report r{};
    load_all(s, r);
    Uvec4<Lanes> words{};
    for (std::uint64_t k = 0; k < work_.count; ++k) {
      const std::uint64_t now = work_.step + k;
      set_now(now);
      if (k == 0 || (now & 3) == 0) words = kernel_.enter_words(live, stream_);
      stream_.lone = component(words, static_cast<int>(now & 3));
      const auto next = kernel_.enter_step(live, s, parameters_, constants_, stream_);
      const Mask good = live & within_reach(next.state);
      if (all(good)) {
        s = next.state;
        r = next.report;
        continue;
      }
      s = blend(good, next.state, s);
      r = blend(good, next.report, r);
      diverged_ = blend(without(live, good), failed_at(now), diverged_);
      live = good;
      if (!any(live)) break;
    }
    store_all(s, r);
  }

 private:
  ERGO_LANES_INLINE void set_now(std::uint64_t step) {
    stream_.now = {spread(static_cast<Word>(step)), spread(static_cast<Word>(step >> 32))};
  }
  static ERGO_LANES_INLINE Uint failed_at(std::uint64_t step) {
    return spread(max(static_cast<Word>(step) + 1u, Word{1}));
  }
  /// False for NaN.
  ERGO_LANES_INLINE Mask within_reach(const State& s) const {
    const Float reach = spread(work_.reach);
    return (abs(s.x.x) <= reach) & (abs(s.x.y) <= reach) & (abs(s.energy) <= spread(1e18f));
  }
  /// Where this group's first component stands among so many.
  ERGO_LANES_INLINE std::size_t place(int components) const {
    return first_ / block * block * static_cast<std::size_t>(components) + first_ % block;
  }
  ERGO_LANES_INLINE void load_parameters() {
    const float* from = work_.sampler_values + (work_.own_values ? place(Kernel::parameters_size) : 0);
    const bool own = work_.own_values;
    parameters_.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA {
      value = own ? load(from) : spread(*from);
      from += own ? block : 1;
    });
  }
  ERGO_LANES_INLINE void load_all(State& s, Report& r) const {
    const float* from = work_.state + place(Kernel::state_size);
    s.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA { value = load(from), from += block; });
    from = work_.report + place(Kernel::report_size);
    r.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA { value = load(from), from += block; });
  }
  ERGO_LANES_INLINE void store_all(State& s, Report& r) const {
    float* to = work_.state + place(Kernel::state_size);
    s.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA { store(to, value), to += block; });
    to = work_.report + place(Kernel::report_size);
    r.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA { store(to, value), to += block; });
    __builtin_memcpy(work_.diverged + first_, &diverged_, sizeof diverged_);
  }

  const Work& work_;
  std::size_t first_;
  Kernel kernel_;
  typename Kernel::template TargetConstants<Single> constants_;
  Parameters parameters_{};
  Stream stream_{};
  Uint diverged_{};
  Mask present_{};
};

template <class Kernel>
void start_chains(const Work& work) {
  for (std::size_t first = work.first_block * block; first < work.end_block * block; first += width)
    if (first < work.chains) Group<Kernel>(work, first).start();
}
template <class Kernel>
void advance_chains(const Work& work) {
  for (std::size_t first = work.first_block * block; first < work.end_block * block; first += width)
    if (first < work.chains) Group<Kernel>(work, first).advance();
}

}  // namespace ergo::lanes::ERGO_LANE_SET
