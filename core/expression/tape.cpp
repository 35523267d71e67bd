#include "core/expression/tape.h"

#include <algorithm>
#include <limits>

namespace ergo::formula {

/// Goes through the blocks twice: for where each value is read last, and to give out places.
class Tape::Layout {
 public:
  Layout(Tape& tape, const Program& program, const std::map<int, double>& known)
      : tape_(tape),
        values_(program.values),
        known_(known),
        last_(values_.size(), 0),
        place_(values_.size()) {}

  void run(const std::vector<Block>& blocks, const std::vector<int>& results) {
    for (const int result : results) last_[index(result)] = never;
    std::size_t step = 0;
    for (const Block& block : blocks) step = note_reads(block, step);
    for (const Block& block : blocks) add(block);
    for (const int result : results) tape_.results_.push_back(read(result));
  }

 private:
  static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  static std::size_t index(int id) { return static_cast<std::size_t>(id); }
  const Value& at(int id) const { return values_[index(id)]; }
  bool is_loop(const Block& block) const { return !block.gathered.empty(); }
  static std::size_t steps(const Block& block) { return block.values.size() + 1; }

  /// What a loop reads from outside is read until its end.
  std::size_t note_reads(const Block& block, std::size_t step) {
    const std::size_t end = step + steps(block);
    for (const int id : block.values) {
      ++step;
      for (const int operand : at(id).operands)
        if (operand >= 0) note(operand, is_loop(block) && (at(operand).depends & on_index) == 0 ? end : step);
    }
    for (const int id : block.gathered)
      for (const int operand : at(id).operands)
        if (operand >= 0) note(operand, end);
    return end;
  }

  void note(int id, std::size_t step) { last_[index(id)] = std::max(last_[index(id)], step); }

  std::uint32_t free_place() {
    if (free_.empty()) return tape_.places_++;
    const std::uint32_t place = free_.back();
    free_.pop_back();
    return place;
  }

  /// The place of a value that is computed, an input or a constant.
  std::uint32_t read(int id) {
    if (id < 0) return 0;
    if (at(id).code == Code::x) return tape_.x_;
    if (at(id).code == Code::y) return tape_.y_;
    if (const auto constant = known_.find(id); constant != known_.end()) {
      const auto [place, fresh] = constant_places_.try_emplace(id, tape_.places_);
      if (fresh) tape_.constants_.push_back({tape_.places_++, constant->second});
      return place->second;
    }
    return place_[index(id)];
  }

  bool is_computed(int id) const {
    return at(id).code != Code::x && at(id).code != Code::y && at(id).code != Code::index &&
           !known_.contains(id);
  }

  void release_after(int id) {
    const auto& operands = at(id).operands;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const bool again = std::find(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(k),
                                   operands[k]) != operands.begin() + static_cast<std::ptrdiff_t>(k);
      if (operands[k] >= 0 && !again && last_[index(operands[k])] == step_ && is_computed(operands[k]))
        free_.push_back(place_[index(operands[k])]);
    }
  }

  void add(const Block& block) {
    Section section{.low = block.low, .high = block.high};
    const std::size_t end = step_ + steps(block);
    std::vector<std::uint32_t> for_the_loop;
    if (is_loop(block)) {
      section.index = free_place();
      for_the_loop.push_back(section.index);
      for (const int id : block.gathered) {
        place_[index(id)] = free_place();
        if (at(id).code == Code::product_slope) for_the_loop.push_back(products_[id] = free_place());
      }
    }
    for (const int id : block.values) {
      ++step_;
      section.instructions.push_back(instruction(id, section.index));
      release_after(id);
    }
    step_ = end;
    for (const int id : block.gathered) {
      Instruction made = instruction(id, section.index);
      if (at(id).code == Code::product_slope) made.c = products_[id];
      section.gathered.push_back(made);
    }
    release_all(block);
    free_.insert(free_.end(), for_the_loop.begin(), for_the_loop.end());
    tape_.sections_.push_back(std::move(section));
  }

  /// What was read last in the loop that ends here.
  void release_all(const Block& block) {
    if (!is_loop(block)) return;
    std::vector<int> read;
    for (const auto* ids : {&block.values, &block.gathered})
      for (const int id : *ids)
        for (const int operand : at(id).operands)
          if (operand >= 0 && last_[index(operand)] == step_ && is_computed(operand)) read.push_back(operand);
    std::ranges::sort(read);
    read.erase(std::unique(read.begin(), read.end()), read.end());
    for (const int id : read) free_.push_back(place_[index(id)]);
  }

  Instruction instruction(int id, std::uint32_t loop_index) {
    const Value& value = at(id);
    const auto operand = [&](std::size_t k) {
      const int read_id = value.operands[k];
      return read_id >= 0 && at(read_id).code == Code::index ? loop_index : read(read_id);
    };
    Instruction made{value.code, 0, operand(0), operand(1), operand(2)};
    if (!is_gathered(value.code)) place_[index(id)] = free_place();
    made.to = place_[index(id)];
    return made;
  }

  Tape& tape_;
  const std::vector<Value>& values_;
  const std::map<int, double>& known_;
  std::vector<std::size_t> last_;  ///< step that reads a value last
  std::vector<std::uint32_t> place_, free_;
  std::map<int, std::uint32_t> constant_places_, products_;
  std::size_t step_ = 0;
};

Tape::Tape(const Program& program, const std::vector<Block>& blocks, const std::map<int, double>& known,
           std::vector<int> results) {
  Layout(*this, program, known).run(blocks, results);
}

}  // namespace ergo::formula
