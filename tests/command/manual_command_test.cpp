// What is installed to explain the programs: manual pages and completions, which name all that the command
// line has.
#include <sstream>

#include "app/manual/program.h"
#include "core/settings/preset.h"
#include "core/unit/registry.h"
#include "tests/command/command_fixture.h"

namespace ergo::manual {
namespace {

using ManualCommand = CommandTest;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The names in the first column of a help text, which begin with two blanks.
std::vector<std::string> names_in(const std::string& help, const std::string& title) {
  std::vector<std::string> names;
  bool within = false;
  for (const std::string& line : lines_of(help)) {
    if (!line.starts_with(' ')) within = line == title;
    if (within && line.starts_with("  ") && line.size() > 2 && line[2] != ' ')
      names.push_back(line.substr(2, line.find_first_of(" ,", 2) - 2));
  }
  return names;
}

std::string in_roff(std::string text) {
  for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

TEST_F(ManualCommand, HasEveryCommandAndOptionInEveryForm) {
  ASSERT_EQ(ergo("--help"), 0);
  const std::vector<std::string> commands = names_in(output_, "Subcommands:");
  ASSERT_GT(commands.size(), 8u);
  std::vector<std::string> options;
  for (const std::string& command : commands) {
    ASSERT_EQ(ergo(command + " --help"), 0);
    const std::vector<std::string> found = names_in(output_, "Options:");
    options.insert(options.end(), found.begin(), found.end());
  }
  ASSERT_GT(options.size(), 40u);
  for (const std::string& form : forms()) {
    ASSERT_EQ(ergo("manual " + form), 0) << output_;
    for (const std::string& command : commands)
      EXPECT_NE(output_.find(command), std::string::npos) << command << " in " << form;
    for (const std::string& option : options) {
      const std::string wanted = form == "man"              ? in_roff(option)
                                 : form != "fish"           ? option
                                 : option.starts_with("--") ? "-l " + option.substr(2)
                                                            : "-s " + option.substr(1);
      EXPECT_NE(output_.find(wanted), std::string::npos) << wanted << " in " << form;
    }
  }
}

TEST_F(ManualCommand, TellsNobodyOfHiddenCommands) {
  for (const char* call : {"--help", "wrong", "manual man", "manual bash", "manual zsh", "manual fish"}) {
    ergo(call);
    EXPECT_EQ(output_.find("shell"), std::string::npos) << output_;
    EXPECT_EQ(output_.find("what can stand"), std::string::npos) << output_;
  }
  EXPECT_EQ(ergo("manual html"), 2);
  EXPECT_NE(output_.find("unknown form of the manual 'html'; legal: man, bash, zsh, fish"),
            std::string::npos);
  EXPECT_EQ(ergo("words verbs"), 2);
  EXPECT_NE(output_.find("unknown kind of words 'verbs'; legal: run, unit, subject, lecture"),
            std::string::npos);
}

TEST_F(ManualCommand, OffersTheWordsOfARun) {
  const auto offered = [&](const std::string& words) {
    EXPECT_EQ(ergo("words run -- " + words), 0) << output_;
    return lines_of(output_);
  };
  using List = std::vector<std::string>;
  EXPECT_EQ(offered("def"), (List{"default", "defaults="}));
  EXPECT_EQ(offered("default def"), (List{"defaults="})) << "a preset is the first word";
  EXPECT_EQ(offered("target=ban"), (List{"target=banana"}));
  EXPECT_EQ(offered("--steps 5 target=ring8 target.m"), (List{"target.modes="}));
  EXPECT_EQ(offered("target=nonsense sampler=hm"), (List{"sampler=hmc"}))
      << "what is wrong counts for nothing";
  EXPECT_EQ(offered("view.trails="), (List{"view.trails=on", "view.trails=off"}));
  EXPECT_EQ(offered("sampler=hmc sampler.step"), (List{"sampler.step_size="}));
  EXPECT_EQ(offered("target=banana sessions.0.sampler=hmc sessions.1.sampler=nuts sess"),
            (List{"sessions.0.sampler=", "sessions.1.sampler="}));
  EXPECT_EQ(offered("sessions.0.sampler=nut"), (List{"sessions.0.sampler=nuts"}));
  EXPECT_EQ(offered("sessions..="), List{});
  EXPECT_EQ(offered("'sessions. .='"), List{});
  EXPECT_GE(offered("''").size(), preset_names().size());
  EXPECT_EQ(ergo("words unit -- ''"), 0);
  EXPECT_EQ(lines_of(output_).size(), samplers().size() + targets().size());
  EXPECT_EQ(ergo("words lecture"), 0);
  EXPECT_EQ(ergo("words subject -- lectures/t"), 0);
  EXPECT_EQ(output_, "lectures/teaching\nlectures/thermostat\nlectures/tuning\nlectures/typed\n");
}

TEST(Manual, FindsTheLegalWordsThatADescriptionLists) {
  using List = std::vector<std::string>;
  EXPECT_EQ(listed_words("order of the chains: up, down (default) or none"), (List{"up", "down", "none"}));
  EXPECT_EQ(listed_words("cpu, simd, gpu, all"), (List{"cpu", "simd", "gpu", "all"}));
  EXPECT_EQ(listed_words("dark, light or projector."), (List{"dark", "light", "projector"}));
  EXPECT_EQ(listed_words("equal: gradients (evaluations; default) or steps. --steps and --every count"),
            (List{"gradients", "steps"}));
  for (const char* doc : {"", "steps to run", "FILE.png, FILE.svg", "samplers and targets; none: all",
                          "a target, sampler or start of any kind"})
    EXPECT_EQ(listed_words(doc), List{}) << doc;
}

// Text that roff would take for a request, or the shells for the end of a word.
TEST(Manual, PrintsAwkwardTextAsItIs) {
  Manual awkward = {.self = {.name = "p", .doc = ".dot 'quote' back\\slash"},
                    .version = "1",
                    .exit_codes = ".0",
                    .see_also = "q"};
  awkward.self.options.push_back({.names = {"--x"}, .value = "N", .doc = "it's [a:b]"});
  const std::string man = text_of(awkward, "man");
  for (const std::string& line : lines_of(man))
    EXPECT_FALSE(line.starts_with(".dot") || line.starts_with(".0") || line.starts_with("'")) << line;
  EXPECT_NE(man.find("back\\eslash"), std::string::npos);
  EXPECT_NE(text_of(awkward, "zsh").find("'--x=[it'\\''s \\[a\\:b\\]]:N: '"), std::string::npos);
  EXPECT_NE(text_of(awkward, "fish").find("'it\\'s [a:b]'"), std::string::npos);
}

}  // namespace
}  // namespace ergo::manual
