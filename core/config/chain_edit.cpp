#include "core/config/chain_edit.h"

#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text_words.h"

namespace ergo {
namespace {

constexpr std::string_view prefix = "chain.", suffix = ".momentum";

std::uint32_t chain_of(const RunConfig& config, const std::string& path) {
  std::uint32_t chain = 0;
  const std::string_view middle =
      path.ends_with(suffix) && path.size() > prefix.size() + suffix.size()
          ? std::string_view(path).substr(prefix.size(), path.size() - prefix.size() - suffix.size())
          : std::string_view();
  const auto [stop, problem] = std::from_chars(middle.data(), middle.data() + middle.size(), chain);
  if (middle.empty() || problem != std::errc() || stop != middle.data() + middle.size() ||
      chain >= config.chains)
    throw Error("no such chain:", path,
                "chain.0.momentum to chain." + std::to_string(config.chains - 1) + ".momentum", path);
  return chain;
}

}  // namespace

bool is_of_chain(std::string_view path) { return path.starts_with(prefix); }

ChainEdit chain_edit(const RunConfig& config, const Assignment& assignment) {
  ChainEdit edit{chain_of(config, assignment.path), {}};
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const StateField* field = steering_field(sampler);
  if (!field)
    throw Error("this sampler keeps no momentum between steps:", config.sampler.id, "samplers that keep a momentum",
                assignment.path);
  const int dim = target_descriptor(config).dim;
  const char *at = assignment.value.data(), *const end = at + assignment.value.size();
  bool legal = true;
  for (double* component : {&edit.momentum.x, &edit.momentum.y}) {
    while (at != end && *at == ' ') ++at;
    const auto [stop, problem] = read_number(at, end, *component);
    // Single precision must hold it.
    legal = legal && problem == std::errc() && std::abs(*component) <= 1e30;
    at = stop;
  }
  if (dim == 1) edit.momentum.y = 0;
  if (!legal || at != end || (field->unit_vector && !(norm(edit.momentum) > 0)))
    throw illegal_value(assignment.path, assignment.value,
                        field->unit_vector ? "two numbers that are not both 0, e.g. \"1 -0.5\""
                                           : "two numbers, e.g. \"1 -0.5\"",
                        assignment.path);
  if (field->unit_vector) edit.momentum = edit.momentum / norm(edit.momentum);
  return edit;
}

bool has_chain_of(const RunConfig& config, const Assignment& assignment) try {
  chain_edit(config, assignment);
  return true;
} catch (const Error&) {
  return false;
}

Assignment assignment_of(const ChainEdit& edit) {
  const auto text = [](double value) { return value_text(Parameter{}, value); };
  return {std::string(prefix) + std::to_string(edit.chain) + std::string(suffix),
          text(edit.momentum.x) + " " + text(edit.momentum.y)};
}

Effect apply_in_run(RunConfig& config, const Assignment& assignment, const std::filesystem::path& folder) {
  if (!is_of_chain(assignment.path)) return apply(config, assignment, folder);
  chain_edit(config, assignment);
  return Effect::none;
}

}  // namespace ergo
