#include "app/ergo_options.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/unit/error.h"
#include "core/unit/legal_range.h"

namespace ergo {

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t low,
                       std::uint64_t high, const std::string& doc) {
  return command
      .add_option_function<std::string>(
          name,
          [&value, name, low, high](const std::string& text) { value = parse_count(name, text, low, high); },
          doc)
      ->type_name("N");
}

CLI::Option* add_number(CLI::App& command, const std::string& name, double& value, double low, double high,
                        const std::string& doc) {
  return command
      .add_option_function<std::string>(
          name,
          [&value, name, low, high](const std::string& text) { value = parse_number(name, text, low, high); },
          doc)
      ->type_name("X");
}

void check_options(const CLI::App& app, int argc, char** argv) {
  const auto commands = app.get_subcommands({});
  const auto named =
      std::ranges::find_if(commands, [&](const CLI::App* c) { return argc > 1 && c->get_name() == argv[1]; });
  if (named == commands.end()) return;
  const CLI::App& command = **named;
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (int i = 2; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string word = argv[i];
    const bool is_option =
        word.starts_with("--") || (word.size() > 1 && word[0] == '-' && std::isalpha(word[1]));
    const std::string name = word.substr(0, word.find('='));
    if (is_option && !command.get_option_no_throw(name))
      throw Error("unknown option", name, legal_words(name, known), "ergo " + std::string(argv[1]));
  }
}

}  // namespace ergo
