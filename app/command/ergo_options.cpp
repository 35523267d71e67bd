#include "app/command/ergo_options.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "core/base/legal_range.h"

namespace ergo {

namespace {

/// An option whose text `parse` turns into a number from `low` to `high`.
template <class Number, class Parse>
CLI::Option* add_ranged(CLI::App& command, const std::string& name, Number& value, Number low, Number high,
                        const std::string& doc, Parse parse) {
  return command.add_option_function<std::string>(
      name,
      [&value, name, low, high, parse](const std::string& text) { value = parse(name, text, low, high, ""); },
      doc + " (" + range_words(low, high) + ")");
}

bool is_option(std::string_view word) {
  return word.starts_with("--") || (word.size() > 1 && word[0] == '-' && std::isalpha(word[1]));
}

/// "ergo run", or "ergo" before a command is known.
std::string place_of(const CLI::App& command) {
  return command.get_parent() ? "ergo " + command.get_name() : "ergo";
}

const CLI::App& command_named(const CLI::App& app, int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  std::vector<std::string> known = {"--help", "-h", "--version"};
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == word) return *command;
    if (!command->get_group().empty()) known.push_back(command->get_name());
  }
  if (word.empty()) throw Error("no command", "", legal_words(word, known), "");
  if (std::ranges::find(known, word) == known.end())
    throw Error("unknown command", word, legal_words(word, known), "");
  return app;
}

/// The option of `command` that `name` calls.
const CLI::Option& option_named(const CLI::App& command, const std::string& name) {
  if (const CLI::Option* option = command.get_option_no_throw(name)) return *option;
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& each : option->get_lnames()) known.push_back("--" + each);
  throw Error("unknown option", name, legal_words(name, known), place_of(command));
}

}  // namespace

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t low,
                       std::uint64_t high, const std::string& doc) {
  return add_ranged(command, name, value, low, high, doc, parse_count)->type_name("N");
}

CLI::Option* add_integer(CLI::App& command, const std::string& name, int& value, int low, int high,
                         const std::string& doc) {
  return add_ranged(command, name, value, low, high, doc, parse_integer)->type_name("N");
}

CLI::Option* add_number(CLI::App& command, const std::string& name, double& value, double low, double high,
                        const std::string& doc) {
  return add_ranged(command, name, value, low, high, doc, parse_number)->type_name("X");
}

void add_look(CLI::App& command, FigureWords& look, const std::string& size, const std::string& ground) {
  command.add_option("--size", look.size, size);
  command.add_option("--font", look.font, "size of the letters in points, as 8pt (4 to 72)");
  command.add_option("--lines", look.lines,
                     "width of axes and ticks in points, as 0.5pt (0.1 to 10); curves are twice as wide");
  command.add_option("--ground", look.ground, ground);
  command.add_option("--journal", look.journal,
                     "size, letters and ground for a column of 89 mm or a page of 183 mm: single, double");
  command.add_option("--text", look.text, "what words are in SVG and PDF: text (default) or outlines");
}

void check_words(const CLI::App& app, int argc, char** argv) {
  const CLI::App& command = command_named(app, argc, argv);
  std::set<const CLI::Option*> seen;
  for (int i = 2; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    if (!is_option(word)) continue;
    const CLI::Option& option = option_named(command, name);
    const bool takes_value = option.get_items_expected_max() > 0, assigned = name != word;
    if (!takes_value && assigned)
      throw Error("an option that takes no value:", word, name, place_of(command));
    if (!takes_value) continue;
    const bool has_value = assigned ? name.size() + 1 < word.size() : i + 1 < argc && !is_option(argv[i + 1]);
    if (!has_value) throw Error(name + " has no value", "", option.get_description(), place_of(command));
    if (!seen.insert(&option).second) throw Error("an option given twice:", name, "once", place_of(command));
    i += assigned ? 0 : 1;
  }
}

Error in_own_words(const CLI::App& app, const CLI::ParseError& complaint) {
  const auto called = app.get_subcommands();
  const CLI::App& command = called.empty() ? app : *called.front();
  const std::string place = place_of(command);
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0) {
      const bool a_word = option->get_positional();
      return {a_word ? "an argument is missing" : option->get_name() + " is missing", "",
              option->get_description(), place};
    }
  if (const auto more = command.remaining(); !more.empty())
    return {"one argument too many:", more.front(), place + " --help", place};
  return {complaint.what(), "", place + " --help", place};
}

std::vector<std::string> words_between_commas(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(',', from), text.size());
    words.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

}  // namespace ergo
