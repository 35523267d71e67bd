#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace ergo {

/// Whose mistake it is; the command line turns it into its exit code (2 the user's, 3 the machine's).
enum class Blame { user, machine };

/// A mistake that can be mended from outside: what is wrong, the bad value, what would be legal, where it
/// stands.
struct Error : std::runtime_error {
  Error(std::string what, std::string value, std::string legal, std::string where, Blame blame = Blame::user);

  /// The same at another place, as of a file that the value came from.
  Error at(std::string place) const { return {thing, value, legal, std::move(place), blame}; }

  std::string thing;  ///< what is wrong, e.g. "unknown parameter"
  std::string value;  ///< the bad value as given
  std::string legal;  ///< the legal values, in words
  std::string where;  ///< path, file or option; may be empty
  Blame blame;
};

/// An Error about the machine (no GL, disk full, unreadable file).
Error machine_error(std::string what, std::string value, std::string legal, std::string where = {});

/// An Error about a setting's value: "illegal value of <setting> '<value>'", or "<setting> is empty".
Error illegal_value(const std::string& setting, std::string value, std::string legal, std::string where);

/// The candidate with the smallest edit distance to `word`, small and capital letters alike; empty where more
/// than a third of the letters differ from any and it is the beginning of none.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// "did you mean 'x'? legal: a, b, x", for Error::legal; where none is near, "a, b, x".
std::string legal_words(std::string_view word, std::span<const std::string> candidates);

}  // namespace ergo
