#include "core/unit/jump_distance_search.h"

#include <algorithm>
#include <bit>

namespace ergo {
namespace {

/// As numbers, so that a run can keep it without knowing what it is.
struct Search {
  std::array<double, 2> values;
  std::array<double, 3> jumps = {};  ///< at v, v (1 + gamma), v (1 - gamma)
  double turn = 0;                   ///< 0 or 1: whose
  double trial = 0;                  ///< 0 to 2: of the coming block
  double gamma = 0.2;
  double changed = 0;  ///< either of the two, in these turns
};
constexpr std::size_t numbers = sizeof(Search) / sizeof(double);

Search search_of(const Adaptation::Memory& memory) {
  std::array<double, numbers> all;
  std::ranges::copy(memory, all.begin());
  return std::bit_cast<Search>(all);
}

Adaptation::Memory memory_of(const Search& search) {
  const auto all = std::bit_cast<std::array<double, numbers>>(search);
  return {all.begin(), all.end()};
}

double tried(const Search& s, const std::array<SearchedParameter, 2>& searched, std::size_t trial) {
  const double factors[] = {1, 1 + s.gamma, 1 - s.gamma};
  const auto turn = static_cast<std::size_t>(s.turn);
  return std::clamp(s.values[turn] * factors[trial], searched[turn].range.low, searched[turn].range.high);
}

Search after_block(Search s, const std::array<SearchedParameter, 2>& searched, double jump) {
  s.jumps[static_cast<std::size_t>(s.trial)] = jump;
  if (++s.trial < 3) return s;
  const auto longest = static_cast<std::size_t>(std::ranges::max_element(s.jumps) - s.jumps.begin());
  double& value = s.values[static_cast<std::size_t>(s.turn)];
  const double chosen = tried(s, searched, longest);
  if (chosen != value) s.changed = 1;
  value = chosen;
  s.trial = 0;
  s.turn = 1 - s.turn;
  if (s.turn != 0) return s;
  if (s.changed == 0) s.gamma *= 0.9;
  s.changed = 0;
  return s;
}

}  // namespace

Adaptation maximise_jump_distance(std::string channel, std::array<SearchedParameter, 2> searched,
                                  std::string switched_by, std::string alone_by) {
  return {
      .channel = std::move(channel),
      .switched_by = switched_by,
      .alone = [alone_by](const Parameters& p) { return p.integer(alone_by) == 1; },
      .begin = [searched, switched_by](const Parameters& p) -> Adaptation::Memory {
        if (!p.flag(switched_by)) return {};
        return memory_of({.values = {p[searched[0].id], p[searched[1].id]}});
      },
      .next = [searched](const Adaptation::Memory& memory, double jump,
                         std::uint64_t) { return memory_of(after_block(search_of(memory), searched, jump)); },
      .values =
          [searched](const Adaptation::Memory& memory) {
            const Search s = search_of(memory);
            std::vector<std::pair<std::string, double>> values;
            for (std::size_t k = 0; k < 2; ++k) values.emplace_back(searched[k].id, s.values[k]);
            values[static_cast<std::size_t>(s.turn)].second =
                tried(s, searched, static_cast<std::size_t>(s.trial));
            return values;
          }};
}

}  // namespace ergo
