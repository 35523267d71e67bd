#include "app/command/ergo_manual.h"

#include <algorithm>
#include <cctype>

#include "core/settings/provenance.h"

namespace ergo {

namespace {

manual::Argument argument_of(const CLI::Option& option) {
  manual::Argument argument = {.doc = option.get_description(), .required = option.get_required()};
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  if (option.get_items_expected_max() == 0) return argument;
  argument.value = option.get_type_name();
  argument.choices = manual::listed_words(argument.doc);
  if (!argument.choices.empty())
    argument.offer = manual::Offer::choices;
  else if (argument.value == "TEXT")
    argument.offer = manual::Offer::files;
  return argument;
}

/// A word of the command `command`: its name says what it is.
manual::Argument described_word(const CLI::Option& option, const std::string& command) {
  manual::Argument word = argument_of(option);
  const std::string name = option.get_name();
  word.names = {name};
  if (name == "run") {
    word.offer = manual::Offer::run;
    word.value = word.doc;
    return word;
  }
  if (name == "id") word.offer = command == "describe" ? manual::Offer::subject : manual::Offer::unit;
  word.value = name;
  std::ranges::transform(word.value, word.value.begin(), [](unsigned char c) { return std::toupper(c); });
  if (option.get_items_expected_max() > 1) word.value += " ...";
  if (!word.required) word.value = "[" + word.value + "]";
  return word;
}

manual::Command command_of(const CLI::App& app) {
  manual::Command command = {
      .name = app.get_name(), .doc = app.get_description(), .footer = app.get_footer()};
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional())
      command.words.push_back(described_word(*option, command.name));
    else if (!option->get_group().empty())
      command.options.push_back(argument_of(*option));
  return command;
}

}  // namespace

manual::Manual described(const CLI::App& app, const std::string& exit_codes) {
  manual::Manual about = {
      .self = command_of(app), .version = version(), .exit_codes = exit_codes, .see_also = "ergoscope"};
  about.self.name = "ergo";
  about.self.footer.clear();  // the exit codes, which stand in a section of their own
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    about.commands.push_back(command_of(*command));
    if (command->get_footer() == app.get_footer()) about.commands.back().footer.clear();  // inherited
  }
  return about;
}

}  // namespace ergo
