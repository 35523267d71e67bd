#pragma once

#include <QWidget>
#include <set>
#include <vector>

#include "core/view/palette.h"

namespace ergo {

/// Data of a scrub bar. Times are in the clock's unit, which is gradient evaluations or steps.
struct Timeline {
  double now = 0, end = 0;
  std::vector<double> edits;  ///< where a parameter changed
  QString unit;               ///< what the clock counts
  bool operator==(const Timeline&) const = default;
};

/// Bar under the picture for the runs' time, from the beginning to the furthest moment reached. A drag or a
/// click goes to a moment and restores it bit for bit. Ticks below mark edits, flags above mark bookmarks.
class ScrubBar : public QWidget {
  Q_OBJECT

 public:
  explicit ScrubBar(QWidget* parent = nullptr);
  void show_timeline(const Timeline& tape);
  void set_theme(const Palette& palette, double factor);
  /// Adds a bookmark at the present moment, or removes the one there.
  void toggle_bookmark();
  void set_bookmarks(const std::vector<double>& moments);
  /// Next bookmark or edit in this direction; the beginning or the end if there is none.
  double neighbour(bool later) const;
  const std::set<double>& bookmarks() const { return bookmarks_; }
  double moment_at(double x) const;  ///< moment at `x` on the bar, in logical pixels
  double place_of(double moment) const;

 signals:
  void sought(double moment);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  double track_left() const { return 10 * factor_; }
  double track_width() const { return std::max(1.0, width() - 2 * track_left()); }

  Timeline timeline_;
  std::set<double> bookmarks_;
  const Palette* palette_ = nullptr;
  double factor_ = 1;
};

}  // namespace ergo
