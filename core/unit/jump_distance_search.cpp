#include "core/unit/jump_distance_search.h"

#include <algorithm>
#include <bit>

namespace ergo {

std::array<double, 2> JumpDistanceSearch::tried(const Ranges& ranges) const {
  const double factors[] = {1, 1 + gamma, 1 - gamma};
  const auto whose = static_cast<std::size_t>(turn);
  std::array<double, 2> both = values;
  both[whose] = std::clamp(values[whose] * factors[static_cast<std::size_t>(trial)], ranges[whose].low,
                           ranges[whose].high);
  return both;
}

JumpDistanceSearch JumpDistanceSearch::after(double jump, const Ranges& ranges) const {
  JumpDistanceSearch next = *this;
  next.jumps[static_cast<std::size_t>(trial)] = jump;
  if (++next.trial < 3) return next;
  next.trial = static_cast<double>(std::ranges::max_element(next.jumps) - next.jumps.begin());
  const auto whose = static_cast<std::size_t>(turn);
  const double chosen = next.tried(ranges)[whose];
  if (chosen != values[whose]) next.changed = 1;
  next.values[whose] = chosen;
  next.trial = 0;
  next.turn = 1 - turn;
  if (next.turn != 0) return next;
  if (next.changed == 0) next.gamma *= 0.9;
  next.changed = 0;
  return next;
}

namespace {

/// As numbers, so that a run can keep it without knowing what it is.
constexpr std::size_t search_numbers = sizeof(JumpDistanceSearch) / sizeof(double);

JumpDistanceSearch search_of(const Adaptation::Memory& memory) {
  std::array<double, search_numbers> all;
  std::ranges::copy(memory, all.begin());
  return std::bit_cast<JumpDistanceSearch>(all);
}

Adaptation::Memory memory_of(const JumpDistanceSearch& search) {
  const auto all = std::bit_cast<std::array<double, search_numbers>>(search);
  return {all.begin(), all.end()};
}

}  // namespace

Adaptation maximise_jump_distance(std::string channel, std::array<SearchedParameter, 2> searched,
                                  std::string switched_by, std::string alone_by) {
  const JumpDistanceSearch::Ranges ranges = {searched[0].range, searched[1].range};
  return {.channel = std::move(channel),
          .switched_by = switched_by,
          .alone = [alone_by](const Parameters& p) { return p.integer(alone_by) == 1; },
          .begin = [searched, switched_by](const Parameters& p) -> Adaptation::Memory {
            if (!p.flag(switched_by)) return {};
            return memory_of({.values = {p[searched[0].id], p[searched[1].id]}});
          },
          .next = [ranges](const Adaptation::Memory& memory, double jump,
                           std::uint64_t) { return memory_of(search_of(memory).after(jump, ranges)); },
          .values =
              [searched, ranges](const Adaptation::Memory& memory) {
                const std::array<double, 2> tried = search_of(memory).tried(ranges);
                return std::vector<std::pair<std::string, double>>{{searched[0].id, tried[0]},
                                                                   {searched[1].id, tried[1]}};
              }};
}

}  // namespace ergo
