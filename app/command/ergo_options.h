#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/figures/figure_style.h"

namespace ergo {

/// Adds a whole-number option. Help and errors give its legal range; errors also give the text.
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t low,
                       std::uint64_t high, const std::string& doc);
CLI::Option* add_integer(CLI::App& command, const std::string& name, int& value, int low, int high,
                         const std::string& doc);

/// Adds an option for a real number, in the same way.
CLI::Option* add_number(CLI::App& command, const std::string& name, double& value, double low, double high,
                        const std::string& doc);

/// Adds the options of how a figure comes out. The manual reads the legal words from their descriptions; those of size
/// and ground say the defaults, too.
void add_look(CLI::App& command, FigureWords& look, const std::string& size, const std::string& ground);

/// Throws Error for an unknown command, an unknown option, an option without its value, and an option given twice. The
/// parser alone would first complain about missing required options.
void check_words(const CLI::App& app, int argc, char** argv);

/// The words of a list with commas between.
std::vector<std::string> words_between_commas(const std::string& text);

/// The parser's complaint as an Error with what is missing or superfluous, and what is legal.
Error in_own_words(const CLI::App& app, const CLI::ParseError& complaint);

}  // namespace ergo
