#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/manual/program.h"

namespace ergo {

/// The program as its parser describes it. Commands and options of no group are hidden: they are left out.
manual::Manual described(const CLI::App& app, const std::string& exit_codes);

/// Prints what can stand in place of the last of `words`, a line each; those before it are typed already.
/// `kind` is the name of an Offer; throws Error for one that nobody is asked for.
int words_command(const std::string& kind, const std::vector<std::string>& words);

}  // namespace ergo
