#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/base/text_words.h"
#include "core/mixture/mode_list.h"

namespace ergo {
namespace {

/// Numbers of a mode that stand behind one word; the weight stands before all words.
struct ModeField {
  std::string word, title;
  std::size_t least, most;  ///< numbers
  Range legal;
  bool given = false;
  std::vector<double> numbers = {};
};

class ModeParser {
 public:
  ModeParser(std::size_t index, const std::string& where) : name_("mode " + std::to_string(index + 1)), where_(where) {}

  GaussianMode mode(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const auto named = std::ranges::find(fields_, word, &ModeField::word);
      if (named != fields_.end())
        begin(*named);
      else
        add(word);
    }
    finish();
    const auto& [weight, at, sd, angle] = fields_;
    if (!at.given) throw Error(name_ + " has no centre", "", "at x y", where_);
    GaussianMode mode{.centre = {at.numbers[0], at.numbers[1]}};
    if (!weight.numbers.empty()) mode.weight = weight.numbers[0];
    if (sd.given) mode.sd1 = sd.numbers.front(), mode.sd2 = sd.numbers.back();
    if (angle.given) mode.angle = angle.numbers[0];
    return mode;
  }

 private:
  void begin(ModeField& field) {
    finish();
    if (field.given) throw refusal(field, "is given twice", field.word);
    field.given = true;
    current_ = &field;
  }

  void add(const std::string& word) {
    ModeField& field = *current_;
    const auto number = plain_number(word);
    const bool full = field.numbers.size() == field.most;
    if (!number && (full || (field.numbers.size() >= field.least && std::isalpha(word[0] & 0xff)))) {
      const std::array<std::string, 3> words = {"at", "sd", "angle"};
      throw Error(name_ + ": unknown word", word, legal_words(word, words), where_);
    }
    if (!number) throw refusal(field, "must be a number, not", word);
    if (full) throw refusal(field, "has one number too many:", word);
    if (*number < field.legal.low || *number > field.legal.high) throw refusal(field, "is out of range:", word);
    field.numbers.push_back(*number);
  }

  void finish() const {
    if (current_->numbers.size() < current_->least) throw refusal(*current_, "lacks a number", "");
  }

  Error refusal(const ModeField& field, const std::string& what, const std::string& word) const {
    const std::string count = field.least == 2  ? "two numbers, "
                              : field.most == 2 ? "one or two numbers, "
                                                : "one number, ";
    return {name_ + ": " + field.title + " " + what, word, count + range_words(field.legal.low, field.legal.high),
            where_};
  }

  std::string name_, where_;
  std::array<ModeField, 4> fields_ = {{{"", "weight", 0, 1, mode_weights},
                                       {"at", "centre", 2, 2, mode_coordinates},
                                       {"sd", "sd", 1, 2, mode_sds},
                                       {"angle", "angle", 1, 1, mode_angles}}};
  ModeField* current_ = fields_.data();
};

}  // namespace

std::string legal_modes() {
  return "1 to " + std::to_string(most_gaussian_modes) +
         " modes such as '0.5 at 2 1 sd 1 0.6 angle 30' with semicolons between them";
}

std::vector<GaussianMode> parse_modes(const std::string& text, const std::string& where) {
  const std::vector<std::string> parts = [&] {
    std::vector<std::string> all = parts_between(text, ";\n");
    std::erase_if(all, [](const std::string& part) { return parts_between(part, " \t\r").empty(); });
    return all;
  }();
  if (parts.empty()) throw Error("the list of modes is empty", "", legal_modes(), where);
  if (parts.size() > most_gaussian_modes)
    throw Error("too many modes:", std::to_string(parts.size()), legal_modes(), where);
  std::vector<GaussianMode> modes;
  for (const std::string& part : parts)
    modes.push_back(ModeParser(modes.size(), where).mode(parts_between(part, " \t\r")));
  return modes;
}

}  // namespace ergo
