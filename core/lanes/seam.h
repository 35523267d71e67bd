#pragma once

#include <cstddef>
#include <cstdint>

/// What passes between the backend and the kernels of any instruction set: plain data.
///
/// Chains lie in blocks of 16, on every machine: component k of chain i is number k * 16 + i % 16 of block i / 16.
/// Chains that fill up the last block rest.
namespace ergo::lanes {

constexpr std::size_t block = 16;

struct TapeInstruction {
  std::uint32_t code;  ///< formula::Code
  std::uint32_t to, a, b, c;
};
/// Straight on, or with `gathered` a loop over an index.
struct TapeSection {
  const TapeInstruction *begin, *end, *gathered_begin, *gathered_end;
  std::uint32_t index;
  int low, high;
};
/// A formula: formula::Tape in single precision. Places 0 and 1 are x and y.
struct TapeView {
  const float* constants;
  const std::uint32_t* constant_places;  ///< where each of them stands
  std::size_t constant_count;
  const TapeSection *begin, *end;
  std::uint32_t results[3];
};
constexpr std::size_t most_tape_places = 1024;

/// A target as its kernel reads it. Pointers to vectors are those of the kernel's own lanes.
struct TargetView {
  const float* data = nullptr;  ///< Target::device_numbers()
  int data_count = 0;
  const void* constants = nullptr;  ///< what the kernel's prepare() made of the parameters; a formula's TapeView
  int dim = 2;
  int gradient_noise = 0;  ///< NoiseKind
  void (*evaluate)(const TargetView&, const void* mask, const void* x, void* evaluation) = nullptr;
  void (*noise)(const TargetView&, const void* mask, const void* asked, void* noise) = nullptr;
};

/// What a kernel of sites works in: blocks of the present configurations, word w of chain i as component w,
/// and room for a proposal of one block, for slopes or changes of E, [sites, values or 1, lanes], and for notes,
/// [notes, lanes].
struct SiteRoom {
  std::uint32_t* words[2];
  float* slopes;
  float* notes;
};

/// A target of sites as its kernel reads it. Pointers to vectors are those of the kernel's own lanes.
struct SiteView {
  const int* uniforms = nullptr;   ///< SiteUniforms
  const float* numbers = nullptr;  ///< SiteKernelData
  const int* links = nullptr;
  int number_count = 0, link_count = 0;
  const float* plane = nullptr;  ///< LatticeTarget::device_numbers() of the plane that chains are shown in
  int plane_count = 0;
  const struct SiteTargetKernel* kernel = nullptr;
};

struct SiteTargetKernel {
  const char* id;
  /// Fills room.slopes with those of configuration `which`, and room.notes in the chains of the mask.
  void (*take_slopes)(const SiteView&, const SiteRoom& room, const void* mask, int which);
  /// The same with changes of E, both in the chains of the mask: [sites, values], and with two values those of each
  /// site's change to the other one alone.
  void (*take_changes)(const SiteView&, const SiteRoom& room, const void* mask, int which);
  /// Fills room.notes for the next two.
  void (*prepare_changes)(const SiteView&, const SiteRoom& room, const void* mask, int which);
  /// The change of E by one: of one site in all lanes, and of a lane's own.
  void (*change)(const SiteView&, const SiteRoom& room, int which, int site, const void* value, void* change);
  void (*change_at)(const SiteView&, const SiteRoom& room, int which, const void* site, const void* value,
                    void* change);
  /// Null where slopes are no sums by notes.
  void (*slope_by_notes)(const SiteView&, const SiteRoom& room, int site, void* slope);
  void (*counted)(const SiteView&, const SiteRoom& room, int which, void* sums);
  void (*rise)(const SiteView&, const void* from, const void* to, void* rise);
  void (*energy_of)(const SiteView&, const void* sums, void* energy);
};

struct Work {
  float* state = nullptr;
  float* report = nullptr;
  std::uint32_t* diverged = nullptr;      ///< 0, or 1 + the failing step's low word
  const float* sampler_values = nullptr;  ///< one row for all; or by blocks, as the state
  bool own_values = false;
  std::size_t chains = 0, first_block = 0, end_block = 0;
  std::uint64_t seed = 0, step = 0, count = 0;
  float noise_strength = 0, reach = 0;
  TargetView target;
  SiteView sites;                     ///< of a target of sites, in place of `target`
  std::uint32_t* words = nullptr;     ///< present configurations, by blocks
  std::uint32_t* proposal = nullptr;  ///< room of these blocks alone
  float* slopes = nullptr;
  float* notes = nullptr;
};

struct SamplerKernel {
  const char* id;
  int state_size, report_size;  ///< components, of the kernel's own form
  void (*start)(const Work&);
  void (*advance)(const Work&);
};

struct TargetKernel {
  const char* id;
  std::size_t constants_size;                           ///< bytes
  void (*prepare)(const TargetView&, void* constants);  ///< from the parameters' values, with which the data begin
  decltype(TargetView::evaluate) evaluate;
  decltype(TargetView::noise) noise;  ///< null: that of all targets that are not made of data
};

/// All kernels of one instruction set.
struct KernelList {
  const SamplerKernel* const* samplers;
  std::size_t sampler_count;
  const TargetKernel* const* targets;
  std::size_t target_count;
  const SiteTargetKernel* const* site_targets;
  std::size_t site_target_count;
  decltype(TargetView::noise) noise;
  decltype(TargetView::evaluate) evaluate_tape;
  int width;
  bool fuses;  ///< whether a*b + c is rounded once
};

}  // namespace ergo::lanes
