#include <cstdio>

#include "app/command/ergo_manual.h"
#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"

namespace ergo {

void CommandLine::add_information(CLI::App& app) {
  auto* list_app = app.add_subcommand(
      "list", "list targets, samplers, starts, presets, lectures, diagnostics, or targets and samplers on sites");
  list_app
      ->add_option("what", list_,
                   "targets, samplers, starts, presets, lectures, diagnostics, site_targets, site_samplers")
      ->required();
  list_app->footer("For the kinds of gradient noise: ergo describe gradient_noise. For models that learn: "
                   "ergo describe learn");
  list_app->add_flag("--json", list_json_, "machine-readable");
  list_app->add_flag("--markdown", list_markdown_, "a Markdown table");
  list_app->callback([this] {
    result_ = list_command(list_, list_json_ ? "json" : list_markdown_ ? "markdown" : "text");
  });
  auto* describe_app = app.add_subcommand("describe",
                                          "describe a unit (equations, parameters, ranges, channels, source), the "
                                          "cues of a lecture, or the story and settings of a preset");
  describe_app
      ->add_option("id", describe_,
                   "a target, sampler or start; gradient_noise; learn; lectures/NAME, or NAME if no unit has "
                   "that name; a "
                   "lecture file FILE.json; 'formula: TEXT' for what a typed density is taken for")
      ->required();
  describe_app->add_flag("--json", describe_json_, "machine-readable");
  describe_app->callback([this] { result_ = describe_command(describe_, describe_json_); });
}

void CommandLine::add_hidden(CLI::App& app) {
  auto* m = app.add_subcommand("manual", "the manual page, or the completions of a shell")->group("");
  m->add_option("form", manual_form_, "man, bash, zsh, fish")->required();
  m->callback([this, &app] {
    const std::string text = manual::text_of(described(app, exit_codes), manual_form_);
    std::fputs(text.c_str(), stdout);
  });
  auto* w = app.add_subcommand("words", "what can stand in place of the last word")->group("");
  w->add_option("kind", word_kind_, "run, unit, subject, lecture")->required();
  w->add_option("words", words_, "the words so far");
  w->callback([this] { result_ = words_command(word_kind_, words_); });
}

CommandLine::CommandLine(CLI::App& app) {
  add_information(app);
  add_run(app);
  add_render(app);
  add_plot(app);
  add_map(app);
  add_sweep(app);
  add_exact(app);
  add_tune(app);
  add_checks(app);
  add_learning(app);
  add_hidden(app);
}

}  // namespace ergo
