#pragma once

#include <QStringList>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "widgets/plots/plot.h"

namespace ergo {

/// Which plots are shown: those that the user chose, those that a preset proposes until the next preset, or the
/// default ones.
class PlotChoice {
 public:
  /// Sets the quantities whose plots are shown by default, in this order.
  void set_defaults(const std::vector<std::string>& ids);
  bool is_default(const QString& id) const { return defaults_.contains(id); }
  /// The user's choice. While a proposal holds it is forgotten with it.
  void choose(const QString& id, bool shown) { (proposed_ ? chosen_since_ : chosen_)[id] = shown; }
  /// Proposes the plots of these columns in this order; nothing: ends the proposal.
  void propose(const std::optional<std::vector<std::string>>& columns);

  bool shown(const PlotSubject& subject) const;
  /// Place of a plot among the proposed or the default ones; all others come after them.
  qsizetype place(const PlotSubject& subject) const;

 private:
  QStringList defaults_;
  std::map<QString, bool> chosen_, chosen_since_;
  std::optional<QStringList> proposed_;  ///< columns
};

}  // namespace ergo
