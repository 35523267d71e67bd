#include "core/expression/program.h"

#include <algorithm>
#include <map>

#include "core/expression/lowering.h"

namespace ergo::formula {
namespace {

class Schedule {
 public:
  explicit Schedule(const std::vector<Value>& values, const std::vector<int>& results)
      : values_(values), used_(values.size()) {
    for (const int result : results) used_[static_cast<std::size_t>(result)] = true;
    for (std::size_t id = values.size(); id-- > 0;)
      if (used_[id])
        for (const int operand : values[id].operands)
          if (operand >= 0) used_[static_cast<std::size_t>(operand)] = true;
  }

  /// Of what depends on the position, or of what does not: by turns the values that need no loop more, and
  /// the loops that these allow.
  std::vector<Block> blocks(bool on_the_position) const {
    std::vector<Block> all;
    int most = 0;
    for (const Value& value : values_) most = std::max(most, value.loops);
    for (int loops = 0; loops <= most; ++loops) {
      if (Block straight = straight_block(loops, on_the_position); !straight.values.empty())
        all.push_back(std::move(straight));
      for (Block& loop : loop_blocks(loops, on_the_position)) all.push_back(std::move(loop));
    }
    return all;
  }

 private:
  const Value& at(std::size_t id) const { return values_[id]; }
  bool wanted(std::size_t id, bool on_the_position) const {
    return used_[id] && ((at(id).depends & on_position) != 0) == on_the_position;
  }

  Block straight_block(int loops, bool on_the_position) const {
    Block block;
    for (std::size_t id = 0; id < values_.size(); ++id) {
      const Value& value = at(id);
      if (wanted(id, on_the_position) && value.loops == loops && (value.depends & on_index) == 0 &&
          value.code > Code::index && !is_gathered(value.code))
        block.values.push_back(static_cast<int>(id));
    }
    return block;
  }

  /// One loop for each range: what it gathers, and the values on the way there.
  std::vector<Block> loop_blocks(int loops, bool on_the_position) const {
    std::map<std::pair<int, int>, Block> by_range;
    for (std::size_t id = 0; id < values_.size(); ++id) {
      const Value& value = at(id);
      if (!wanted(id, on_the_position) || !is_gathered(value.code) || value.loops != loops + 1) continue;
      Block& block = by_range[{value.low, value.high}];
      block.low = value.low, block.high = value.high;
      block.gathered.push_back(static_cast<int>(id));
    }
    std::vector<Block> all;
    for (auto& [range, block] : by_range) {
      block.values = on_the_way(block.gathered);
      all.push_back(std::move(block));
    }
    return all;
  }

  /// Values that change with the index and that the gathered ones are made of, in order.
  std::vector<int> on_the_way(const std::vector<int>& gathered) const {
    std::vector<bool> needed(values_.size());
    const auto need = [&](std::size_t id) {
      for (const int operand : at(id).operands)
        if (operand >= 0 && (at(static_cast<std::size_t>(operand)).depends & on_index) != 0)
          needed[static_cast<std::size_t>(operand)] = true;
    };
    for (const int id : gathered) need(static_cast<std::size_t>(id));
    std::vector<int> values;
    for (std::size_t id = values_.size(); id-- > 0;)
      if (needed[id]) {
        need(id);
        if (at(id).code != Code::index) values.push_back(static_cast<int>(id));
      }
    std::ranges::reverse(values);
    return values;
  }

  const std::vector<Value>& values_;
  std::vector<bool> used_;
};

}  // namespace

Program program_of(const Graph& graph, std::span<const Id> roots) {
  Lowering lowering(graph);
  for (const Id node : graph.needed(roots)) lowering.add(node);
  Program program;
  for (const Id root : roots) program.results.push_back(lowering.value(root));
  program.values = lowering.take_values();
  const Schedule schedule(program.values, program.results);
  program.prepared = schedule.blocks(false);
  program.body = schedule.blocks(true);
  return program;
}

}  // namespace ergo::formula
