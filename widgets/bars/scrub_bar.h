#pragma once

#include <QWidget>
#include <set>
#include <vector>

#include "core/view/palette.h"

namespace ergo {

/// What a scrub bar tells of the runs' time: in the clock's unit, gradient evaluations or steps.
struct Timeline {
  double now = 0, end = 0;
  std::vector<double> edits;  ///< where a parameter changed
  QString unit;               ///< what the clock counts
  bool operator==(const Timeline&) const = default;
};

/// The runs' time from their beginning to the furthest they have been, under the picture: a drag or a click
/// goes to any moment of it, bit for bit as it was. Ticks below are edits, flags above the user's bookmarks.
class ScrubBar : public QWidget {
  Q_OBJECT

 public:
  explicit ScrubBar(QWidget* parent = nullptr);
  void show_timeline(const Timeline& tape);
  void set_theme(const Palette& palette, double factor);
  /// Puts a bookmark at the present, or takes the one there away.
  void toggle_bookmark();
  void set_bookmarks(const std::vector<double>& moments);
  /// The next bookmark or edit in a direction; the beginning or the end where there is none.
  double neighbour(bool later) const;
  const std::set<double>& bookmarks() const { return bookmarks_; }
  double moment_at(double x) const;  ///< of a place on the bar, in logical pixels
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
