#include "core/site_plane/site_statistics.h"

#include <algorithm>

#include "core/sites/neighbours.h"
#include "core/sites/site_counts.h"

namespace ergo {
namespace {

/// Whether every site has an even number of neighbours: a change of one of two values then changes the number of unlike
/// pairs by an even number.
bool all_degrees_even(const SiteTarget& target) {
  std::vector<int> degrees(static_cast<std::size_t>(target.sites()));
  for (const SitePair& pair : target.pairs()->pairs) {
    ++degrees[static_cast<std::size_t>(pair.first)];
    ++degrees[static_cast<std::size_t>(pair.second)];
  }
  return std::ranges::all_of(degrees, [](int degree) { return degree % 2 == 0; });
}

}  // namespace

SiteStatistics::Axis SiteStatistics::axis(const std::string& name, int largest, int least_width) {
  std::string title = name;
  int width = least_width;
  while (largest / width + 1 > most_cells) width *= 2;
  if (width > 1) title.append(1, '/').append(std::to_string(width));
  return {name, std::move(title), largest, width};
}

SiteStatistics::SiteStatistics(const SiteTarget& target) : target_(target), half_((target.sites() + 1) / 2) {
  const int n = target.sites();
  if (target.pairs()) {
    kind_ = Kind::pairs;
    const bool binary = target.values() == 2;
    counted_ = binary ? 1 : 0;
    const bool spins = binary && target.level(0) == -1;
    x_ = axis(spins ? "spins up" : "sites with value " + std::to_string(counted_), n);
    y_ = axis("unlike pairs", static_cast<int>(target.pairs()->pairs.size()),
              binary && all_degrees_even(target) ? 2 : 1);
  } else if (target.values() == 2 && n > 1) {
    kind_ = Kind::halves;
    x_ = axis("ones among sites 1 to " + std::to_string(half_), half_);
    y_ = axis("ones among sites " + std::to_string(half_ + 1) + " to " + std::to_string(n), n - half_);
  } else {
    kind_ = Kind::numbers;
    x_ = axis("value of site 1", target.values() - 1);
    y_ = axis(n > 1 ? "value of site 2" : "nothing", n > 1 ? target.values() - 1 : 0);
  }
}

std::string SiteStatistics::words(Position cell) const {
  const auto words = [](const Axis& axis, double place) {
    const int low = static_cast<int>(place) * axis.width, high = std::min(low + axis.width - 1, axis.largest);
    return axis.name + " " + std::to_string(low) + (high > low ? "–" + std::to_string(high) : "");
  };
  return words(x_, cell.x) + ", " + words(y_, cell.y);
}

Position SiteStatistics::place_of_counts(int marked, int unlike) const {
  return {static_cast<double>(marked / x_.width), static_cast<double>(unlike / y_.width)};
}

Position SiteStatistics::place(ConfigurationView x) const {
  if (kind_ == Kind::pairs) {
    const PairModel& model = *target_.pairs();
    const int unlike = static_cast<int>(model.pairs.size()) - model.neighbours->equal_pairs(x);
    return place_of_counts(count_of(x, counted_), unlike);
  }
  if (kind_ == Kind::halves) {
    const auto half = static_cast<std::size_t>(half_);
    return place_of_counts(count_of(x.first(half), 1), count_of(x.subspan(half), 1));
  }
  return place_of_counts(x[0], x.size() > 1 ? x[1] : 0);
}

int SiteStatistics::value_in(const Axis& axis, double cell, double uniform) const {
  const int low = static_cast<int>(cell) * axis.width, values = std::min(axis.width, axis.largest + 1 - low);
  return low + std::min(static_cast<int>(uniform * values), values - 1);
}

/// Gives `count` of the sites, which all have another value, the counted one: each set of sites is equally likely.
void SiteStatistics::mark(std::span<std::uint8_t> sites, int count, std::uint32_t slot, const SiteDraws& draws) const {
  int left = count;
  for (std::size_t site = 0; site < sites.size(); ++site) {
    const auto rest = static_cast<double>(sites.size() - site);
    if (draws(slot + static_cast<std::uint32_t>(site)) * rest >= left) continue;
    sites[site] = counted_;
    --left;
  }
}

Configuration SiteStatistics::configuration_near(Position cell, const SiteDraws& draws) const {
  const auto n = static_cast<std::size_t>(target_.sites());
  const auto slots = static_cast<std::uint32_t>(n);
  const int q = target_.values();
  Configuration x(n);
  // Slots 0 .. n - 1 choose sites, n .. 2n - 1 values, the next two values of the statistics.
  for (std::size_t site = 0; site < n; ++site) {
    const double uniform = draws(slots + static_cast<std::uint32_t>(site));
    if (kind_ == Kind::numbers)
      x[site] = static_cast<std::uint8_t>(std::min(static_cast<int>(uniform * q), q - 1));
    else if (counted_ == 0)
      x[site] = static_cast<std::uint8_t>(1 + std::min(static_cast<int>(uniform * (q - 1)), q - 2));
  }
  const int first = value_in(x_, cell.x, draws(2 * slots)), second = value_in(y_, cell.y, draws(2 * slots + 1));
  const auto half = static_cast<std::size_t>(half_);
  switch (kind_) {
    case Kind::pairs:
      mark(x, first, 0, draws);
      break;
    case Kind::halves:
      mark(std::span(x).first(half), first, 0, draws);
      mark(std::span(x).subspan(half), second, static_cast<std::uint32_t>(half), draws);
      break;
    case Kind::numbers:
      x[0] = static_cast<std::uint8_t>(first);
      if (n > 1) x[1] = static_cast<std::uint8_t>(second);
      break;
  }
  return x;
}

}  // namespace ergo
