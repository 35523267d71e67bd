#pragma once

#include <QRectF>
#include <QSizeF>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/unit/target.h"
#include "widgets/panels/readouts.h"

namespace ergo {

/// Which of the words about one or more runs are told and where they stand, the same in all cells, so that
/// none lies on the target: they stand along the edges, its window where they leave it the most room, and
/// what would cost it too much is not told. Places are logical pixels of a cell.
class PaneLayout {
 public:
  struct Legend {
    std::string title;
    bool needed = false;  ///< the colours mean nothing without it
  };
  /// What is given.
  struct Room {
    QRectF area;                 ///< what histograms and the strip of a cycle leave
    Position extent;             ///< of the window to be seen, in units of the plane
    std::vector<QRectF> fixed;   ///< title and folded panel, of all cells together
    std::vector<QRectF> panels;  ///< opened by the user: they lie on a window that they leave too small,
                                 ///< but on no words
    std::optional<Legend> legend;
    QSizeF numbers;  ///< of scales, along the right and the lower edge
  };
  void lay_out(std::vector<Readouts> runs, const Room& room, const ImGuiBridge& bridge);

  /// What is told in each cell.
  const std::vector<Readouts>& readouts() const { return told_; }
  /// Of the lines and the gauge below them, as wide and high as in the cell that has most; empty: none.
  QRectF column() const { return best_.column; }
  /// Empty: none.
  QRectF legend() const { return best_.legend; }
  /// Where the window is seen; empty where nothing is clear.
  QRectF clear() const { return best_.clear; }

 private:
  /// The n-th line of a kind, in all cells.
  using Entry = std::pair<LineKind, int>;
  struct Arrangement {
    std::map<Entry, int> lines;  ///< those told, each without so many of its last parts
    bool gauge = false;
    QRectF column, legend, clear;
    std::size_t told() const { return lines.size() + gauge + !legend.isEmpty(); }
  };
  /// An edge beside which lines may end or begin.
  struct Anchor {
    double x = 0;
    bool ends = true;  ///< lines end there, else they begin
  };
  void remember(const Room& room);
  QSizeF column_size(const Arrangement& told);
  QRectF column_place(const Arrangement& told, const Anchor& anchor, const std::vector<QRectF>& taken);
  QRectF clear_of(const std::vector<QRectF>& taken) const;
  std::vector<QRectF> legend_places(const std::vector<QRectF>& taken) const;
  void add_legend(Arrangement& arrangement, std::vector<QRectF>& taken, double least) const;
  /// How many of the most important lines are told.
  std::size_t leading(const Arrangement& told) const;
  Arrangement arranged(const Anchor& anchor, std::vector<QRectF> taken);

  std::vector<Readouts> runs_, told_;
  Room room_;
  std::vector<QRectF> over_;  ///< panels that lie on the window
  const ImGuiBridge* bridge_ = nullptr;
  std::vector<Entry> entries_;  ///< most important first
  Arrangement best_;
  std::map<std::pair<Entry, int>, double> widest_;  ///< so far: the window does not move with every digit
  std::string known_;                               ///< what they were widest of
};

}  // namespace ergo
