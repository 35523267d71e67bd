#include "app/manual/forms.h"

namespace ergo::manual {

namespace {

const char* const fish_template =
    R"(# Completion of @program@ for fish, made by @program@ @version@ from its own description.
function __@program@_words
  set -l typed (commandline -opc)
  set -e typed[1..@skipped@]
  set -l current (commandline -ct)
  set -l found (ergo words $argv[1] -- $typed "$current" 2> /dev/null)
  if test (count $found) -gt 0
    printf '%s\n' $found
  else
    __fish_complete_path $current
  end
end

complete -c @program@ -f
)";

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

/// What is offered, as arguments of `complete`.
std::string fish_offer(const std::string& program, const Argument& argument) {
  switch (argument.offer) {
    case Offer::nothing:
      return "";
    case Offer::files:
      return " -F";
    case Offer::choices:
      return " -a " + fish_quoted(joined(argument.choices, " "));
    default:
      return " -k -a " +
             fish_quoted("(__" + program + "_words " + std::string(name_of(argument.offer)) + ")");
  }
}

std::string completions(const std::string& program, const Command& command, const std::string& condition) {
  const std::string start = "complete -c " + program + condition;
  std::string text;
  for (const Argument& option : command.options) {
    text += start;
    for (const std::string& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty())
      text += (option.offer == Offer::files ? " -r" : " -x") + fish_offer(program, option);
    text += " -d " + fish_quoted(brief(option.doc)) + "\n";
  }
  for (const Argument& word : command.words) text += start + fish_offer(program, word) + "\n";
  return text;
}

}  // namespace

std::string fish_completion(const Manual& about) {
  const std::string& name = about.self.name;
  const bool several = !about.commands.empty();
  const std::string no_command = several ? " -n __fish_use_subcommand" : "";
  std::string text = replaced(fish_template, "@skipped@", several ? "2" : "1");
  text = replaced(replaced(text, "@version@", about.version), "@program@", name);
  text += completions(name, about.self, no_command);
  for (const Command& command : about.commands) {
    text += "complete -c " + name + no_command + " -a " + command.name + " -d " +
            fish_quoted(brief(command.doc)) + "\n";
    text += completions(name, command, " -n '__fish_seen_subcommand_from " + command.name + "'");
  }
  return text;
}

}  // namespace ergo::manual
