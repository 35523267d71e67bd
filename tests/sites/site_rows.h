#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/run/session.h"
#include "core/site_plane/site_plane.h"

// What a session's chains hold on a target of sites.
namespace ergo {

inline const SitePlane& plane_of(const Session& session) { return *session.target().sites(); }

inline Configuration configuration_of(const Session& session, const ChainData& data, std::size_t chain) {
  return plane_of(session).configuration(data.state_row(chain));
}

inline double channel(const Session& session, const ChainData& data, std::size_t chain, const char* id) {
  const auto at = static_cast<std::size_t>(find_channel(session.sampler_descriptor(), id));
  return data.report[chain * static_cast<std::size_t>(data.report_size) + at];
}

/// Places, energies and means in the rows are those of the configurations in them.
inline void expect_sound_rows(const Session& session, const ChainData& data) {
  const SitePlane& plane = plane_of(session);
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Configuration x = configuration_of(session, data, i);
    EXPECT_EQ(data.x(i), plane.statistics().place(x));
    EXPECT_EQ(data.state_row(i)[2], plane.evaluate(data.x(i)).energy);
    const double energy = plane.model()->energy(x);
    EXPECT_NEAR(channel(session, data, i, "energy"), energy, 1e-9 * std::max(1.0, std::abs(energy)));
    const double level = mean_level(*plane.model(), x);
    EXPECT_EQ(channel(session, data, i, "level"), level);
    EXPECT_EQ(channel(session, data, i, "level_squared"), level * level);
  }
}

}  // namespace ergo
