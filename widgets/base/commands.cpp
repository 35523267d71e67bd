#include "widgets/base/commands.h"

#include <QWidget>

namespace ergo {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"run", "Run", "Space", "Run or pause"},
      {"step", "Step ▸", "Right N", "One step of every chain"},
      {"back", "◂ Back", "Left", "One step back, exactly as it was"},
      {"reset", "⟲ Reset", "R",
       "Begin again at step 0 with the settings, and momenta set there, as they are"},
      {"rewind", "Rewind the tape", "Home",
       "To step 0 as the run began; parameter changes come again at their steps"},
      {"new_seed", "New seed", "Shift+R", "Begin again with other random numbers"},
      {"undo", "Undo", "Ctrl+Z",
       "Take back the last change of a setting, or of which runs there are: all stand where they stood "
       "before"},
      {"redo", "Redo", "Ctrl+Shift+Z Ctrl+Y", "Make the change taken back again"},
      {"duplicate", "Duplicate the run", "Ctrl+D", "A copy of the run in focus beside it, at the same step"},
      {"remove", "Remove the run", "Ctrl+W", "Take the run in focus off the window; the last one stays"},
      {"single", "Single", "Ctrl+Shift+D", "The run in focus alone; undo brings the others back"},
      {"next_pane", "Next run", "F6",
       "The panel and the numbers of the next run; a click on its picture does the same"},
      {"equal_gradients", "Equal gradient evaluations", "",
       "Runs side by side have spent the same number of gradient evaluations", true},
      {"equal_steps", "Equal steps", "", "Runs side by side have made the same number of steps", true},
      {"command_line", "Command line", "Ctrl+K",
       "Type any setting of the run or of its view by name, with completion"},
      {"bookmark", "Bookmark this moment", "Ctrl+B",
       "A flag on the run's time, or away with the one that is here"},
      {"previous_mark", "Previous mark", "Shift+Left", "Back to the last bookmark or parameter change"},
      {"next_mark", "Next mark", "Shift+Right", "On to the next bookmark or parameter change"},
      {"freeze", "Freeze the curves as ghosts", "G",
       "Keep all curves as they are, in grey, beside what comes"},
      {"forget_ghosts", "Forget the ghosts", "Shift+G", "Take the kept curves off the plots"},
      {"open", "Open preset or session…", "Ctrl+O", "Open a preset file or a saved session"},
      {"open_shared", "Open shared run from clipboard", "Ctrl+Shift+L",
       "Open the share string on the clipboard"},
      {"reopen", "Reopen last session", "", "The runs as they stood when the window was last closed"},
      {"save_session", "Save session…", "Ctrl+S", "Save the runs as they stand, to be opened at their step"},
      {"share", "Copy share string", "Ctrl+L", "Copy these runs as one word, which opens them anywhere"},
      {"export", "Export…", "Ctrl+E", "Picture, clip, window, plots, trajectories or metrics as files"},
      {"record", "◉ Record", "Ctrl+R",
       "From here to where it is pressed again, as a clip: the steps between are run once more for it", true},
      {"details", "Run details…", "Ctrl+I", "Step, state hash, settings and journal, to copy"},
      {"quit", "Quit", "Ctrl+Q", "Close the window"},
      {"trails", "Trails", "T", "Show the paths of the last steps", true},
      {"show", "Law, swarm, difference, infinite", "V",
       "On a lattice: the exact law, the swarm's histogram on it, where it is off by more than chance, or "
       "infinitely many chains"},
      {"contours", "Contours", "C", "Show lines of equal density", true},
      {"marginals", "Marginal histograms", "H",
       "Along the edges, each coordinate's histogram beside its exact law, with the band of as many exact "
       "draws",
       true},
      {"scales", "Axis numbers", "X", "Numbers along the edges of a picture of the plane", true},
      {"interface", "Interface on the picture", "Esc", "Show or hide the panel and read-outs", true},
      {"microscope", "Proposal microscope", "M",
       "On a lattice: what the site under the pointer proposes; a click pins a chain", true},
      {"dissect", "Follow a chain", "D",
       "One chain closely, its steps taken apart; a click on the picture chooses which", true},
      {"part_next", "Next part of the step", "] Ctrl+Right", "The followed chain's step, part by part"},
      {"part_back", "Previous part of the step", "[ Ctrl+Left", "One part of the followed chain's step back"},
      {"tune", "Tune a schedule…", "U", "Search for a cyclical schedule on a lattice, probe by probe", true},
      {"map", "Parameter map", "A",
       "Acceptance and jump over the sampler's first two numbers, one pair a chain; a click adopts one",
       true},
      {"graph", "State graph", "K",
       "The states of a small lattice, or of four spins, with what a step does between them", true},
      {"zoom_in", "Zoom in", "+ =", "Magnify the picture"},
      {"zoom_out", "Zoom out", "-", "See more of the plane"},
      {"zoom_fit", "Show all", "0", "Show the whole target"},
      {"projector", "Projector theme", "P", "White ground, large text, thick lines", true},
      {"present", "Presentation", "F11", "Fill the screen with the picture and what the lecture shows", true},
      {"larger", "Larger interface", "Ctrl++ Ctrl+=", "Larger text and controls"},
      {"smaller", "Smaller interface", "Ctrl+-", "Smaller text and controls"},
      {"lecture_open", "Open lecture…", "Ctrl+Shift+O", "Open a lecture file"},
      {"cue_next", "Next cue", "PgDown", "On to the lecture's next cue"},
      {"cue_previous", "Previous cue", "PgUp", "Back to the lecture's previous cue, as it was left"},
      {"blank", "Blank the screen", "B", "Black, until any key is pressed"},
      {"caption", "Fold the caption", "L", "In a presentation, hide or show the lecture's words"},
      {"notes", "Presenter notes", "Ctrl+Shift+N",
       "Notes, time and what comes next, in a window of their own", true},
      {"lecture_end", "End the lecture", "Ctrl+Shift+W", "Put the lecture away; the run stays"},
      {"find", "Search lectures and presets", "Ctrl+F", "Type what to look for: titles, samplers, targets"},
      {"help", "Keys and gestures", "? F1", "This list"},
  };
  return all;
}

std::map<QString, QAction*> make_actions(QWidget* owner) {
  std::map<QString, QAction*> actions;
  for (const Command& command : commands()) {
    auto* action = new QAction(QString::fromUtf8(command.text), owner);
    QList<QKeySequence> keys;
    for (const QString& key : QString(command.keys).split(' ', Qt::SkipEmptyParts))
      keys.push_back(QKeySequence(key));
    action->setShortcuts(keys);
    action->setCheckable(command.checkable);
    action->setObjectName(command.id);
    const QString sentence = QString::fromUtf8(command.sentence);
    action->setToolTip(keys.empty() ? sentence : QString("%1 (%2)").arg(sentence, keys.front().toString()));
    owner->addAction(action);
    actions.emplace(command.id, action);
  }
  return actions;
}

}  // namespace ergo
