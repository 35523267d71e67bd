#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace ergo {

/// A whole-number option, with an error that names the option, the text and the legal range.
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t low,
                       std::uint64_t high, const std::string& doc);

/// The same of a number.
CLI::Option* add_number(CLI::App& command, const std::string& name, double& value, double low, double high,
                        const std::string& doc);

/// Throws Error for an option that the command named by argv[1] does not have: the parser alone would first
/// ask for the options that are required.
void check_options(const CLI::App& app, int argc, char** argv);

}  // namespace ergo
