#include "core/files/init_file.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/files/recorded_columns.h"
#include "core/models/run_learning.h"
#include "core/npz/npz.h"
#include "core/npz/weight_arrays.h"
#include "core/site_plane/site_plane.h"
#include "core/unit/lattice.h"

namespace ergo {

namespace {

/// Where the arrays of a file agree: chains, and draws when there is a draw axis (0 when not).
struct Shape {
  std::size_t chains = 0, draws = 0;
};

std::string shape_text(std::span<const std::size_t> shape) {
  std::string text = "[";
  for (const std::size_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

Shape shape_of_x(const NpyHeader& x, std::size_t dim, const std::string& path) {
  const bool fits = (x.shape.size() == 2 || x.shape.size() == 3) && x.shape.back() == dim;
  const bool has_draws = fits && x.shape.size() == 3;
  if (!fits || x.shape[0] < chains_min || x.shape[0] > chains_max || (has_draws && x.shape[1] == 0))
    throw Error("illegal shape of x:", shape_text(x.shape),
                "[chain, dim] or [chain, draw, dim] with dim " + std::to_string(dim) + " and " +
                    std::to_string(chains_min) + " to " + std::to_string(chains_max) + " chains",
                path);
  return {x.shape[0], has_draws ? x.shape[1] : 0};
}

/// Copies the last draw of an array into the state rows, component by component.
void copy_field(const NpzReader& archive, const std::string& name, Shape shape, std::size_t axes,
                std::size_t components, int offset, ChainData& data, const std::string& path) {
  std::vector<std::size_t> wanted = {shape.chains};
  if (shape.draws > 0) wanted.push_back(shape.draws);
  if (axes > 0) wanted.push_back(components);
  if (const auto given = archive.header(name).shape; given != wanted)
    throw Error("illegal shape of " + name + ":", shape_text(given), shape_text(wanted) + ", to agree with x",
                path);
  const std::vector<double> values =
      (shape.draws > 0 ? archive.last_along_second_axis(name) : archive.array(name)).to_double();
  for (std::size_t chain = 0; chain < shape.chains; ++chain)
    for (std::size_t k = 0; k < components; ++k) {
      const double value = values[chain * components + k];
      if (!std::isfinite(value))
        throw Error(name + " is not finite in chain", std::to_string(chain), "finite numbers", path);
      data.state[chain * static_cast<std::size_t>(data.state_size) + static_cast<std::size_t>(offset) + k] =
          value;
    }
}

/// Files in single precision hold unit vectors to 1e-7; exact ones must stay as they are, to the bit.
constexpr double length_tolerance = 1e-5, length_rounding = 1e-14;

void settle_lengths(const StateField& field, std::size_t components, int offset, ChainData& data,
                    const std::string& path) {
  for (std::size_t chain = 0; chain < data.chains; ++chain) {
    double* vector =
        &data.state[chain * static_cast<std::size_t>(data.state_size) + static_cast<std::size_t>(offset)];
    const double length = std::hypot(vector[0], components > 1 ? vector[1] : 0);
    if (!(std::abs(length - 1) <= length_tolerance))
      throw Error(field.id + " is not a unit vector in chain " + std::to_string(chain) + ": its length is",
                  number_text(length), "1 to within 1e-05", path);
    if (std::abs(length - 1) <= length_rounding) continue;
    for (std::size_t k = 0; k < components; ++k) vector[k] /= length;
  }
}

/// Configurations, which are packed behind the fields of the state.
void copy_configurations(const NpzReader& archive, Shape shape, const SitePlane& plane, ChainData& data,
                         const std::string& path) {
  const SiteTarget& model = *plane.model();
  const auto n = static_cast<std::size_t>(model.sites());
  ChainData given;
  given.chains = shape.chains;
  given.state_size = model.sites();
  given.state.resize(shape.chains * n);
  copy_field(archive, "x", shape, 1, n, 0, given, path);
  Configuration x(n);
  for (std::size_t chain = 0; chain < shape.chains; ++chain) {
    for (std::size_t site = 0; site < n; ++site) {
      const double value = given.state[chain * n + site];
      if (!(value >= 0 && value < model.values()) || std::round(value) != value)
        throw Error("x is not a value of a site in chain " + std::to_string(chain) + ":", number_text(value),
                    "integers 0 to " + std::to_string(model.values() - 1), path);
      x[site] = static_cast<std::uint8_t>(value);
    }
    plane.packed().pack(x, plane.words(data.row(chain).state));
  }
}

void check_sites(const ChainData& data, const Target& target, const std::string& path) {
  if (!target.lattice()) return;
  const Sides sides = target.lattice()->sides();
  for (std::size_t chain = 0; chain < data.chains; ++chain) {
    const Position x = data.x(chain);
    if (sides.contain(x) && std::round(x.x) == x.x && std::round(x.y) == x.y) continue;
    const std::string last_x = std::to_string(sides.x - 1), last_y = std::to_string(sides.y - 1);
    throw Error("x is not a lattice site in chain " + std::to_string(chain) + ":",
                target.dim == 1 ? number_text(x.x) : number_text(x.x) + ", " + number_text(x.y),
                target.dim == 1 ? "integers 0 to " + last_x
                                : "integers, the first 0 to " + last_x + ", the second 0 to " + last_y,
                path);
  }
}

bool in_own_export(const std::string& name) {
  if (name == "diverged" || name == "draw_step" || name == "place") return true;
  return std::ranges::any_of(
      samplers(), [&](const SamplerUnit& unit) { return find_channel(unit.descriptor, name) >= 0; });
}

/// `x`, the state fields, and these as exports have them.
std::vector<std::string> legal_names(const Descriptor& sampler) {
  std::vector<std::string> legal = {"x"};
  for (const auto& field : sampler.state) legal.push_back(field.id);
  for (const auto& field : sampler.state)
    if (recorded_name(field, sampler) != field.id) legal.push_back(recorded_name(field, sampler));
  return legal;
}

/// State of another sampler in a file that says which run it is of.
bool of_another_sampler(const NpzReader& archive, const std::string& name, const Descriptor& sampler) {
  if (!archive.texts().contains("meta.json") || std::ranges::count(legal_names(sampler), name)) return false;
  return std::ranges::any_of(samplers(), [&](const SamplerUnit& unit) {
    return std::ranges::any_of(unit.descriptor.state, [&](const StateField& field) {
      return name == recorded_name(field, unit.descriptor);
    });
  });
}

/// Weights, or what belongs to them, of a model that learned in the run that a file is of.
bool of_learned_model(const NpzReader& archive, std::string_view name) {
  if (!archive.texts().contains("meta.json")) return false;
  if (name.ends_with(averaged_ending)) name.remove_suffix(std::string_view(averaged_ending).size());
  return std::ranges::count(model_array_names(), name) > 0;
}

void check_names(const NpzReader& archive, const Descriptor& sampler, const std::string& path) {
  const std::vector<std::string> legal = legal_names(sampler);
  if (!archive.arrays().contains("x"))
    throw Error("no positions in the archive: a missing array", "x", "x [chain, dim]", path);
  for (const auto& [name, place] : archive.arrays())
    if (std::ranges::find(legal, name) == legal.end() && !in_own_export(name) &&
        !of_another_sampler(archive, name, sampler) && !of_learned_model(archive, name))
      throw Error("an array that " + sampler.id + " does not start from:", name, legal_words(name, legal),
                  path);
  for (const auto& [name, place] : archive.texts())
    if (name != "meta.json") throw Error("an unknown member", name, "arrays and meta.json", path);
}

}  // namespace

std::vector<std::string> passed_over(const std::string& path, const Descriptor& sampler) {
  const NpzReader archive(path);
  std::vector<std::string> names;
  for (const auto& [name, place] : archive.arrays())
    if (of_another_sampler(archive, name, sampler) && !in_own_export(name)) names.push_back(name);
  return names;
}

ChainData read_init(const std::string& path, const RunConfig& config) {
  const NpzReader archive(path);
  const Descriptor& descriptor = sampler_unit(config.sampler.id).descriptor;
  check_names(archive, descriptor, path);
  const auto target = make_target(config);
  const Oracle oracle(*target, gradient_noise_of(config));
  const auto sampler = make_sampler(config);
  const SitePlane* plane = target->sites();
  const auto dim = static_cast<std::size_t>(plane ? plane->model()->sites() : target->dim);
  const Shape shape = shape_of_x(archive.header("x"), dim, path);

  ChainData data;
  data.chains = shape.chains;
  data.state_size = sampler->state_size() + target->configuration_words();
  data.report_size = sampler->report_size();
  data.state.resize(data.chains * static_cast<std::size_t>(data.state_size));
  data.report.resize(data.chains * static_cast<std::size_t>(data.report_size));
  data.diverged.resize(data.chains);
  if (plane)
    copy_configurations(archive, shape, *plane, data, path);
  else
    copy_field(archive, "x", shape, 1, dim, 0, data, path);
  check_sites(data, *target, path);
  for (std::size_t chain = 0; chain < data.chains; ++chain) {
    const auto [energy, gradient] = target->evaluate(data.x(chain));
    const ChainRow row = data.row(chain);
    row.state[2] = energy;
    row.state[3] = gradient.x;
    row.state[4] = gradient.y;
    sampler->init(row, oracle, config.seed, 0);
  }
  const auto take_given = [&] {
    for (const auto& field : descriptor.state) {
      const std::string recorded = recorded_name(field, descriptor);
      const std::string& given = archive.arrays().contains(recorded) ? recorded : field.id;
      if (!archive.arrays().contains(given)) continue;
      const auto components = static_cast<std::size_t>(components_in_use(field, target->dim));
      const int offset = state_offset(descriptor, field.id);
      copy_field(archive, given, shape, field.components == 1 ? 0 : 1, components, offset, data, path);
      if (field.unit_vector) settle_lengths(field, components, offset, data, path);
    }
  };
  take_given();
  // What is remembered of the beginning follows from what is given, unless that is given too.
  for (std::size_t chain = 0; chain < data.chains; ++chain)
    sampler->begin_here(data.row(chain), oracle, config.seed, 0);
  take_given();
  for (std::size_t chain = 0; chain < data.chains; ++chain) sampler->report_here(data.row(chain), oracle);
  return data;
}

}  // namespace ergo
