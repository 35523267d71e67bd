#include "core/unit/parameter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/base/text_words.h"

namespace ergo {

namespace {

const std::vector<std::string>& names_of_boolean() {
  static const std::vector<std::string> names = {"off", "on"};
  return names;
}

bool named(const Parameter& parameter) {
  return parameter.kind == Kind::choice || parameter.kind == Kind::boolean;
}

const std::vector<std::string>& names(const Parameter& parameter) {
  return parameter.kind == Kind::boolean ? names_of_boolean() : parameter.choices;
}

std::string rule_text(const StepRule& rule) {
  return number_text(rule.usual) + (rule.power == 2 ? " s²" : " s") + ", where s is the target's " +
         (rule.typical ? "typical" : "narrowest") + " width" +
         (rule.widest > 0 ? " (at most " + number_text(rule.widest) + ")" : "");
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = read_number(text.data(), end, value);
  if (failure != std::errc() || stopped != end || !std::isfinite(value)) return {};
  return value;
}

/// Of a file.
std::string legal_files(const Parameter& parameter) {
  if (!parameter.text.legal.empty()) return parameter.text.legal;
  return parameter.kind == Kind::picture ? legal_pictures() : legal_tables();
}

double parse_name(const Parameter& parameter, std::string_view text, const std::string& where) {
  const auto& legal = names(parameter);
  const auto found = std::ranges::find(legal, text);
  if (found == legal.end())
    throw illegal_value(parameter.id, std::string(text), legal_words(text, legal), where);
  return static_cast<double>(found - legal.begin());
}

}  // namespace

std::vector<double> initial_values(std::span<const Parameter> declared) {
  std::vector<double> values;
  for (const Parameter& parameter : declared) values.push_back(parameter.initial);
  return values;
}

double parse_value(const Parameter& parameter, std::string_view text, const std::string& where) {
  if (named(parameter)) return parse_name(parameter, text, where);
  const auto refuse = [&](const std::string& what) {
    return Error(parameter.id + " " + what, std::string(text), legal_text(parameter), where);
  };
  const auto value = number(text);
  if (text.empty()) throw refuse("is empty");
  if (!value) throw refuse("must be a number, not");
  if (parameter.kind == Kind::integer && *value != std::floor(*value)) throw refuse("must be a whole number, not");
  if (*value < parameter.hard.low || *value > parameter.hard.high) throw refuse("is out of range:");
  return *value;
}

std::string value_text(const Parameter& parameter, double value) {
  if (is_content(parameter)) return "";
  if (named(parameter)) return names(parameter).at(static_cast<std::size_t>(value));
  return parameter.kind == Kind::integer ? number_text(static_cast<long long>(value)) : number_text(value);
}

std::string initial_text(const Parameter& parameter) {
  if (parameter.step) return rule_text(*parameter.step);
  if (parameter.kind == Kind::text) return parameter.text.initial.empty() ? "none" : parameter.text.initial;
  if (is_file(parameter)) return parameter.text.check ? "none" : "built in";
  return value_text(parameter, parameter.initial);
}

std::string limits_text(const Parameter& parameter) {
  if (!parameter.step || parameter.step->accurate == 0) return "";
  const StepRule& rule = *parameter.step;
  const std::string when = rule.limits_when.choice.empty()
                               ? ""
                               : " with " + rule.limits_when.choice + " " + rule.limits_when.values.front();
  const std::string unit = rule.power == 2 ? " s²" : " s";
  return "Bias below " + number_text(100 * rule.band) + " % up to " + number_text(rule.accurate) + unit +
         (rule.stable > 0 ? ", stable up to " + number_text(rule.stable) + unit : "") + when + ". " +
         rule.reason;
}

bool holds(const UsedWhen& condition, std::span<const Parameter> declared, std::span<const double> values) {
  const auto& [id, texts] = condition;
  if (id.empty()) return true;
  const auto choice = std::ranges::find(declared, id, &Parameter::id);
  if (choice == declared.end()) throw std::logic_error("undeclared parameter " + id);
  const double value = values[static_cast<std::size_t>(choice - declared.begin())];
  return std::ranges::find(texts, value_text(*choice, value)) != texts.end();
}

bool is_used(const Parameter& parameter, std::span<const Parameter> declared,
             std::span<const double> values) {
  return holds(parameter.used_when, declared, values);
}

std::string condition_text(const Parameter& parameter) {
  const auto& [id, texts] = parameter.used_when;
  std::string words;
  for (const std::string& text : texts) words += (words.empty() ? id + " is " : " or ") + text;
  return words;
}

std::string legal_text(const Parameter& parameter) {
  if (parameter.kind == Kind::boolean) return "on, off";
  if (is_file(parameter)) return legal_files(parameter) + ", or nothing";
  if (parameter.kind == Kind::text) return parameter.text.legal;
  if (parameter.kind == Kind::choice) {
    std::string list;
    for (const std::string& name : parameter.choices) list += (list.empty() ? "" : ", ") + name;
    return list;
  }
  const auto [low, high] = parameter.hard;
  return parameter.kind == Kind::integer
             ? range_words(static_cast<long long>(low), static_cast<long long>(high))
             : range_words(low, high);
}

Content read_content(const Parameter& parameter, const std::string& value, const std::filesystem::path& folder,
                     const std::string& where) {
  constexpr std::size_t most_picture_bytes = std::size_t{64} << 20;
  const bool picture = parameter.kind == Kind::picture;
  const GivenFile file = read_given_file(value, folder, picture ? most_picture_bytes : DataTable::most_bytes,
                                         legal_files(parameter), where);
  Content content{file.value};
  if (parameter.text.check)  // the unit reads it
    parameter.text.check(file.value, where);
  else if (picture)
    content.picture = std::make_shared<const GreyPicture>(read_grey_picture(*file.bytes, file.source, where));
  else
    content.table = std::make_shared<const DataTable>(read_data_table(*file.bytes, file.source, where));
  return content;
}

Parameters::Parameters(std::span<const Parameter> declared, std::span<const double> values,
                       const Contents* contents)
    : declared_(declared), values_(values), contents_(contents), read_(declared.size(), false) {
  if (declared.size() != values.size()) throw std::logic_error("one value per declared parameter");
}

std::size_t Parameters::index(std::string_view id) const {
  const auto found = std::ranges::find(declared_, id, &Parameter::id);
  if (found == declared_.end()) throw std::logic_error("undeclared parameter " + std::string(id));
  const auto index = static_cast<std::size_t>(found - declared_.begin());
  read_[index] = true;
  return index;
}

double Parameters::operator[](std::string_view id) const { return values_[index(id)]; }

const Content* Parameters::content(std::string_view id) const {
  if (!contents_) return nullptr;
  const auto given = contents_->find(id);
  return given == contents_->end() ? nullptr : &given->second;
}

const GreyPicture* Parameters::picture(std::string_view id) const {
  index(id);
  const Content* given = content(id);
  return given ? given->picture.get() : nullptr;
}

const DataTable* Parameters::table(std::string_view id) const {
  index(id);
  const Content* given = content(id);
  return given ? given->table.get() : nullptr;
}

const std::string& Parameters::text(std::string_view id) const {
  const Parameter& declared = declared_[index(id)];
  const Content* given = content(id);
  return given ? given->text : declared.text.initial;
}

std::vector<std::string> Parameters::unread() const {
  std::vector<std::string> idle;
  for (std::size_t i = 0; i < declared_.size(); ++i)
    if (!read_[i]) idle.push_back(declared_[i].id);
  return idle;
}

}  // namespace ergo
