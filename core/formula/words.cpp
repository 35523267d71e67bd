#include "core/formula/words.h"

#include <algorithm>
#include <array>

namespace ergo::formula {
namespace {

constexpr std::size_t any = 1024;

constexpr Function known_functions[] = {
    {"sin", 1, 1},   {"abs", 1, 1},         {"sign", 1, 1},   {"sqrt", 1, 1},  {"exp", 1, 1},
    {"log", 1, 1},   {"cos", 1, 1},         {"tan", 1, 1},    {"asin", 1, 1},  {"acos", 1, 1},
    {"atan", 1, 1},  {"sinh", 1, 1},        {"cosh", 1, 1},   {"tanh", 1, 1},  {"erf", 1, 1},
    {"floor", 1, 1}, {"expm1", 1, 1},       {"log1p", 1, 1},  {"atan2", 2, 2}, {"mod", 2, 2},
    {"hypot", 2, 2}, {"min", 2, any},       {"max", 2, any},  {"if", 3, 3},    {"sum", 4, 4},
    {"prod", 4, 4},  {"logsumexp", 1, any}, {"normal", 3, 3}, {"slider", 3, 4}};

constexpr std::array<std::string_view, 9> other_words = {"x", "y", "pi", "inf", "E", "p", "and", "or", "not"};

}  // namespace

const Function* function(std::string_view name) {
  const auto found = std::ranges::find(known_functions, name, &Function::name);
  return found == std::end(known_functions) ? nullptr : found;
}

std::string count_mistake(std::string_view name, std::size_t arguments) {
  const Function& known = *function(name);
  if (arguments >= known.fewest && arguments <= known.most) return "";
  const std::string wanted = known.most > known.fewest ? " or more arguments"
                             : known.fewest == 1       ? " argument"
                                                       : " arguments";
  return std::string(name) + " takes " + std::to_string(known.fewest) + wanted + ", not " +
         std::to_string(arguments);
}

bool is_reserved(std::string_view name) {
  return function(name) != nullptr || std::ranges::find(other_words, name) != other_words.end();
}

const std::vector<std::string>& known_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all = {"x", "y", "pi", "inf"};
    for (const Function& each : known_functions) all.emplace_back(each.name);
    return all;
  }();
  return words;
}

}  // namespace ergo::formula
