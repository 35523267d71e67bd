#include "widgets/plots/plot_choice.h"

#include <limits>

namespace ergo {

void PlotChoice::set_defaults(const std::vector<std::string>& ids) {
  defaults_.clear();
  for (const std::string& id : ids) defaults_.append(QString::fromStdString(id));
}

void PlotChoice::propose(const std::optional<std::vector<std::string>>& columns) {
  proposed_.reset();
  chosen_since_.clear();
  if (!columns) return;
  proposed_.emplace();
  for (const std::string& column : *columns) proposed_->append(QString::fromStdString(column));
}

bool PlotChoice::shown(const PlotSubject& subject) const {
  const auto& choices = proposed_ ? chosen_since_ : chosen_;
  if (const auto choice = choices.find(subject.id); choice != choices.end()) return choice->second;
  return proposed_ ? proposed_->contains(subject.column) : is_default(subject.id);
}

qsizetype PlotChoice::place(const PlotSubject& subject) const {
  const qsizetype listed = proposed_ ? proposed_->indexOf(subject.column) : defaults_.indexOf(subject.id);
  return listed < 0 ? std::numeric_limits<qsizetype>::max() : listed;
}

}  // namespace ergo
