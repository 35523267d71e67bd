#pragma once

#include <QList>
#include <QObject>

#include "core/live/chain_traces.h"

class QAction;

namespace ergo {

/// What all plots of chains show alike: a number of the chains' states, and the burn-in line, from which on states are
/// used. It has menu entries for both.
class ChainView : public QObject {
  Q_OBJECT

 public:
  explicit ChainView(QObject* parent);
  ChainQuantity quantity() const { return quantity_; }
  double burn_in() const { return burn_in_; }  ///< gradient evaluations
  void show(ChainQuantity quantity);
  void set_burn_in(double gradients);
  const QList<QAction*>& entries() const { return entries_; }

 signals:
  void changed();
  /// The user wants the line at the middle of the run in focus.
  void half_wanted();

 private:
  ChainQuantity quantity_ = ChainQuantity::x;
  double burn_in_ = 0;
  QList<QAction*> entries_;
};

}  // namespace ergo
