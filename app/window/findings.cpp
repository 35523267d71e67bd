#include "app/window/findings.h"

#include <utility>

#include "core/config/learning_settings.h"
#include "core/config/other_space.h"
#include "widgets/bars/command_line.h"
#include "widgets/base/commands.h"
#include "widgets/panels/control_words.h"
#include "widgets/plots/plot.h"

namespace ergo {
namespace {

Finding finding(const QString& kind, const QString& title, const QString& doc, const QString& words,
                std::function<void()> choose) {
  const QString told = kind + ": " + QString(doc).remove('`');
  return {{.name = words.toStdString(), .title = title, .story = told, .tooltip = told, .group = {}, .words = words},
          std::move(choose)};
}

QString text(const std::string& words) { return QString::fromStdString(words); }

class Finder {
 public:
  explicit Finder(const FindingUses& uses) : uses_(uses) {}

  template <class Units, class Edits>
  void add_units(const QString& kind, const Units& units, const Edits& edits) {
    for (const auto& unit : units) {
      const Descriptor& d = unit.descriptor;
      found.push_back(finding(kind, text(d.title), text(d.doc), text(d.id + " " + d.source),
                              [edit = uses_.edit, list = edits(d)] { edit(list); }));
    }
  }
  void add_setting(const QString& of, const std::string& path, const QString& title, const QString& doc) {
    const QString begun = text(path) + " = ";
    found.push_back(finding(QObject::tr("Setting of %1").arg(of), title, doc, text(path),
                            [type = uses_.type, begun] { type(begun); }));
  }
  void add_parameters(const std::string& path, const Descriptor& unit) {
    for (const Parameter& p : unit.parameters)
      add_setting(text(unit.title), path + "." + p.id, text(parameter_label(p)), text(p.doc));
  }
  void add_plot(const PlotSubject& subject) {
    found.push_back(finding(QObject::tr("Plot"), subject.title, subject.help, subject.id + ' ' + subject.column,
                            [show = uses_.show_plot, id = subject.id] { show(id); }));
  }
  void add_command(const Command& command, QAction* action) {
    found.push_back(finding(QObject::tr("Command"), QString::fromUtf8(command.text),
                            QString::fromUtf8(command.sentence) + ". " + command.keys, command.id,
                            [action] { action->trigger(); }));
  }

  std::vector<Finding> found;

 private:
  const FindingUses& uses_;
};

}  // namespace

std::vector<Finding> findings(const RunConfig& run, const std::vector<Plot*>& plots,
                              const std::map<QString, QAction*>& actions, const FindingUses& uses) {
  Finder finder(uses);
  const auto set = [](const char* path) {
    return [path](const Descriptor& unit) { return std::vector<Assignment>{{path, unit.id}}; };
  };
  finder.add_units(QObject::tr("Sampler"), samplers(),
                   [&](const Descriptor& sampler) { return edits_to_sampler(run, sampler.id); });
  finder.add_units(QObject::tr("Target"), targets(), set("target"));
  finder.add_units(QObject::tr("Start"), starts(), set("start"));
  for (const Plot* plot : plots) finder.add_plot(plot->subject());
  finder.add_parameters("sampler", sampler_unit(run.sampler.id).descriptor);
  finder.add_parameters("target", target_descriptor(run));
  finder.add_parameters("start", start_unit(run.start.id).descriptor);
  finder.add_parameters("gradient_noise", gradient_noise_descriptor());
  finder.add_parameters("learn", learning_descriptor());
  for (const char* path : {"chains", "seed", "backend"})
    finder.add_setting(QObject::tr("the run"), path, path, QObject::tr("Number, or one of the listed values."));
  for (const std::string& path : shown_paths())
    finder.add_setting(QObject::tr("the view"), path, text(path), QObject::tr("How runs are shown."));
  for (const Command& command : commands()) finder.add_command(command, actions.at(command.id));
  return std::move(finder.found);
}

}  // namespace ergo
