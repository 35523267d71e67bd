#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ergo::formula {

struct Function {
  std::string_view name;
  std::size_t fewest, most;  ///< arguments
};

/// The function of that name, or null. sum, prod and slider, which take more than expressions, are among
/// them.
const Function* function(std::string_view name);

/// "sin takes 1 argument, not 2"; empty where so many arguments are right.
std::string count_mistake(std::string_view function, std::size_t arguments);

/// Whether a name has a meaning that no definition may take: functions, x, y, pi, inf, E, p, and, or, not.
bool is_reserved(std::string_view name);

/// All functions and constants, for suggestions.
const std::vector<std::string>& known_words();

// --- spellings ---

/// A character of a text in UTF-8.
struct Character {
  char32_t code;
  std::size_t size;  ///< bytes; 0 if the bytes are no character
};
Character character_at(std::string_view text, std::size_t place);

bool is_greek(char32_t code);
bool is_space(char32_t code);
bool begins_name(char32_t code);
bool continues_name(char32_t code);

/// The word that one character stands for, e.g. "*" for ·, "<=" for ≤; empty if none.
std::string_view word_of_sign(char32_t code);
/// '0' to '9', '-' or '+' for a superscript; 0 for any other character.
char superscript(char32_t code);

/// What LaTeX's \name stands for: a sign, a function, a Greek letter; " " for what only sets the type.
/// Empty if the command is unknown.
std::string_view word_of_command(std::string_view name);

/// The letter µ (micro) as μ, other forms of Greek letters as the usual ones.
std::string usual_spelling(std::string_view name);

/// Characters of a name, one by one.
std::size_t letters_of(std::string_view name);

}  // namespace ergo::formula
