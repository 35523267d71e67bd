#pragma once

#include <map>
#include <vector>

#include "core/expression/program.h"

namespace ergo::formula {

/// Blocks of a program with a place in memory for every value. A place is used again once its value is read
/// no more.
class Tape {
 public:
  struct Instruction {
    Code code;
    std::uint32_t to, a, b, c;
  };
  /// Straight on, or a loop over an index.
  struct Section {
    std::vector<Instruction> instructions;
    std::vector<Instruction> gathered;  ///< c: where a slope keeps its product
    std::uint32_t index = 0;
    int low = 0, high = 0;
  };
  struct Constant {
    std::uint32_t place;
    double value;
  };

  /// `known` holds numbers, sliders and what was prepared, by value.
  Tape(const Program& program, const std::vector<Block>& blocks, const std::map<int, double>& known,
       std::vector<int> results);

  std::size_t places() const { return places_; }

  /// Evaluates at `lanes` points at a time; `memory` holds places() * lanes numbers. Result k of lane l is
  /// then memory[place_of_result(k) * lanes + l].
  template <std::size_t lanes>
  void run(const double* x, const double* y, double* memory) const;

  std::size_t place_of_result(std::size_t k) const { return results_[k]; }

  // For those who run it in their own way; the places of x and y are 0 and 1.
  const std::vector<Constant>& constants() const { return constants_; }
  const std::vector<Section>& sections() const { return sections_; }

 private:
  class Layout;

  std::vector<Constant> constants_;
  std::vector<Section> sections_;
  std::vector<std::uint32_t> results_;
  std::uint32_t x_ = 0, y_ = 1, places_ = 2;
};

/// What is known by a tape whose results are E, dE/dx and dE/dy.
class OnTape {
 public:
  virtual ~OnTape() = default;
  virtual const Tape& evaluation_tape() const = 0;
};

extern template void Tape::run<1>(const double*, const double*, double*) const;
extern template void Tape::run<64>(const double*, const double*, double*) const;

}  // namespace ergo::formula
