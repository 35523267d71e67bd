#include "core/config/assignment.h"

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/config/default_steps.h"
#include "core/config/learning_settings.h"
#include "core/config/noise_settings.h"
#include "core/config/start_settings.h"

namespace ergo {

namespace {

namespace fs = std::filesystem;

Effect set_backend(RunConfig& config, const Assignment& a) {
  for (const auto kind : {BackendKind::automatic, BackendKind::gpu, BackendKind::simd, BackendKind::cpu})
    if (a.value == to_string(kind)) {
      config.backend = kind;
      return Effect::restart;
    }
  throw illegal_value("backend", a.value, "auto, gpu, simd, cpu", a.path);
}

Effect set_defaults(RunConfig& config, const Assignment& a) {
  for (const auto kind : {Defaults::by_target, Defaults::fixed})
    if (a.value == to_string(kind)) {
      config.defaults = kind;
      return Effect::live;
    }
  throw illegal_value("defaults", a.value, "by_target, fixed", a.path);
}

/// The unit of one kind that a configuration has chosen.
struct Part {
  const char* path;
  UnitChoice RunConfig::*choice;
  const Descriptor& (*unit)(std::string_view id);
  Effect effect_of_id;
  bool property = false;  ///< of the run: there is one descriptor, so that it has no id of its own to set

