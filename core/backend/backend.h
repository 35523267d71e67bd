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

/// All chains' data at one step, on the host, in double, field by field: row [chain] of `state` holds
/// ChainState then the sampler's fields (`state_size` doubles), row [chain] of `report` its channels.
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
  ChainRow row(std::size_t chain);  ///< its storage
  std::size_t diverged_count() const;
  /// A step of the sampler led here: what channels of_transition say is defined.
  bool stepped() const { return step > begun; }
};

/// Offset of a sampler's state field in a state row ("x", "energy", "gradient" or a declared field); -1 when
/// there is none.
int state_offset(const Descriptor& sampler, std::string_view field);

/// Numbers in a sampler's state row.
int state_size(const Descriptor& sampler);

/// What a chain has spent of gradient evaluations, where the sampler's steps differ in cost: the mean over
/// the finite, undiverged chains of what each counted. Nothing where all steps cost the same or no chain is
/// left.
std::optional<double> counted_gradients(const ChainData& data, const Descriptor& sampler);

/// Mean over the finite, undiverged chains of one channel, summed in an order that depends on the number of
/// chains alone.
struct ChannelMean {
  double mean = 0;
  double variance = 0;      ///< of one chain's value, so that the mean's error is sqrt(variance / count)
  std::uint64_t count = 0;  ///< chains in the mean

  /// One value more, by Welford's recurrence.
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

/// A copy of the run's state in the backend's own precision, exact to the bit; opaque but to its backend.
struct Blob {
  std::uint64_t step = 0;
  std::vector<std::byte> bytes;
  std::uint64_t begun = 0;  ///< as in ChainData
};

/// The seam between how a run goes and what computes it. Calls come from one thread. After configure(), the
/// state after a step depends on the arguments alone, never on how advance() was cut up.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual BackendKind kind() const = 0;
  virtual std::string device() const = 0;  ///< e.g. "2 CPU threads", "llvmpipe (LLVM 15, 256 bits)"

  /// Uses this target, sampler, chain count, seed and these values from now on. Chain data survives a change
  /// of values only; any other change must be followed by place(), begin(), write() or restore(). Throws
  /// Error and changes nothing where the machine cannot.
  virtual void configure(const RunConfig& config) = 0;
  /// One row of sampler parameter values per chain (a sweep) instead of the configuration's single row. Lasts
  /// until configure().
  virtual void set_sampler_rows(std::span<const std::vector<double>> rows) = 0;

  /// Puts chain i at positions[i] and initialises the sampler's state as of `step`.
  virtual void place(std::span<const Position> positions, std::uint64_t step) = 0;
  /// The same from rows of state, as of their step: positions, and what chains carry over of momenta and
  /// thermostats, where that is not 0.
  virtual void begin(ChainData data) = 0;
  /// Steps `step`, step + 1, ..., step + count - 1.
  virtual void advance(std::uint64_t step, std::uint64_t count) = 0;

  virtual ChainData read() = 0;  ///< waits for the device
  /// That of one chain, as the only row. Waits for the device.
  virtual ChainData read_chain(std::size_t chain) = 0;
  virtual void write(const ChainData& data) = 0;
  virtual ChannelMeans means() = 0;  ///< waits for the device
  virtual Blob save() = 0;
  virtual void restore(const Blob& blob) = 0;

  /// Asks for a copy of the chains as they are now. Ignored while one is under way.
  virtual void request_snapshot() = 0;
  /// The copy asked for, once it has arrived; never waits.
  virtual std::optional<ChainData> take_snapshot() = 0;

  std::uint64_t begun() const { return begun_; }  ///< as in ChainData

 protected:
  std::uint64_t step_ = 0;   ///< the step the chains are at
  std::uint64_t begun_ = 0;  ///< the one at which the sampler began
};

/// Makes the backend of a kind, or throws Error (Blame::machine) where the machine has none.
using BackendFactory = std::function<std::unique_ptr<Backend>(BackendKind)>;

}  // namespace ergo
