#pragma once

#include "core/lanes/drive.h"

/// How kernels of sites go through their chains; the twins of shaders/site_init.comp and site_step.comp.
namespace ergo::lanes::ERGO_LANE_SET {

// GCC 12 copies 32 bytes by way of the stack, in halves, from where it must wait for both.
typedef Word LooseWords __attribute__((vector_size(4 * width), aligned(4), may_alias));
typedef float LooseFloats __attribute__((vector_size(4 * width), aligned(4), may_alias));
ERGO_LANES_INLINE Uint load_words(const Word* from) { return {*reinterpret_cast<const LooseWords*>(from)}; }
ERGO_LANES_INLINE void store_words(Word* to, Uint words) { *reinterpret_cast<LooseWords*>(to) = words.v; }
ERGO_LANES_INLINE Float load_slope(const float* from) {
  return {*reinterpret_cast<const LooseFloats*>(from)};
}
ERGO_LANES_INLINE void store_slope(float* to, Float slope) { *reinterpret_cast<LooseFloats*>(to) = slope.v; }

/// What the text of a unit of sites finds around it: the twin of shaders/common/site_memory.glsl.
struct SiteSurroundings {
  int SITES, VALUES, LOG_BITS, WORDS, VALUE_MASK, UNIT_BITS, CODING, PLACE, COUNTED, HALF, WIDTH_X, WIDTH_Y,
      PAIRS, SIDE_Y, LEVEL_SLOPE, LEVEL_OFFSET, NOTES, ORDER, PAIR_LIST, SAMPLER_NUMBERS;
  const float* site_numbers;
  const int* site_links;
  int site_numbers_count, site_links_count;
  const SiteView& view;
  SiteRoom room;

  ERGO_LANES_INLINE SiteSurroundings(const SiteView& view, const SiteRoom& room)
      : SITES(view.uniforms[0]),
        VALUES(view.uniforms[1]),
        LOG_BITS(view.uniforms[2]),
        WORDS(view.uniforms[3]),
        VALUE_MASK(view.uniforms[4]),
        UNIT_BITS(view.uniforms[5]),
        CODING(view.uniforms[6]),
        PLACE(view.uniforms[7]),
        COUNTED(view.uniforms[8]),
        HALF(view.uniforms[9]),
        WIDTH_X(view.uniforms[10]),
        WIDTH_Y(view.uniforms[11]),
        PAIRS(view.uniforms[12]),
        SIDE_Y(view.uniforms[13]),
        LEVEL_SLOPE(view.uniforms[14]),
        LEVEL_OFFSET(view.uniforms[15]),
        NOTES(view.uniforms[16]),
        ORDER(view.uniforms[17]),
        PAIR_LIST(view.uniforms[18]),
        SAMPLER_NUMBERS(view.uniforms[19]),
        site_numbers(view.numbers),
        site_links(view.links),
        site_numbers_count(view.number_count),
        site_links_count(view.link_count),
        view(view),
        room(room) {}

  ERGO_LANES_INLINE Uint word_of(Mask, int which, int word) const {
    return load_words(room.words[which] + static_cast<std::size_t>(word) * block);
  }
  ERGO_LANES_INLINE Uint word_of(Mask, int which, Int word) const {
    const Word* const words = room.words[which];
    const Int held = clamp(word, spread(0), spread(WORDS - 1));
    Uint found{};
    for (int k = 0; k < width; ++k) found.v[k] = words[static_cast<std::size_t>(held.v[k]) * block + k];
    return found;
  }
  ERGO_LANES_INLINE void set_word(Mask mask, int which, int word, Uint bits) const {
    store_words(room.words[which] + static_cast<std::size_t>(word) * block,
                blend(mask, bits, word_of(mask, which, word)));
  }
  ERGO_LANES_INLINE void set_word(Mask mask, int which, Int word, Uint bits) const {
    const Int held = clamp(word, spread(0), spread(WORDS - 1));
    for (int k = 0; k < width; ++k)
      if (mask.v[k] != 0) room.words[which][static_cast<std::size_t>(held.v[k]) * block + k] = bits.v[k];
  }

