#include "app/window/no_effect.h"

#include <algorithm>
#include <array>

#include "core/config/other_space.h"
#include "core/config/own_density.h"
#include "core/live/panes.h"
#include "core/view/projection.h"
#include "widgets/picture/picture.h"

namespace ergo {
namespace {

/// An action that needs targets of some spaces, and what it is about.
struct OfSpaces {
  std::string_view action;
  const char* subject;
  Space needed;
  bool on_sites = false;  ///< whether it also works on sites
};
constexpr std::array of_spaces = {
    OfSpaces{"show", "Histogram, difference and expected distribution of the sites", Space::lattice, true},
    OfSpaces{"microscope", "The proposal microscope", Space::lattice, true},
    OfSpaces{"tune", "The search for a schedule", Space::lattice, true},
    OfSpaces{"sites", "The picture of configurations", Space::sites}};

std::string space_words(std::string_view action, const WindowState& state) {
  const Descriptor& target = state.panes.focused().session().target_descriptor();
  if (action == "tune" && state.picture.tuning_shown) return "";
  const auto found = std::ranges::find(of_spaces, action, &OfSpaces::action);
  if (found == of_spaces.end() || found->needed == target.space || (found->on_sites && target.space == Space::sites))
    return "";
  return std::string(found->subject) + " " + needed_by(found->needed) + "; " + target.title + " is " +
         kind_of(target.space) + ".";
}

std::string part_words(const WindowState& state) {
  const FollowedChain* chain = state.panes.focused().followed();
  if (!chain) return "Parts of a step are those of a followed chain. Follow one with D.";
  if (chain->next().sub_steps.empty())
    return "A step of " + state.panes.focused().session().sampler_descriptor().title + " has no parts.";
  return "";
}

/// What the axes shown, or what a lattice shows, leaves no place for.
std::string picture_words(std::string_view action, const WindowState& state) {
  const Session& session = state.panes.focused().session();
  const View& view = state.picture.view;
  const Projection shown = projection(session, view.coordinates);
  if (action == "marginals" && shown.coordinates == Coordinates::section)
    return "A Poincaré section has no marginal histograms.";
  if (action == "scales" && (shown.line || shown.spread > 0 || shown.coordinates != Coordinates::position))
    return shown.spread > 0 ? "A lattice has its numbers while its sites are large enough."
                            : "This picture always has its numbers.";
  if (action != "contours") return "";
  if (shown.line) return "A target on a line has no contours.";
  if (session.target().lattice() && shown_on(session.target(), view) != Show::target)
    return "Contours are drawn on the target, which V shows.";
  return shown.ground == Projection::Ground::none ? "No density is known on these axes: there are no contours." : "";
}

std::string editing_words(std::string_view action, const WindowState& state) {
  const ModeEditor& editor = state.picture.modes();
  const bool edits = action == "edit_density" || action == "edit_as_modes" || action == "edit_as_picture";
  if (action == "remove_mode" && !editor.on())
    return "Delete removes a Gaussian while the density is edited. E begins that.";
  if (action == "remove_mode" && !editor.chosen()) return "Point at the Gaussian to remove.";
  if (action == "edit_as_modes" && editor.on()) return "The Gaussians are being edited. Esc ends it.";
  if (!edits || state.picture.editing()) return "";
  const Session& session = state.panes.focused().session();
  if (const std::string words = not_editable(session.target_descriptor()); !words.empty()) return words;
  return projection(session, state.picture.view.coordinates).coordinates == Coordinates::position
             ? ""
             : "The density is edited in the plane of positions, the axes x and y.";
}

}  // namespace

std::string no_effect(std::string_view action, const WindowState& state) {
  const Panes& panes = state.panes;
  const auto is = [action](std::initializer_list<std::string_view> ids) {
    return std::ranges::find(ids, action) != ids.end();
  };
  if (is({"back", "rewind", "previous_mark"}) && panes.clock() == 0) return "The run is at step 0.";
  if (action == "next_mark" && panes.clock() == panes.end()) return "There is no later mark.";
  if (action == "undo" && panes.edit_history().made.empty()) return "There is nothing to undo.";
  if (action == "redo" && panes.edit_history().taken_back.empty()) return "There is nothing to redo.";
  if (is({"remove", "single", "next_pane", "equal_gradients", "equal_steps"}) && panes.count() == 1)
    return "There is only one run. The menu Compare adds others.";
  if (action == "forget_ghosts" && panes.kept_curves().empty()) return "No curves are kept. G keeps them.";
  if (is({"part_next", "part_back"})) return part_words(state);
  if (action == "caption" && !(state.presenting && state.lecture_open))
    return "A caption is folded in a presentation of a lecture.";
  if (action == "zoom_fit" && !state.picture.navigation().chosen_camera()) return "The whole target is shown already.";
  if (action == "lecture_end" && !state.lecture_open) return "No lecture is open.";
  if (const std::string words = editing_words(action, state); !words.empty()) return words;
  const std::string words = picture_words(action, state);
  return words.empty() ? space_words(action, state) : words;
}

}  // namespace ergo
