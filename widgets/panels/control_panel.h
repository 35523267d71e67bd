#pragma once

#include <QRectF>
#include <QSizeF>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/picture/scene.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

struct Choices;

/// The run that a panel is of, among those side by side.
struct PanelRun {
  std::size_t run = 0, count = 1;
  bool conditions_differ = false;  ///< the runs' starts, gradient noise or numbers of chains do
};

/// The floating panel, made from the descriptors of the session's units: target, sampler and start with every
/// parameter, chains and seed, and how the picture shows them.
class ControlPanel {
 public:
  /// Sets which run's settings the panel shows from now on.
  void stand_for(PanelRun run) { run_ = run; }
  /// Whether start, gradient noise and chains are set for that run alone: as the user chose, else if the runs already
  /// differ in them. The sampler is always set for it alone.
  bool alone() const { return run_.count > 1 && alone_.value_or(run_.conditions_differ); }
  void choose_alone(std::optional<bool> alone) { alone_ = alone; }
  /// Edits of the run with the paths of the runs that they are for.
  std::vector<Assignment> addressed(std::vector<Assignment> edits) const;

  /// Draws the panel in the current ImGui frame. Edits of the run come back as assignments, unchecked; edits
  /// of the picture go into `view`.
  /// Stands in `cell`, that of the session in focus; folded, at `fold` there.
  std::vector<Assignment> draw(const Session& session, View& view, const ImGuiBridge& bridge, QRectF cell,
                               QRectF fold);

  /// Draws these controls alone, by path, without a title bar and as high as they are, at the top of `place`. All of
  /// the panel, if there are none.
  std::vector<Assignment> draw_in(QRectF place, const std::vector<std::string>& paths, const Session& session,
                                  View& view, const ImGuiBridge& bridge);

  /// Where each control of the last frame stands, by path ("sampler.step_size", "view.trails"); logical
  /// pixels.
  const std::map<std::string, QRectF>& places() const { return places_; }
  /// Area that the panel covers; empty while it is hidden or collapsed.
  QRectF covered() const { return covered_; }
  /// Height that draw_in() needs for all controls.
  double needed() const { return static_cast<double>(needed_); }
  /// Folds the panel to its title bar, or unfolds it, at the next frame; while it gives way, afterwards.
  void fold(bool folded);
  /// Folds the panel while something else takes its place; then it stands as it would have without that.
  void give_way(bool given);
  /// The path of the picture for which the user asks to choose a file; once.
  std::optional<std::string> take_browsed() { return std::exchange(browsed_, std::nullopt); }
  void hide() { places_.clear(), covered_ = {}; }

 private:
  using Descriptors = std::vector<const Descriptor*>;
  void unit(const char* path, const char* heading, const UnitChoice& chosen, const Session& session,
            const std::string& remark = {});
  void unit_choice(const char* path, const Descriptors& all, const Descriptor& current, const RunConfig& run);
  void unit_option(const char* path, const Descriptor& unit, bool current, const RunConfig& run);
  void unit_parameter(const char* path, const Descriptor& unit, const UnitChoice& chosen, std::size_t index,
                      const Target& target);
  /// One control by its path; false if the run has none of that name.
  bool control(const std::string& path, const Session& session, View& view);
  bool unit_control(const std::string& path, const Session& session);
  void all_controls(const Session& session, View& view);
  /// `legal`: of a choice's names, if not all are.
  void parameter(const std::string& path, const Parameter& parameter, double value, bool used = true,
                 const std::optional<std::vector<std::string>>& legal = {});
  void letters(const std::string& path, const Parameter& parameter, const std::string& text);
  void picture_file(const std::string& path, const Parameter& parameter, const std::string& file);
  void slider(const std::string& path, const Parameter& parameter, double value);
  void runs_set();
  void gradient_noise(const RunConfig& config);
  void learning(const Session& session);
  void learning_parameter(const RunConfig& config, std::size_t index);
  void noise_parameter(const RunConfig& config, std::size_t index);
  void field(const std::string& path, const std::string& value, const char* hint, float width);
  void text(const std::string& path, const char* label, const std::string& value, const char* tooltip);
  int choice(const std::string& path, const char* label, int current, const Choices& choices,
             const char* words);
  /// A choice of the view; `chosen` changes when the user picks another value than the one shown.
  template <class T>
  void choice_of(const std::string& path, const char* label, T& chosen, T shown, const Choices& choices,
                 const char* words);
  void picture(const Session& session, View& view);
  void sites_shown(const Session& session, View& view);
  void coordinates(const Session& session, View& view);
  void draws(const Session& session, View& view);
  bool heading(const char* label, bool open);
  /// A line of its own, in as many rows as it needs; none for no words.
  void remark(const std::string& path, const std::string& words);
  void place(const std::string& path);

  PanelRun run_;
  std::optional<bool> alone_;  ///< as chosen
  std::vector<Assignment> edits_;
  std::map<std::string, QRectF> places_;
  QRectF covered_;
  float needed_ = 0;
  std::string edited_path_, edited_text_;  ///< the text field being typed in
  std::optional<std::pair<std::string, double>>
      typed_;  ///< a slider's path and the value being typed into it
  std::optional<std::string> browsed_;
  std::optional<bool> fold_;
  bool folded_ = false;  ///< in the last frame
  bool gives_way_ = false;
  bool unfolds_again_ = false;  ///< once it no longer gives way
  float control_width_ = 0;
  float placed_for_ = 0;  ///< the factor and the corner that the panel was last placed for
  QPointF placed_at_;
};

}  // namespace ergo