  const Descriptor& chosen(const RunConfig& config) const {
    const UnitChoice& now = config.*choice;
    return now.own ? *now.own : unit(now.id);
  }
};

const Part parts[] = {
    {"target", &RunConfig::target,
     [](std::string_view id) -> const Descriptor& { return target_unit(id).descriptor; },
     Effect::reinitialise},
    {"learn", &RunConfig::learning, [](std::string_view) -> const Descriptor& { return learning_descriptor(); },
     Effect::live, true},
    {"sampler", &RunConfig::sampler,
     [](std::string_view id) -> const Descriptor& { return sampler_unit(id).descriptor; },
     Effect::reinitialise},
    {"gradient_noise", &RunConfig::gradient_noise,
     [](std::string_view) -> const Descriptor& { return gradient_noise_descriptor(); }, Effect::live, true},
    {"start", &RunConfig::start,
     [](std::string_view id) -> const Descriptor& { return start_unit(id).descriptor; }, Effect::restart},
};

Effect set_unit(RunConfig& config, const Part& part, const Assignment& a) {
  if (part.property && a.value != part.path) {
    std::string legal;
    for (const Parameter& p : part.unit({}).parameters) legal += (legal.empty() ? a.path + "." : ", .") + p.id;
    throw Error("illegal value of " + a.path, a.value, legal, "");
  }
  const Descriptor& d = part.unit(a.value);
  config.*part.choice = defaults(d);
  if (part.choice == &RunConfig::sampler)
    config.sampler.values = default_values(d, config.target, config.defaults);
  return part.effect_of_id;
}

/// A live parameter of the target changes what is sampled, so the chains' state starts anew where they are.
Effect effect_of(const Part& part, const Parameter& p) {
  if (part.effect_of_id == Effect::restart || p.applies == Applies::restart) return Effect::restart;
  return std::string_view(part.path) == "target" ? Effect::reinitialise : Effect::live;
}

void set_content(Contents& contents, const Parameter& p, const Assignment& a, const fs::path& folder) {
  if (!p.replaces.empty() && (!a.value.empty() || p.kind == Kind::table)) contents.erase(p.replaces);
  const auto given = contents.find(p.id);
  if (given != contents.end() && given->second.text == a.value) return;
  if (p.kind == Kind::text ? a.value == p.text.initial : a.value.empty()) {
    contents.erase(p.id);
  } else if (p.kind == Kind::text) {
    if (p.text.check) p.text.check(a.value, a.path);
    contents[p.id] = {a.value};
  } else {
    contents[p.id] = read_content(p, a.value, folder, a.path);
  }
}

/// The parameters that a target's contents declare. Values that were set are kept where the name stays, at the nearest
/// legal one.
void settle_own_parameters(UnitChoice& target, const std::string& where) {
  const TargetUnit& unit = target_unit(target.id);
  if (!unit.describe) return;
  const Descriptor before = target_descriptor(target);
  auto now = std::make_shared<const Descriptor>(unit.describe(target.contents, where));
  std::vector<double> values = initial_values(now->parameters);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& p = now->parameters[i];
    const int old = find_parameter(before, p.id);
    if (old < 0) continue;
    const double value = target.values[static_cast<std::size_t>(old)];
    if (value != before.parameters[static_cast<std::size_t>(old)].initial)
      values[i] = std::clamp(value, p.hard.low, p.hard.high);
  }
  target.values = std::move(values);
  target.own = std::move(now);
}

Error unknown_parameter(const Part& part, const Descriptor& d, const std::string& path) {
  const std::string prefix = std::string(part.path) + ".";
  std::vector<std::string> legal;
  for (const auto& p : d.parameters) legal.push_back(prefix + p.id);
  std::string what = "unknown parameter of " + std::string(part.path);
  if (!part.property) what += " " + d.id;
  if (part.choice == &RunConfig::learning)
    if (const char* where = place_beside_learning(std::string_view(path).substr(prefix.size())); *where)
      return {what, path, where, path};
  return {what, path, legal.empty() ? d.id + " has no parameters" : legal_words(path, legal), path};
}

Effect set_parameter(RunConfig& config, const Part& part, std::string_view id, const Assignment& a,
                     const fs::path& folder) {
  UnitChoice& choice = config.*part.choice;
  const Descriptor& d = part.chosen(config);
  const int index = find_parameter(d, id);
  if (index < 0) throw unknown_parameter(part, d, a.path);
  const Parameter& p = d.parameters[static_cast<std::size_t>(index)];
  const Effect effect = effect_of(part, p);
  if (!is_content(p)) {
    choice.values[static_cast<std::size_t>(index)] = parse_value(p, a.value, a.path);
    return effect;
  }
  set_content(choice.contents, p, a, folder);
  if (part.choice == &RunConfig::target) settle_own_parameters(choice, a.path);
  return effect;
}

const char* not_of(Space space) {
  switch (space) {
    case Space::plane:
      return "not a sampler for the plane:";
    case Space::lattice:
      return "not a sampler for a lattice:";
    case Space::sites:
      break;
  }
  return "not a sampler for configurations of sites:";
}

/// Whether the sampler and its values go with the target.
bool fits(const RunConfig& config) try {
  make_sampler(config)->check(*sampled_target(config));
  return true;
} catch (const Error&) {
  return false;
}

/// The same sampler of another discrete space: dmala and dmala_sites, lattice_gibbs and gibbs_sites. Else the space's
/// default.
std::string sibling(const std::string& sampler, Space space) {
  std::string stem = sampler;
  if (stem.starts_with("lattice_")) stem.erase(0, 8);
  if (stem.ends_with("_sites")) stem.erase(stem.size() - 6);
  if (on_lattice(sampler_unit(sampler).descriptor.space) && on_lattice(space))
    for (const SamplerUnit& unit : samplers(space))
      for (const std::string& id : {stem, "lattice_" + stem, stem + "_sites"})
        if (unit.descriptor.id == id) return id;
  return default_sampler(space);
}

/// A sampler runs on the targets of its own space that have what it needs: with a target that does not fit, the sampler
/// becomes its sibling or the space's default. In another space the start becomes the space's default too, and the run
/// begins anew. Throws Error where a sampler is asked for that does not fit, or a value of the target with which it does
/// not.
Effect settle_space(RunConfig& config, const Assignment& a, Effect effect) {
  const Space space = target_descriptor(config).space;
  const bool same_space = sampler_unit(config.sampler.id).descriptor.space == space;
  if (same_space && (space != Space::sites || fits(config))) return effect;
  if (a.path == "target" || (a.path == "learn.model" && same_space)) {
    const auto choose = [&](const std::string& id) {
      const Descriptor& sampler = sampler_unit(id).descriptor;
      config.sampler = {sampler.id, default_values(sampler, config.target, config.defaults)};
    };
    if (same_space) return choose(default_sampler(space)), effect;
    choose(sibling(config.sampler.id, space));
    if (space == Space::sites && !fits(config)) choose(default_sampler(space));
    config.start = defaults(start_unit(default_start(space)).descriptor);
    if (config.backend != BackendKind::cpu && !without_kernel(config).empty())
      config.backend = BackendKind::automatic;
    return Effect::restart;
  }
  if (same_space) make_sampler(config)->check(*sampled_target(config));
  std::vector<std::string> legal;
  for (const auto& unit : samplers(space)) legal.push_back(unit.descriptor.id);
  throw Error(not_of(space), config.sampler.id,
              legal_words(config.sampler.id, legal) + ", on target " + config.target.id, a.path);
}

Effect edit(RunConfig& config, const Assignment& a, const fs::path& folder) {
  if (a.path == "chains") {
    config.chains = parse_count(a.path, a.value, chains_min, chains_max, a.path);
    return Effect::restart;
  }
  if (a.path == "seed") {
    config.seed = parse_count(a.path, a.value, 0, UINT64_MAX, a.path);
    return Effect::restart;
  }
  if (a.path == "backend") return set_backend(config, a);
  if (a.path == "defaults") return set_defaults(config, a);
  const auto dot = a.path.find('.');
  for (const Part& part : parts) {
    if (a.path == part.path) return set_unit(config, part, a);
    if (a.path.substr(0, dot) != part.path || dot == std::string::npos) continue;
    return set_parameter(config, part, a.path.substr(dot + 1), a, folder);
  }
  const auto legal = paths_of(config);
  throw Error("unknown path", a.path, legal_words(a.path, legal), a.path);
}

}  // namespace

