#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/config/run_config.h"

namespace ergo {

/// Whether a path edits the sampler. Each run of a comparison has its own: without sessions.N. such a path is of one
/// run only, the one in focus or chosen.
bool is_of_sampler(std::string_view path);

/// Whether runs of a comparison may differ in what a path edits: sampler, start, number of chains, gradient noise. Of
/// these all but the sampler are set for all runs by a path without sessions.N. They share the rest.
bool may_differ(std::string_view path);

/// Throws Error, with the path and `where`, if the runs of a comparison share what a path edits.
void check_may_differ(const std::string& path, const std::string& where);

/// Whether some runs differ in what a path edits. Of start, gradient noise and sampler all values count, whichever of
/// them the path names.
bool differ_in(std::span<const RunConfig> runs, std::string_view path);

/// The run N of a path sessions.N.<path>, and <path>. Paths without this beginning have no run.
struct RunPath {
  std::optional<std::size_t> run;
  std::string path;
  /// Whether it edits a run: its own, or all; a sampler's without a run, the one that is `chosen`.
  bool edits(std::size_t each, std::size_t chosen) const {
    return run ? each == *run : !is_of_sampler(path) || each == chosen;
  }
};
/// Throws Error if N is not below `runs`, or if the runs share what the path edits.
RunPath run_path(const std::string& path, std::size_t runs);

/// "sessions.N.<path>"
std::string own_path(std::size_t run, const std::string& path);

}  // namespace ergo