  ERGO_LANES_INLINE Float note(Mask, int k) const { return load_slope(room.notes + k * width); }
  ERGO_LANES_INLINE Float note(Mask, Int k) const {
    Float found{};
    for (int lane = 0; lane < width; ++lane) found.v[lane] = room.notes[k.v[lane] * width + lane];
    return found;
  }
  ERGO_LANES_INLINE void set_note(Mask mask, int k, Float value) const {
    store_slope(room.notes + k * width, blend(mask, value, note(mask, k)));
  }
  ERGO_LANES_INLINE void set_note(Mask mask, Int k, Float value) const {
    for (int lane = 0; lane < width; ++lane)
      if (mask.v[lane] != 0) room.notes[k.v[lane] * width + lane] = value.v[lane];
  }

  // --- what a sampler asks of a target
  ERGO_LANES_INLINE int slope_width() const { return CODING == 0 ? 1 : VALUES; }
  ERGO_LANES_INLINE void take_slopes(Mask mask, int which) const {
    view.kernel->take_slopes(view, room, &mask, which);
  }
  ERGO_LANES_INLINE Float slope(Mask, int, int site, int value) const {
    return load_slope(room.slopes + (site * slope_width() + value) * width);
  }
  ERGO_LANES_INLINE Float slope(Mask, int, int site, Int value) const {
    Float found{};
    for (int k = 0; k < width; ++k) found.v[k] = room.slopes[(site * slope_width() + value.v[k]) * width + k];
    return found;
  }
  ERGO_LANES_INLINE Float slope(Mask mask, int which, Int site, int value) const {
    return slope(mask, which, site, spread(value));
  }
  ERGO_LANES_INLINE Float slope(Mask, int, Int site, Int value) const {
    Float found{};
    for (int k = 0; k < width; ++k)
      found.v[k] = room.slopes[(site.v[k] * slope_width() + value.v[k]) * width + k];
    return found;
  }
  ERGO_LANES_INLINE void prepare_changes(Mask mask, int which) const {
    view.kernel->prepare_changes(view, room, &mask, which);
  }
  ERGO_LANES_INLINE Float slope_by_notes(Mask, int site) const {
    Float made;
    view.kernel->slope_by_notes(view, room, site, &made);
    return made;
  }
  ERGO_LANES_INLINE int change_width() const { return VALUES == 2 ? 1 : VALUES; }
  /// The value of column v of the changes of a site: v itself, or the other one of two.
  ERGO_LANES_INLINE Int changed_value(int which, int site, int v) const {
    if (VALUES != 2) return spread(v);
    const int bit = site << LOG_BITS;
    const Uint word = word_of(spread(true), which, bit >> 5) >> (bit & 31);
    return spread(1) - to_int(word & spread(static_cast<Word>(VALUE_MASK)));
  }
  ERGO_LANES_INLINE void take_changes(Mask mask, int which) const {
    view.kernel->take_changes(view, room, &mask, which);
  }
  ERGO_LANES_INLINE Float taken_change(Mask, int, int site, int value) const {
    return load_slope(room.slopes + (VALUES == 2 ? site : site * VALUES + value) * width);
  }
  ERGO_LANES_INLINE Float taken_change(Mask mask, int which, int site, Int value) const {
    return VALUES == 2 ? taken_change(mask, which, site, 0) : taken_change(mask, which, spread(site), value);
  }
  ERGO_LANES_INLINE Float taken_change(Mask mask, int which, Int site, int value) const {
    return taken_change(mask, which, site, spread(value));
  }
  ERGO_LANES_INLINE Float taken_change(Mask, int, Int site, Int value) const {
    Float found{};
    for (int k = 0; k < width; ++k) {
      const int at = VALUES == 2 ? site.v[k] : site.v[k] * VALUES + value.v[k];
      found.v[k] = room.slopes[at * width + k];
    }
    return found;
  }
  ERGO_LANES_INLINE Float change(Mask, int which, int site, Int value) const {
    Float made;
    view.kernel->change(view, room, which, site, &value, &made);
    return made;
  }
  ERGO_LANES_INLINE Float change(Mask, int which, Int site, Int value) const {
    Float made;
    view.kernel->change_at(view, room, which, &site, &value, &made);
    return made;
  }
  ERGO_LANES_INLINE Vec2<Lanes> counted(Mask, int which) const {
    Vec2<Lanes> sums;
    view.kernel->counted(view, room, which, &sums);
    return sums;
  }
  ERGO_LANES_INLINE Float rise(Mask, const Vec2<Lanes>& from, const Vec2<Lanes>& to) const {
    Float made;
    view.kernel->rise(view, &from, &to, &made);
    return made;
  }
  ERGO_LANES_INLINE Float energy_of(Mask, const Vec2<Lanes>& sums) const {
    Float made;
    view.kernel->energy_of(view, &sums, &made);
    return made;
  }
  ERGO_LANES_INLINE Float place_energy(Mask, const Vec2<Lanes>& x) const {
    const Int cell = to_int(x.x) * spread(SIDE_Y) + to_int(x.y);
    return read(view.plane, view.plane_count, (cell + spread(2)) << 2);
  }
};

/// Chains from `first` on, as many as a vector has lanes.
template <class Kernel>
class SiteGroup {
 public:
  using State = typename Kernel::template State<Lanes>;
  using Report = typename Kernel::template Report<Lanes>;
  using Stream = typename Kernel::template Stream<Lanes>;

