#include "core/config/run_paths.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"

namespace ergo {
namespace {

constexpr std::string_view run_prefix = "sessions.";

/// What a path edits: "start" of start.sd.
std::string_view part_of(std::string_view path) { return path.substr(0, path.find('.')); }

template <class Value>
bool differ(std::span<const RunConfig> runs, Value RunConfig::*value) {
  return std::ranges::any_of(runs, [&](const RunConfig& run) { return run.*value != runs.front().*value; });
}

}  // namespace

bool is_of_sampler(std::string_view path) { return part_of(path) == "sampler"; }

bool may_differ(std::string_view path) {
  const std::string_view part = part_of(path);
  return part == "sampler" || part == "start" || part == "gradient_noise" || path == "chains";
}

void check_may_differ(const std::string& path, const std::string& where) {
  if (may_differ(path)) return;
  throw Error("runs of a comparison share this:", path,
              "for one run: sampler, start and their parameters, chains, gradient_noise.kind, .sigma, .B", where);
}

bool differ_in(std::span<const RunConfig> runs, std::string_view path) {
  const std::string_view part = part_of(path);
  return part == "sampler"          ? differ(runs, &RunConfig::sampler)
         : part == "start"          ? differ(runs, &RunConfig::start)
         : part == "gradient_noise" ? differ(runs, &RunConfig::gradient_noise)
                                    : part == "chains" && differ(runs, &RunConfig::chains);
}

RunPath run_path(const std::string& path, std::size_t runs) {
  if (!path.starts_with(run_prefix)) return {{}, path};
  const char *const first = path.data() + run_prefix.size(), *const end = path.data() + path.size();
  std::size_t run = 0;
  const auto [stop, problem] = std::from_chars(first, end, run);
  if (problem != std::errc() || stop == end || *stop != '.' || run >= runs)
    throw Error("no such session:", path,
                runs == 1 ? "sessions.0." : "sessions.0. to sessions." + std::to_string(runs - 1) + ".", "");
  const std::string rest(stop + 1, end);
  check_may_differ(rest, path);
  return {run, rest};
}

std::string own_path(std::size_t run, const std::string& path) {
  return std::string(run_prefix) + std::to_string(run) + "." + path;
}

}  // namespace ergo
