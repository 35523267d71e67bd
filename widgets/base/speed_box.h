#pragma once

#include <QComboBox>

namespace ergo {

/// How fast steps follow each other, as a multiple of the steps per frame: the usual speeds, and one that was
/// typed by name.
class SpeedBox : public QComboBox {
  Q_OBJECT

 public:
  SpeedBox();
  double speed() const { return currentData().toDouble(); }
  void show_speed(double speed);
};

}  // namespace ergo
