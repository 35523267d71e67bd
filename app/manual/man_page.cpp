#include <algorithm>
#include <cctype>

#include "app/manual/forms.h"

namespace ergo::manual {

namespace {

const char* const what_it_is =
    "Ergoscope is an instrument for watching MCMC samplers. It steps thousands of chains on the GPU over a density you "
    "can see, and shows the exact answer beside them: the band of exact draws, exact importance weights, exact "
    "distributions on lattices. ergoscope is the window. ergo is the same engine for the command line.";

/// Text that roff prints as it is: no line begins with a request.
std::string roff(const std::string& text) {
  std::string out = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  if (out.starts_with('.') || out.starts_with('\'')) out = "\\&" + out;
  return replaced(replaced(out, "\n.", "\n\\&."), "\n'", "\n\\&'");
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string paragraph(const std::string& text) { return text.empty() ? "" : ".PP\n" + roff(text) + "\n"; }

std::string synopsis(const std::string& program, const Command& command, bool first) {
  std::string text = first ? bold(program) : bold(program + " " + command.name);
  for (const Argument& option : command.options)
    if (option.required) text += " " + bold(option.names.back()) + " " + italic(option.value);
  text += " [options]";
  for (const Argument& word : command.words) text += " " + italic(word.value);
  return text + "\n";
}

std::string tagged(const Argument& argument, bool with_name) {
  std::string text = ".TP\n";
  if (with_name) {
    for (const std::string& name : argument.names)
      text += (&name == &argument.names.front() ? "" : ", ") + bold(name);
    if (!argument.value.empty()) text += " ";
  }
  if (!argument.value.empty()) text += italic(argument.value);
  return text + "\n" + roff(argument.doc) + "\n";
}

/// The words and options of a command; `known` are those of the whole program.
std::string man_arguments(const Command& command, const std::vector<Argument>& known) {
  std::string text;
  for (const Argument& word : command.words)
    if (word.doc != word.value) text += tagged(word, false);
  for (const Argument& option : command.options)
    if (std::ranges::find(known, option.names, &Argument::names) == known.end()) text += tagged(option, true);
  return text;
}

/// A footer, without what stands at a command before.
std::string footer(const Manual& about, const Command& command) {
  for (const Command& before : about.commands) {
    if (&before == &command) break;
    if (!before.footer.empty() && command.footer.starts_with(before.footer))
      return paragraph("The command " + before.name + " explains how to name a run and its settings.") +
             paragraph(command.footer.substr(before.footer.size()));
  }
  return paragraph(command.footer);
}

}  // namespace

std::string man_page(const Manual& about) {
  const std::string& name = about.self.name;
  std::string text =
      ".TH " + in_capitals(name) + " 1 \"\" \"Ergoscope " + about.version + "\" \"User Commands\"\n";
  text += ".SH NAME\n" + roff(name) + " \\- " + roff(about.self.doc) + "\n.SH SYNOPSIS\n";
  if (about.commands.empty())
    text += synopsis(name, about.self, true);
  else
    text += bold(name) + " " + italic("COMMAND") + " [options] [words]\n";
  text += ".SH DESCRIPTION\n" + roff(what_it_is) + "\n" + paragraph(about.self.footer);
  text += ".SH OPTIONS\n" + man_arguments(about.self, {});
  if (!about.commands.empty()) text += ".SH COMMANDS\n";
  for (const Command& command : about.commands)
    text += ".SS " + roff(command.name) + "\n" + synopsis(name, command, false) + paragraph(command.doc) +
            man_arguments(command, about.self.options) + footer(about, command);
  text += ".SH EXIT STATUS\n" + roff(about.exit_codes) + "\n";
  text += ".SH SEE ALSO\n" + bold(about.see_also) + "(1)\n";
  return text;
}

}  // namespace ergo::manual