bool looks_typed(std::string_view text) { return text.find_first_of("^*()") != std::string_view::npos; }

std::string assignment_naming(std::string_view id) {
  const auto naming = [&](const char* path, const auto& units) {
    const bool known = std::ranges::any_of(units, [&](const auto& unit) { return unit.descriptor.id == id; });
    return known ? path + std::string(id) : std::string();
  };
  for (const std::string& found :
       {naming("target=", targets()), naming("sampler=", samplers()), naming("start=", starts())})
    if (!found.empty()) return found;
  return looks_typed(id) ? "target=formula target.text=\"" + std::string(id) + "\"" : "";
}

Assignment parse_assignment(std::string_view text) {
  const auto trimmed = [](std::string_view part) {
    const auto first = part.find_first_not_of(" \t"), last = part.find_last_not_of(" \t");
    return std::string(first == std::string_view::npos ? "" : part.substr(first, last + 1 - first));
  };
  const auto equals = text.find('=');
  const std::string path = trimmed(text.substr(0, equals));
  if (equals == std::string_view::npos || path.empty()) {
    const std::string meant = assignment_naming(trimmed(text));
    throw Error("not an assignment", std::string(text),
                meant.empty() ? "path=value, e.g. sampler.step_size=0.2" : "did you mean '" + meant + "'?",
                "");
  }
  return {path, trimmed(text.substr(equals + 1))};
}

Effect apply(RunConfig& config, const Assignment& assignment, const fs::path& folder) {
  RunConfig edited = config;
  Effect effect = settle_space(edited, assignment, edit(edited, assignment, folder));
  if (edited.sampler.id == config.sampler.id) settle_steps(edited, config);
  if (edited.target != config.target) edited.start = start_on_new_target(edited);
  settle_noise(edited, assignment);
  settle_learning(edited, assignment);
  const bool other_machine = learned_model(edited) == LearnedModel::rbm && edited.target != config.target;
  if (learned_model(edited) != learned_model(config) || other_machine) effect = Effect::restart;
  if (edited == config) return Effect::none;
  config = std::move(edited);
  return effect;
}

std::vector<Assignment> assignments_of(const RunConfig& config) {
  std::vector<Assignment> list;
  for (const Part& part : parts) {
    const UnitChoice& choice = config.*part.choice;
    const Descriptor& d = part.chosen(config);
    if (!part.property) list.push_back({part.path, choice.id});
    for (std::size_t i = 0; i < d.parameters.size(); ++i) {
      const Parameter& p = d.parameters[i];
      if (part.property && !is_used(p, d.parameters, choice.values)) continue;
      list.push_back({std::string(part.path) + "." + p.id, value_text(choice, d, i)});
    }
  }
  list.push_back({"chains", std::to_string(config.chains)});
  list.push_back({"seed", std::to_string(config.seed)});
  list.push_back({"backend", to_string(config.backend)});
  list.push_back({"defaults", to_string(config.defaults)});
  return list;
}

std::vector<std::string> paths_of(const RunConfig& config) {
  std::vector<std::string> paths = {"backend", "chains", "defaults", "seed"};
  for (const Part& part : parts) {
    if (!part.property) paths.push_back(part.path);
    for (const auto& p : part.chosen(config).parameters)
      paths.push_back(std::string(part.path) + "." + p.id);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> values_of(const RunConfig& config, std::string_view path) {
  std::vector<std::string> ids;
  const auto add = [&](const auto& units, std::optional<Space> space) {
    for (const auto& unit : units)
      if (!space || unit.descriptor.space == *space) ids.push_back(unit.descriptor.id);
  };
  if (path == "target") add(targets(), {});
  if (path == "sampler") add(samplers(), target_descriptor(config).space);
  if (path == "start") add(starts(), {});
  if (path == "backend") ids = {"auto", "gpu", "simd", "cpu"};
  if (path == "defaults") ids = {"by_target", "fixed"};
  if (path == "learn.model") return legal_models(config);
  for (const Part& part : parts)
    for (const Parameter& p : part.chosen(config).parameters) {
      if (path != std::string(part.path) + "." + p.id) continue;
      if (p.kind == Kind::choice) ids = p.choices;
      if (p.kind == Kind::boolean) ids = {"on", "off"};
    }
  return ids;
}

}  // namespace ergo
