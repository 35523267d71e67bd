#include "app/manual/program.h"

#include <algorithm>
#include <regex>

#include "app/manual/forms.h"
#include "core/base/error.h"

namespace ergo::manual {

std::string_view name_of(Offer offer) {
  constexpr std::string_view names[] = {"nothing", "files", "choices", "run", "unit", "subject", "lecture"};
  return names[static_cast<std::size_t>(offer)];
}

std::vector<std::string> listed_words(const std::string& doc) {
  static const std::regex aside(" \\([^)]*\\)"), end("[;.]( .*)?$"), title("^.*: ");
  static const std::regex list("[a-z_]+((, | or )[a-z_]+)+"), word("[a-z_]+");
  std::string text = std::regex_replace(doc, aside, "");
  text = std::regex_replace(text, end, "");
  text = std::regex_replace(text, title, "");
  if (!std::regex_match(text, list)) return {};
  text = std::regex_replace(text, std::regex(" or "), ", ");
  return {std::sregex_token_iterator(text.begin(), text.end(), word), std::sregex_token_iterator()};
}

std::string option_names(const Command& command) {
  std::vector<std::string> names;
  for (const Argument& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return joined(names, " ");
}

std::string brief(const std::string& doc) {
  constexpr std::size_t longest = 72;
  std::string text = doc;
  for (const char* stop : {"; ", ". ", " ("}) text = text.substr(0, text.find(stop));
  if (text.ends_with('.')) text.pop_back();
  if (text.size() <= longest) return text;
  return text.substr(0, text.rfind(' ', longest)) + " ...";
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

const std::vector<std::string>& forms() {
  static const std::vector<std::string> forms = {"man", "bash", "zsh", "fish"};
  return forms;
}

std::string text_of(const Manual& about, const std::string& form) {
  if (form == "man") return man_page(about);
  if (form == "bash") return bash_completion(about);
  if (form == "zsh") return zsh_completion(about);
  if (form == "fish") return fish_completion(about);
  throw Error("unknown form of the manual", form, legal_words(form, forms()), "manual");
}

}  // namespace ergo::manual
