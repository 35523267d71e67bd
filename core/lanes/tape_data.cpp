#include "core/lanes/tape_data.h"

#include "core/base/error.h"

namespace ergo::lanes {

TapeData::TapeData(const formula::Tape& tape) {
  if (tape.places() > most_tape_places)
    throw Error("too long a formula for the simd backend:", std::to_string(tape.places()) + " values at once",
                "at most " + std::to_string(most_tape_places) + "; backend=gpu, backend=cpu", "target.text",
                Blame::machine);
  for (const auto& [place, value] : tape.constants()) {
    places_.push_back(place);
    constants_.push_back(static_cast<float>(value));
  }
  instructions_.reserve(2 * tape.sections().size());  // the sections point into them
  const auto copied = [&](const auto& from) -> const std::vector<TapeInstruction>& {
    auto& to = instructions_.emplace_back();
    for (const auto& i : from) to.push_back({static_cast<std::uint32_t>(i.code), i.to, i.a, i.b, i.c});
    return to;
  };
  for (const formula::Tape::Section& section : tape.sections()) {
    const auto &all = copied(section.instructions), &gathered = copied(section.gathered);
    sections_.push_back({all.data(), all.data() + all.size(), gathered.data(), gathered.data() + gathered.size(),
                         section.index, section.low, section.high});
  }
  view_ = {
      constants_.data(), places_.data(), constants_.size(), sections_.data(), sections_.data() + sections_.size(), {}};
  for (std::size_t k = 0; k < 3; ++k) view_.results[k] = static_cast<std::uint32_t>(tape.place_of_result(k));
}

}  // namespace ergo::lanes
