#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/command/ergo_commands.h"

namespace ergo {

/// The commands of `ergo` with their options. Parsing a command line fills in the options and runs the command.
class CommandLine {
 public:
  /// Adds all commands; it must outlive the parser.
  explicit CommandLine(CLI::App& app);
  /// The exit code of the command that ran.
  int result() const { return result_; }

 private:
  void add_information(CLI::App& app);    ///< list, describe
  void add_hidden(CLI::App& app);         ///< manual, words: of which nobody is told
  void add_run(CLI::App& app);            ///< run
  void add_exact(CLI::App& app);          ///< exact
  void add_tune(CLI::App& app);           ///< tune
  void add_render(CLI::App& app);         ///< render
  void add_plot(CLI::App& app);           ///< plot
  void add_map(CLI::App& app);            ///< map
  void add_sweep(CLI::App& app);          ///< sweep
  void add_checks(CLI::App& app);         ///< verify, bench, compile
  void add_learning(CLI::App& app);       ///< reproduce, learn

  std::string list_, describe_;
  bool list_json_ = false, list_markdown_ = false, describe_json_ = false;
  RunOptions run_;
  RenderRequest render_;
  PlotRequest plot_;
  VerifyOptions verify_;
  BenchOptions bench_;
  TuneOptions tune_;
  MapOptions map_;
  SweepRequest sweep_;
  ExactOptions exact_;
  CompileOptions compile_;
  ReproduceOptions reproduce_;
  LearnOptions learn_;
  std::string manual_form_, word_kind_;
  std::vector<std::string> words_;
  int result_ = 0;
};

}  // namespace ergo