  ERGO_LANES_INLINE SiteGroup(const Work& work, std::size_t first)
      : work_(work), first_(first), kernel_(work.sites, room_of(work, first)) {
    IntVector lane{};
    for (int k = 0; k < width; ++k) lane[k] = k;
    stream_.seed = {spread(static_cast<Word>(work.seed)), spread(static_cast<Word>(work.seed >> 32))};
    stream_.chain = to_uint(Int{lane + static_cast<int>(first)});
    stream_.purpose = spread(Kernel::PURPOSE_STEP);
    present_ = to_int(stream_.chain) < spread(static_cast<int>(work.chains));
  }

  ERGO_LANES_INLINE void start() { end(kernel_.enter_resting(present_)); }

  ERGO_LANES_INLINE void advance() {
    if (work_.count == 0) return;
    typename Kernel::template SamplerParameters<Lanes> parameters{};
    const float* from = work_.sampler_values + (work_.own_values ? place(Kernel::parameters_size) : 0);
    parameters.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA {
      value = work_.own_values ? load(from) : spread(*from);
      from += work_.own_values ? block : 1;
    });
    auto last = kernel_.enter_resting(present_);
    for (std::uint64_t k = 0; k < work_.count; ++k) {
      const std::uint64_t step = work_.step + k;
      const Uvec2<Single> now = {static_cast<Word>(step), static_cast<Word>(step >> 32)};
      stream_.now = spread(now);
      last = kernel_.enter_step(present_, last.sums, parameters, stream_, now);
    }
    end(last);
  }

 private:
  static ERGO_LANES_INLINE SiteRoom room_of(const Work& work, std::size_t first) {
    const auto words = static_cast<std::size_t>(work.sites.uniforms[3]);
    return {{work.words + first / block * block * words + first % block, work.proposal + first % block},
            work.slopes, work.notes};
  }
  /// Where this group's first component stands among so many.
  ERGO_LANES_INLINE std::size_t place(int components) const {
    return first_ / block * block * static_cast<std::size_t>(components) + first_ % block;
  }
  /// Writes state and report. What fills up the last block stays 0.
  template <class Outcome>
  ERGO_LANES_INLINE void end(const Outcome& last) {
    State s{};
    float* to = work_.state + place(Kernel::state_size);
    s.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA { value = load(to), to += block; });
    auto made = kernel_.enter_ended(present_, s, last);
    to = work_.state + place(Kernel::state_size);
    made.state.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA {
      store(to, blend(present_, value, spread(0.0f)));
      to += block;
    });
    to = work_.report + place(Kernel::report_size);
    made.report.visit([&](Float& value) ERGO_LANES_INLINE_LAMBDA {
      store(to, blend(present_, value, spread(0.0f)));
      to += block;
    });
  }

  const Work& work_;
  std::size_t first_;
  Kernel kernel_;
  Stream stream_{};
  Mask present_{};
};

template <class Kernel>
void start_site_chains(const Work& work) {
  for (std::size_t first = work.first_block * block; first < work.end_block * block; first += width)
    if (first < work.chains) SiteGroup<Kernel>(work, first).start();
}
template <class Kernel>
void advance_site_chains(const Work& work) {
  for (std::size_t first = work.first_block * block; first < work.end_block * block; first += width)
    if (first < work.chains) SiteGroup<Kernel>(work, first).advance();
}

}  // namespace ergo::lanes::ERGO_LANE_SET
