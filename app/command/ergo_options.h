#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace ergo {

/// A whole-number option; help and errors name its legal range, an error also the text.
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t low,
                       std::uint64_t high, const std::string& doc);
CLI::Option* add_integer(CLI::App& command, const std::string& name, int& value, int low, int high,
                         const std::string& doc);

/// The same of a number.
CLI::Option* add_number(CLI::App& command, const std::string& name, double& value, double low, double high,
                        const std::string& doc);

/// Throws Error for a word that is no command, an option that the command does not have, one without its
/// value, and one given twice: the parser alone would first ask for what is required.
void check_words(const CLI::App& app, int argc, char** argv);

/// The parser's complaint as an Error that names what is missing or too many, and what is legal.
Error in_own_words(const CLI::App& app, const CLI::ParseError& complaint);

}  // namespace ergo
