#include "app/manual/forms.h"

namespace ergo::manual {

namespace {

const char* const zsh_template = R"(#compdef @program@
# Completion of @program@ for zsh, made by @program@ @version@ from its own description.
_@program@_words() {
  local -a found
  found=("${(@f)$(ergo words $1 -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}")
  found=(${found:#})
  if (( ! $#found )); then
    compset -P '*='
    _files
    return
  fi
  compadd -S '' -- ${(M)found:#*=}
  compadd -- ${found:#*=}
}

_@program@() {
@body@}

_@program@ "$@"
)";

std::string zsh_quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

/// Text that _arguments prints as it is.
std::string zsh_plain(std::string text) {
  for (const char* each : {"\\", "[", "]", ":"}) text = replaced(text, each, std::string("\\") + each);
  return text;
}

std::string zsh_action(const std::string& program, const Argument& argument) {
  switch (argument.offer) {
    case Offer::nothing:
      return " ";
    case Offer::files:
      return "_files";
    case Offer::choices:
      return "(" + joined(argument.choices, " ") + ")";
    default:
      // Behind a blank, _arguments adds no words of its own to the command.
      return " _" + program + "_words " + std::string(name_of(argument.offer));
  }
}

std::string zsh_arguments(const std::string& program, const Command& command, const std::string& indent) {
  std::string text = indent + "_arguments";
  const auto add = [&](const std::string& specification) {
    text += " \\\n" + indent + "  " + zsh_quoted(specification);
  };
  for (const Argument& option : command.options)
    for (const std::string& name : option.names) {
      std::string specification = name + (option.value.empty() || !name.starts_with("--") ? "" : "=");
      specification += "[" + zsh_plain(brief(option.doc)) + "]";
      if (!option.value.empty())
        specification += ":" + zsh_plain(option.value) + ":" + zsh_action(program, option);
      add(specification);
    }
  if (!command.words.empty()) {  // one specification for all of them
    const Argument& word = command.words.back();
    add("*:" + zsh_plain(word.names.front()) + ":" + zsh_action(program, word));
  }
  return text + "\n";
}

}  // namespace

std::string zsh_completion(const Manual& about) {
  const std::string& name = about.self.name;
  std::string body;
  if (about.commands.empty()) {
    body = zsh_arguments(name, about.self, "  ");
  } else {
    body = "  if (( CURRENT == 2 )); then\n    local -a commands\n    commands=(\n";
    for (const Command& command : about.commands)
      body += "      " + zsh_quoted(command.name + ":" + brief(command.doc)) + "\n";
    body += "    )\n    _describe command commands\n" + zsh_arguments(name, about.self, "    ");
    body += "    return\n  fi\n  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n";
    for (const Command& command : about.commands)
      body += "    " + command.name + ")\n" + zsh_arguments(name, command, "      ") + "      ;;\n";
    body += "  esac\n";
  }
  const std::string text = replaced(replaced(zsh_template, "@body@", body), "@version@", about.version);
  return replaced(text, "@program@", name);
}

}  // namespace ergo::manual
