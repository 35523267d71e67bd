#include "widgets/base/commands.h"

#include <QWidget>

namespace ergo {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"run", "Run", "Space", "Run or pause"},
      {"step", "Step ▸", "Right N", "Advance every chain by one step"},
      {"back", "◂ Back", "Left", "Go back one step, bit for bit"},
      {"reset", "⟲ Reset", "R", "Restart with the current settings"},
      {"rewind", "Rewind to start", "Home", "Go to step 0. Parameter changes repeat at their steps"},
      {"new_seed", "New seed", "Shift+R", "Restart with other random numbers"},
      {"undo", "Undo", "Ctrl+Z", "Undo the last change (settings or runs)"},
      {"redo", "Redo", "Ctrl+Shift+Z Ctrl+Y", "Redo the change last undone"},
      {"duplicate", "Duplicate run", "Ctrl+D", "Add a copy of the focused run at the same step"},
      {"remove", "Remove run", "Ctrl+W", "Remove the focused run; the last one stays"},
      {"single", "Keep focused run only", "Ctrl+Shift+D", "Remove all other runs; undo brings them back"},
      {"next_pane", "Next run", "F6", "Focus the next run; a click on its picture does the same"},
      {"equal_gradients", "Equal gradient evaluations", "",
       "Advance all runs by the same number of gradient evaluations", true},
      {"equal_steps", "Equal steps", "", "Advance all runs by the same number of steps", true},
      {"formula", "Formula…", "Ctrl+T", "Type your own density as a formula"},
      {"edit_density", "Edit density", "E", "Drag the density's Gaussians on the picture, or paint it; Esc ends it", true},
      {"edit_as_modes", "Edit as modes", "", "Put Gaussians in place of the density, to edit them on the picture"},
      {"edit_as_picture", "Edit as picture", "", "Put a picture in place of the density, to paint on it"},
      {"remove_mode", "Remove Gaussian", "Del", "While the density is edited: remove the Gaussian under the pointer"},
      {"command_line", "Command line", "Ctrl+K", "Type any setting of the run or the view, with completion"},
      {"bookmark", "Bookmark", "Ctrl+B", "Add or remove a bookmark at this step"},
      {"previous_mark", "Previous mark", "Shift+Left", "Go back to the last bookmark or parameter change"},
      {"next_mark", "Next mark", "Shift+Right", "Go on to the next bookmark or parameter change"},
      {"freeze", "Keep curves", "G", "Keep the present curves in grey, to compare with new ones"},
      {"forget_ghosts", "Remove kept curves", "Shift+G", "Remove the grey curves from the plots"},
      {"open", "Open preset or session…", "Ctrl+O", "Open a preset, a saved session or an exported run"},
      {"open_shared", "Open share string", "Ctrl+Shift+L", "Open the share string on the clipboard"},
      {"reopen", "Reopen last session", "", "Open the runs as they were when the window was last closed"},
      {"save_session", "Save session…", "Ctrl+S", "Save the runs with their present step"},
      {"share", "Copy share string", "Ctrl+L", "Copy a string that opens these runs anywhere"},
      {"export", "Export…", "Ctrl+E", "Export a picture, clip, plot, trajectory or metrics file"},
      {"record", "◉ Record", "Ctrl+R", "Start recording; press again to export the steps between as a clip", true},
      {"details", "Run details…", "Ctrl+I", "Show step, state hash, settings and journal"},
      {"quit", "Quit", "Ctrl+Q", "Close the window"},
      {"trails", "Trails", "T", "Show the paths of the last steps", true},
      {"show", "Next lattice view", "V",
       "On a lattice: switch between target, histogram, difference and expected distribution"},
      {"contours", "Contours", "C", "Show lines of equal density", true},
      {"marginals", "Marginal histograms", "H",
       "Show each coordinate's histogram beside its exact distribution",
       true},
      {"scales", "Axis numbers", "X", "Show numbers along the edges of a picture of the plane", true},
      {"interface", "Show overlays", "Esc", "Show or hide the controls and read-outs on the picture", true},
      {"microscope", "Proposal microscope", "M",
       "On a lattice or sites: show proposals; on a lattice a click pins a chain", true},
      {"sites", "Configurations", "I", "On a target of sites: show the spins or values of some chains", true},
      {"dissect", "Follow a chain", "D", "Follow one chain step by step; a click on the picture chooses it", true},
      {"part_next", "Next substep", "] Ctrl+Right", "Go to the next part of the followed chain's step"},
      {"part_back", "Previous substep", "[ Ctrl+Left", "Go back to the part before"},
      {"tune", "Tune schedule…", "U", "On a lattice or on sites: search for a cyclical schedule", true},
      {"map", "Tuning curve", "A",
       "Show how well the sampler works over its first parameter, or over two; a click adopts values", true},
      {"graph", "State graph", "K",
       "Show the transition probabilities between the states of a small lattice or of four spins", true},
      {"zoom_in", "Zoom in", "+ =", "Magnify the picture"},
      {"zoom_out", "Zoom out", "-", "See more of the plane"},
      {"zoom_fit", "Show all", "0", "Show the whole target"},
      {"projector", "Projector theme", "P", "White background, large text, thick lines", true},
      {"present", "Presentation", "F11", "Fill the screen with the picture and what the lecture shows", true},
      {"larger", "Larger interface", "Ctrl++ Ctrl+=", "Enlarge text and controls"},
      {"smaller", "Smaller interface", "Ctrl+-", "Shrink text and controls"},
      {"lecture_open", "Open lecture…", "Ctrl+Shift+O", "Open a lecture file"},
      {"cue_next", "Next cue", "PgDown", "Go to the lecture's next cue"},
      {"cue_previous", "Previous cue", "PgUp", "Go back to the previous cue as it was left"},
      {"blank", "Blank screen", "B", "Make the screen black until a key is pressed"},
      {"caption", "Fold caption", "L", "Hide or show the lecture's text in a presentation"},
      {"notes", "Presenter notes", "Ctrl+Shift+N", "Show notes, timer and next cue in a separate window", true},
      {"lecture_end", "End lecture", "Ctrl+Shift+W", "End the lecture and keep the run"},
      {"find", "Search lectures and presets", "Ctrl+F", "Search by title, sampler, target, plot or setting"},
      {"guide", "Guide", "", "The first ten minutes, with pictures"},
      {"glossary", "Glossary", "Ctrl+F1", "Every symbol and every diagnostic, explained"},
      {"help", "Keys and gestures", "? F1", "List all keys and gestures"},
      {"about", "About Ergoscope", "", "Version and licences"},
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
