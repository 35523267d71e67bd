#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ergo::manual {

/// What a shell offers where a word is due. Those from `run` on are asked for by `ergo words`.
enum class Offer { nothing, files, choices, run, unit, subject, lecture };

std::string_view name_of(Offer offer);

/// An option, or a word without dashes.
struct Argument {
  std::vector<std::string> names;  ///< with their dashes; of a word its one name
  std::string value;               ///< what stands for the value, e.g. "N"; empty: the option takes none
  std::string doc;
  Offer offer = Offer::nothing;
  std::vector<std::string> choices;  ///< of Offer::choices
  bool required = false;
};

/// A command of a program, or the program itself.
struct Command {
  std::string name, doc, footer;
  std::vector<Argument> options, words;
};

/// A program as its command line describes it.
struct Manual {
  Command self;
  std::vector<Command> commands;
  std::string version, exit_codes;
  std::string see_also;  ///< another program
};

/// The words that a description lists as legal values, as in "order of the chains: up, down (default) or
/// none"; empty where it lists none.
std::vector<std::string> listed_words(const std::string& doc);

/// The forms of text_of(): "man" is the manual page; "bash", "zsh", "fish" are completions for these
/// shells.
const std::vector<std::string>& forms();

/// What is installed to explain a program, in one of these forms. Throws Error for another form.
std::string text_of(const Manual& about, const std::string& form);

}  // namespace ergo::manual
