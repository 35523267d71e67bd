#include "core/files/recorded_columns.h"

#include "core/backend/backend.h"
#include "core/site_plane/site_plane.h"

namespace ergo {

std::string recorded_name(const StateField& field, const Descriptor& sampler) {
  return find_channel(sampler, field.id) < 0 ? field.id : field.id + "_state";
}

std::vector<RecordedColumn> recorded_columns(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const int dim = target_descriptor(config).dim;
  std::vector<RecordedColumn> columns = {{.name = "x",
                                          .doc = "position",
                                          .offset = state_offset(sampler, "x"),
                                          .components = dim,
                                          .vector = true}};
  const auto target = make_target(config);
  if (const SitePlane* plane = target->sites()) {
    columns.front().name = "place";
    columns.front().doc = "cell of the two statistics";
    columns.insert(columns.begin(), {.name = "x",
                                     .doc = "value of each site",
                                     .offset = state_size(sampler),
                                     .components = plane->model()->sites(),
                                     .vector = true,
                                     .packed = plane->packed()});
  }
  for (const auto& field : sampler.state)
    columns.push_back({.name = recorded_name(field, sampler),
                       .doc = field.doc,
                       .offset = state_offset(sampler, field.id),
                       .components = components_in_use(field, dim),
                       .vector = field.components > 1});
  for (std::size_t i = 0; i < sampler.channels.size(); ++i)
    columns.push_back({.name = sampler.channels[i].id,
                       .doc = sampler.channels[i].doc,
                       .offset = static_cast<int>(i),
                       .of_report = true,
                       .of_transition = sampler.channels[i].of_transition});
  return columns;
}

std::string coordinate_name(const RecordedColumn& column, int k) {
  if (column.packed) return std::string(1, 'x').append(std::to_string(k + 1));
  return k == 0 ? "x" : "y";
}

std::string counting_of(const Descriptor& sampler) {
  if (sampler.claims.time_weight_channel.empty()) return "equally weighted";
  const std::string words = "x of one chain, from draw 1 on, is weighted by exp(log_weight)";
  return sampler.claims.reservoir_field.empty() ? words : words + "; reservoir draws are equally weighted";
}

std::string first_draw_of(const Descriptor& sampler) {
  std::string names;
  for (const Channel& channel : sampler.channels)
    if (channel.of_transition) names += (names.empty() ? "; NaN: " : ", ") + channel.id;
  return "the start, before any step" + names;
}

}  // namespace ergo
