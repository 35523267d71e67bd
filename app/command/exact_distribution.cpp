#include <cmath>

#include "app/command/exact_answer.h"
#include "core/exact/equilibrium.h"
#include "core/site_plane/exact_masses.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

namespace {

/// Null if it is not known, as JSON has no NaN.
Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// Standard error of the reference run's mean of a number that cells have, from its chains' means.
template <class Number>
double sampled_error(const SampledMasses& sampled, const Number& number) {
  const std::size_t cells = sampled.counts.size() / sampled.chains;
  const double each = static_cast<double>(sampled.draws) / static_cast<double>(sampled.chains);
  std::vector<double> means(sampled.chains);
  for (std::size_t i = 0; i < sampled.counts.size(); ++i)
    if (sampled.counts[i] > 0) means[i / cells] += sampled.counts[i] * number(i % cells) / each;
  return mean_of(means).error;
}

struct PlaneMoments {
  Position mean, variance;
};

PlaneMoments moments_of(const LatticeTarget& lattice) {
  Position mean, square;
  for (std::size_t i = 0; i < lattice.sides().count(); ++i) {
    const Position x = lattice.sides().site(i);
    mean = mean + lattice.distribution()[i] * x;
    square = square + lattice.distribution()[i] * Position{x.x * x.x, x.y * x.y};
  }
  return {mean, {square.x - mean.x * mean.x, square.y - mean.y * mean.y}};
}

void add_moments(Json& numbers, const PlaneMoments& moments, const Sides& sides,
                 const SampledMasses* sampled) {
  const auto add = [&](const std::string& name, double value, const auto& number) {
    numbers[name] = value;
    if (sampled) numbers[name + "_error"] = sampled_error(*sampled, number);
  };
  const auto& [mean, variance] = moments;
  const auto site = [&](std::size_t cell) { return sides.site(cell); };
  add("mean_x", mean.x, [&](std::size_t cell) { return site(cell).x; });
  add("mean_y", mean.y, [&](std::size_t cell) { return site(cell).y; });
  add("variance_x", variance.x, [&](std::size_t cell) { return std::pow(site(cell).x - mean.x, 2); });
  add("variance_y", variance.y, [&](std::size_t cell) { return std::pow(site(cell).y - mean.y, 2); });
}

/// The exact mean where it is known, else the reference run's with its error.
void add_mean(Json& numbers, const std::string& name, const SiteMoments& exact, const SiteMoments* sampled) {
  const bool known = std::isfinite(exact.mean) || !sampled;
  const SiteMoments& told = known ? exact : *sampled;
  numbers[name] = number_or_null(told.mean);
  if (!known) numbers[name + "_error"] = number_or_null(told.error);
  if (std::isfinite(told.sd)) numbers[name + "_sd"] = told.sd;
}

void add_configurations(Answer& answer, const SitePlane& plane) {
  const PlaceMasses& masses = plane.masses();
  const ConfigurationMoments* sampled = masses.sampled ? &masses.sampled->moments : nullptr;
  answer.numbers["log_normaliser"] = masses.log_z ? Json(*masses.log_z) : Json(nullptr);
  for (const auto& [name, of] : {std::pair("energy", &ConfigurationMoments::energy),
                                 {"level", &ConfigurationMoments::level},
                                 {"level_squared", &ConfigurationMoments::level_squared}})
    add_mean(answer.numbers, name, masses.moments.*of, sampled ? &(sampled->*of) : nullptr);
  const auto grid = ising_grid(plane.unit(), plane.values());
  if (const auto infinite = grid ? infinite_grid_numbers(*grid) : std::nullopt) {
    answer.numbers["energy_infinite_grid"] = infinite->energy;
    answer.numbers["log_normaliser_infinite_grid"] = infinite->log_z;
  }
  if (!masses.sampled) return;
  answer.numbers["sampled_configurations"] = masses.sampled->draws;
  answer.numbers["sampled_rhat"] = number_or_null(masses.sampled->rhat);
  answer.remark = plane.remark(std::chrono::milliseconds(0));
}

}  // namespace

void add_array(Answer& answer, const std::string& name, std::span<const double> values) {
  answer.npz.arrays[name] = npy_array({values.size()}, values);
  answer.table.push_back({name, {values.begin(), values.end()}});
}

void add_array(Answer& answer, const std::string& name, const Sides& sides, std::span<const double> values) {
  answer.npz.arrays[name] =
      npy_array({static_cast<std::size_t>(sides.x), static_cast<std::size_t>(sides.y)}, values);
  answer.table.push_back({name, {values.begin(), values.end()}});
}

void add_states(Answer& answer, const SiteStates& states) {
  const auto sites = static_cast<std::size_t>(states.target().sites());
  std::vector<std::int64_t> x;
  for (std::size_t i = 0; i < sites; ++i) answer.table.push_back({"x" + std::to_string(i), {}});
  states.visit(0, states.count(), [&](std::size_t, ConfigurationView configuration) {
    for (std::size_t i = 0; i < sites; ++i) {
      answer.table[i].values.push_back(configuration[i]);
      x.push_back(configuration[i]);
    }
  });
  answer.npz.arrays["x"] = npy_array({states.count(), sites}, std::span<const std::int64_t>(x));
}

void add_sites(Answer& answer, const Sides& sides) {
  answer.table = {{"x", {}}, {"y", {}}};
  for (std::size_t i = 0; i < sides.count(); ++i) {
    answer.table[0].values.push_back(sides.site(i).x);
    answer.table[1].values.push_back(sides.site(i).y);
  }
}

Answer distribution_answer(const RunConfig& config) {
  const auto target = make_target(config);
  const LatticeTarget& lattice = lattice_of(config, *target);
  const SitePlane* plane = target->sites();
  const SampledMasses* sampled = plane && plane->masses().sampled ? &*plane->masses().sampled : nullptr;
  const Sides sides = lattice.sides();
  const PlaneMoments moments = moments_of(lattice);
  Answer answer;
  answer.numbers = {{"side_x", sides.x}, {"side_y", sides.y}, {"log_normaliser", *lattice.log_normaliser()}};
  add_moments(answer.numbers, moments, sides, sampled);
  if (plane) add_configurations(answer, *plane);
  add_sites(answer, sides);
  add_array(answer, "distribution", sides, lattice.distribution());
  if (!sampled) return answer;
  std::vector<double> errors(sides.count());
  const double each = static_cast<double>(sampled->draws) / static_cast<double>(sampled->chains);
  for (std::size_t cell = 0; cell < errors.size(); ++cell) {
    std::vector<double> shares(sampled->chains);
    for (std::size_t chain = 0; chain < shares.size(); ++chain)
      shares[chain] = sampled->counts[chain * errors.size() + cell] / each;
    errors[cell] = mean_of(shares).error;
  }
  add_array(answer, "distribution_error", sides, errors);
  return answer;
}

}  // namespace ergo
