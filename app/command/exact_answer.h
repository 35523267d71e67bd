#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/files/csv_file.h"
#include "core/npz/npz.h"
#include "core/sites/site_states.h"
#include "core/unit/lattice.h"

namespace ergo {

using Json = nlohmann::ordered_json;

/// An answer: a few numbers, arrays, and the same arrays as a table. A number that is not known is null.
struct Answer {
  Json numbers;
  Npz npz;
  std::vector<TableColumn> table;
  std::string remark;  ///< for stderr; empty if there is none
};

/// An array over the sites of a lattice, also as a column of the table.
void add_array(Answer& answer, const std::string& name, const Sides& sides, std::span<const double> values);
/// An array over the configurations of a target of sites.
void add_array(Answer& answer, const std::string& name, std::span<const double> values);
/// The sites, as the table's first columns.
void add_sites(Answer& answer, const Sides& sides);
/// All configurations, as the table's first columns, one for each site, and as the array x [configuration, site].
void add_states(Answer& answer, const SiteStates& states);

/// The distribution of the run's target. Of configurations of sites also means of the energy and the level;
/// where the distribution is that of a reference run, with standard errors of all that come from it.
Answer distribution_answer(const RunConfig& config);

}  // namespace ergo
