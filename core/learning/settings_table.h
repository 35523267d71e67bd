#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/learning/learner.h"
#include "core/unit/parameter.h"

namespace ergo {

/// A setting of a model, and where its value is kept. A choice is kept by name.
template <class How>
struct LearningField {
  Parameter declared;
  std::variant<int How::*, double How::*, std::uint64_t How::*, std::string How::*> member;
};
template <class How>
using LearningFields = std::vector<LearningField<How>>;

/// Of a setting: chains and seed are those of any run.
inline std::string learning_path(const Parameter& declared) {
  return (declared.id == "chains" || declared.id == "seed" ? "" : "learn.") + declared.id;
}

template <class How>
std::vector<Parameter> parameters_of(const LearningFields<How>& fields) {
  std::vector<Parameter> parameters;
  for (const LearningField<How>& field : fields) parameters.push_back(field.declared);
  return parameters;
}

/// Sets the one of that path. Throws Error for another path, of which `more` are legal besides, and for a value that
/// is not legal.
template <class How>
void set_field(How& how, const LearningFields<How>& fields, const std::string& path, const std::string& text,
               const std::vector<std::string>& more) {
  for (const LearningField<How>& field : fields) {
    if (path != learning_path(field.declared)) continue;
    const double value = parse_value(field.declared, text, path);
    std::visit(
        [&](auto member) {
          using Value = std::remove_reference_t<decltype(how.*member)>;
          if constexpr (std::is_same_v<Value, std::string>)
            how.*member = field.declared.choices.at(static_cast<std::size_t>(value));
          else
            how.*member = static_cast<Value>(value);
        },
        field.member);
    return;
  }
  std::vector<std::string> paths = {"learn.model"};
  for (const LearningField<How>& field : fields) paths.push_back(learning_path(field.declared));
  paths.insert(paths.end(), more.begin(), more.end());
  throw Error("unknown setting", path, legal_words(path, paths), "");
}

/// All of them as they are.
template <class How>
std::vector<LearningSetting> texts_of(const How& how, const LearningFields<How>& fields) {
  std::vector<LearningSetting> list;
  for (const LearningField<How>& field : fields)
    std::visit(
        [&](auto member) {
          using Value = std::remove_cvref_t<decltype(how.*member)>;
          if constexpr (std::is_same_v<Value, std::string>)
            list.push_back({learning_path(field.declared), how.*member});
          else
            list.push_back({learning_path(field.declared), number_text(how.*member), true});
        },
        field.member);
  return list;
}

}  // namespace ergo
