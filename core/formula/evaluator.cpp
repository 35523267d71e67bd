#include "core/formula/evaluator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/formula/parsed.h"

namespace ergo::formula {
namespace {

constexpr std::size_t points_at_a_time = 64;

double* memory_of(std::size_t numbers) {
  thread_local std::vector<double> memory;
  if (memory.size() < numbers) memory.resize(numbers);
  return memory.data();
}

void check_values(const std::vector<Slider>& sliders, std::span<const double> values) {
  if (values.size() != sliders.size())
    throw Error("wrong number of slider values", std::to_string(values.size()),
                std::to_string(sliders.size()), "");
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!(values[k] >= sliders[k].low && values[k] <= sliders[k].high))
      throw illegal_value(sliders[k].id, number_text(values[k]),
                          number_text(sliders[k].low) + " to " + number_text(sliders[k].high), "");
}

/// Values that do not depend on the position.
std::map<int, double> prepared_values(const Program& program, std::span<const double> sliders) {
  std::map<int, double> known;
  std::vector<int> wanted;
  for (std::size_t id = 0; id < program.values.size(); ++id) {
    const Value& value = program.values[id];
    if (value.code == Code::number) known[static_cast<int>(id)] = value.number;
    if (value.code == Code::slider)
      known[static_cast<int>(id)] = sliders[static_cast<std::size_t>(value.number)];
  }
  for (const Block& block : program.prepared)
    for (const auto* ids : {&block.values, &block.gathered})
      for (const int id : *ids)
        if ((program.values[static_cast<std::size_t>(id)].depends & on_index) == 0) wanted.push_back(id);
  const Tape tape(program, program.prepared, known, wanted);
  double* memory = memory_of(tape.places());
  const double nowhere = 0;
  tape.run<1>(&nowhere, &nowhere, memory);
  for (std::size_t k = 0; k < wanted.size(); ++k) known[wanted[k]] = memory[tape.place_of_result(k)];
  return known;
}

Tape tape_of(const Program& program, std::span<const double> sliders) {
  return {program, program.body, prepared_values(program, sliders), program.results};
}

}  // namespace

Evaluator::Evaluator(const Formula& formula, std::span<const double> slider_values)
    : energy_(
          (check_values(formula.sliders(), slider_values), tape_of(formula.parsed().energy, slider_values))),
      evaluation_(tape_of(formula.parsed().evaluation, slider_values)) {}

Evaluator::Values Evaluator::operator()(double x, double y) const {
  double* memory = memory_of(evaluation_.places());
  evaluation_.run<1>(&x, &y, memory);
  const auto result = [&](std::size_t k) { return memory[evaluation_.place_of_result(k)]; };
  return {result(0), result(1), result(2)};
}

void Evaluator::block(std::span<const double> x, std::span<const double> y, std::span<double> energy,
                      std::span<double> dx, std::span<double> dy) const {
  const bool slopes = !dx.empty() || !dy.empty();
  const Tape& tape = slopes ? evaluation_ : energy_;
  double* memory = memory_of(tape.places() * points_at_a_time);
  std::array<double, points_at_a_time> block_x{}, block_y{};
  for (std::size_t at = 0; at < x.size(); at += points_at_a_time) {
    const std::size_t count = std::min(points_at_a_time, x.size() - at);
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(at), count, block_x.begin());
    std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(at), count, block_y.begin());
    tape.run<points_at_a_time>(block_x.data(), block_y.data(), memory);
    const auto copy = [&](std::size_t k, std::span<double> to) {
      if (!to.empty())
        std::copy_n(memory + tape.place_of_result(k) * points_at_a_time, count,
                    to.begin() + static_cast<std::ptrdiff_t>(at));
    };
    copy(0, energy);
    if (slopes) copy(1, dx), copy(2, dy);
  }
}

}  // namespace ergo::formula
