#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

struct ChainRow;

/// All chains' data at one step, on the host, in double. Row [chain] of `state` holds ChainState and then the sampler's
/// fields (`state_size` doubles); row [chain] of `report` holds the channels.
struct ChainData {
  std::uint64_t step = 0;
  std::size_t chains = 0;
  int state_size = 0, report_size = 0;
  std::vector<double> state;            ///< [chain, state_size]
  std::vector<double> report;           ///< [chain, report_size]
  std::vector<std::uint64_t> diverged;  ///< [chain], 0 or 1 + the step that failed
  std::uint64_t begun = 0;              ///< the step at which the sampler began

  Position x(std::size_t chain) const { return {state[chain * state_size], state[chain * state_size + 1]}; }
  std::span<const double> state_row(std::size_t chain) const {
    return {&state[chain * state_size], static_cast<std::size_t>(state_size)};
  }
  ChainRow row(std::size_t chain);  ///< storage of one chain
  std::size_t diverged_count() const;
  /// Whether the sampler has made a step, so that channels of_transition are defined.
  bool stepped() const { return step > begun; }
};

/// Offset of a state field in a state row ("x", "energy", "gradient" or a declared field); -1 if there is none.
int state_offset(const Descriptor& sampler, std::string_view field);

/// Number of doubles in a sampler's state row without the target's configuration_words().
int state_size(const Descriptor& sampler);

/// Gradient evaluations that a chain has used since its sampler began, for samplers whose steps differ in cost: the
/// mean over the finite, undiverged chains. Nothing if all steps cost the same, or if there is no such chain.
std::optional<double> counted_gradients(const ChainData& data, const Descriptor& sampler);

/// Throws Error where one of the run's units has no kernel, as some over configurations of sites.
void require_kernels(const RunConfig& config);

/// Mean of one channel over the finite, undiverged chains. The order of summation depends only on the number of chains.
struct ChannelMean {
  double mean = 0;
  double variance = 0;      ///< variance of one chain's value; the mean's error is sqrt(variance / count)
  std::uint64_t count = 0;  ///< number of chains in the mean

  /// Adds a value, by Welford's recurrence.
  void add(double value) {
    const double n = static_cast<double>(++count), before = value - mean;
    mean += before / n;
    if (count > 1) variance += (before * (value - mean) - variance) / (n - 1);
  }
};

struct ChannelMeans {
  std::uint64_t step = 0;
  std::uint64_t diverged = 0;
  std::vector<ChannelMean> channels;  ///< the sampler's channels, in order
};

/// A copy of the chains in the backend's own precision, exact to the bit. Only its backend can read it.
struct Blob {
  std::uint64_t step = 0;
  std::vector<std::byte> bytes;
  std::uint64_t begun = 0;  ///< as in ChainData
};

/// The interface to what computes a run: the device or the processor. Calls come from one thread. After configure(),
/// the state after a step depends only on the arguments, not on how steps are divided among calls of advance().
class Backend {
 public:
  virtual ~Backend() = default;
  virtual BackendKind kind() const = 0;
  virtual std::string device() const = 0;  ///< e.g. "2 CPU threads", "llvmpipe (LLVM 15, 256 bits)"
  /// What the bits of a result depend on besides the run, e.g. "double precision, glibc 2.36 with FMA".
  virtual std::string arithmetic() const { return device(); }

  /// Uses this target, sampler, number of chains, seed and these values from now on. Chains are kept if only values
  /// change; any other change must be followed by place(), begin(), write() or restore(). Throws Error and changes
  /// nothing if the machine cannot do it.
  virtual void configure(const RunConfig& config) = 0;
  /// Gives each chain its own row of sampler parameter values, until configure() is called.
  virtual void set_sampler_rows(std::span<const std::vector<double>> rows) = 0;

  /// Steps on this target instead of the configuration's, until configure() is called with another one. It must be read
  /// by the same device text. Energies and gradients in the chains' states stay as they are until place(), begin(),
  /// write() or restore().
  virtual void set_target(std::shared_ptr<const Target> target) = 0;

  /// Puts chain i at positions[i] and initialises the sampler's state as of `step`.
  virtual void place(std::span<const Position> positions, std::uint64_t step) = 0;
  /// Puts chains at the positions in `data` and initialises the sampler's state at its step. Momenta and thermostats in
  /// `data` that are not 0 are kept.
  virtual void begin(ChainData data) = 0;
  /// Makes the steps `step`, step + 1, ..., step + count - 1.
  virtual void advance(std::uint64_t step, std::uint64_t count) = 0;

  virtual ChainData read() = 0;  ///< waits for the device
  /// Reads one chain, as the only row. Waits for the device.
  virtual ChainData read_chain(std::size_t chain) = 0;
  virtual void write(const ChainData& data) = 0;
  virtual ChannelMeans means() = 0;  ///< waits for the device
  virtual Blob save() = 0;
  virtual void restore(const Blob& blob) = 0;

  /// Asks for a copy of the chains as they are now. Does nothing while another copy is under way.
  virtual void request_snapshot() = 0;
  /// The copy asked for, if it has arrived. Does not wait.
  virtual std::optional<ChainData> take_snapshot() = 0;

  std::uint64_t begun() const { return begun_; }  ///< as in ChainData

 protected:
  std::uint64_t step_ = 0;   ///< the present step of the chains
  std::uint64_t begun_ = 0;  ///< the step at which the sampler began
};

/// Makes a backend of a kind. Throws Error (Blame::machine) if the machine has none.
using BackendFactory = std::function<std::unique_ptr<Backend>(BackendKind)>;

}  // namespace ergo
