#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// Work that a program of app/peers and this one both do: a run, and its first steps from given starts with given noise.
struct PeerJob {
  nlohmann::json text;                       ///< what the program reads; batched.py says what it holds
  std::vector<std::vector<Position>> first;  ///< positions [step, chain] by the twin in double
};

/// Whether the programs know a pair.
bool peers_know(const std::string& sampler, const std::string& target);

/// The job of a run of such a pair, measured for so many seconds. Throws Error where the run has settings other than its
/// step size and its target's parameters, which the programs do not know.
PeerJob peer_job(const RunConfig& config, double seconds);

/// What a program measured.
struct PeerSpeed {
  std::string name, device;  ///< library and version; what it ran on
  double chain_steps_per_second;
  double deviation;  ///< of the first steps from the twin's: greatest difference of a coordinate, median over chains
};

/// The programs, written to a folder of their own while this object lives, and the libraries they know.
class PeerPrograms {
 public:
  /// `python`: the interpreter for NumPy and PyTorch. Throws Error (Blame::machine) if nothing can be written.
  explicit PeerPrograms(std::string python);
  ~PeerPrograms();
  PeerPrograms(const PeerPrograms&) = delete;

  static const std::vector<std::string>& libraries();  ///< as batched.py and loop.mjs name them
  /// Nothing where the library is not installed; `why` tells then. Throws Error (Blame::machine) for a program that
  /// fails, or whose first steps are not the twin's.
  std::optional<PeerSpeed> measure(const std::string& library, const PeerJob& job, std::string& why) const;

 private:
  std::string python_;
  std::filesystem::path folder_;
};

}  // namespace ergo
