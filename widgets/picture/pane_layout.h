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

/// Layout of the text about one or more runs, the same in all cells. No text lies on the target: text stands along
/// the edges, the target's window is placed where it has the most room, and text that would leave it too little room
/// is left out. Places are in logical pixels of a cell.
class PaneLayout {
 public:
  struct Legend {
    std::string title;
    bool needed = false;  ///< whether the colours cannot be understood without it
    std::vector<QRectF> panels = {};  ///< opened by the user over the cells that have the legend
  };
  /// What has to be laid out.
  struct Room {
    QRectF area;                 ///< part of the cell without histograms and the strip of a cycle
    Position extent;             ///< size of the target's window in units of the plane
    std::vector<QRectF> fixed;   ///< titles and folded panels of all cells
    std::vector<QRectF> panels;  ///< panels opened by the user: they may cover the window if it would
                                 ///< become too small, but no text
    std::optional<Legend> legend;
    QSizeF numbers;  ///< size of scales along the right and the lower edge
    double above = 0, below = 0, beside = 0;  ///< kept free of other text above the target's window, below and to the
                                              ///< right of it, for numbers and names of its axes
  };
  void lay_out(std::vector<Readouts> runs, const Room& room, const ImGuiBridge& bridge);

  /// Text that is shown in each cell.
  const std::vector<Readouts>& readouts() const { return told_; }
  /// Place of the lines and the gauge below them, for the cell that needs the most; empty if there are none.
  QRectF column() const { return best_.column; }
  /// Place of the legend; empty if there is none.
  QRectF legend() const { return best_.legend; }
  /// Place of the window; empty if there is no free place.
  QRectF clear() const { return best_.clear; }

 private:
  /// The n-th line of a kind, in all cells.
  using Entry = std::pair<LineKind, int>;
  struct Arrangement {
    std::map<Entry, int> lines;  ///< lines that are shown, and how many of each line's last parts are left out
    bool gauge = false;
    QRectF column, legend, clear;
    std::size_t told() const { return lines.size() + gauge + !legend.isEmpty(); }
  };
  /// An edge beside which lines may end or begin.
  struct Anchor {
    double x = 0;
    bool ends = true;  ///< whether lines end there; else they begin there
  };
  void remember(const Room& room);
  QSizeF column_size(const Arrangement& told);
  QRectF column_place(const Arrangement& told, const Anchor& anchor, const std::vector<QRectF>& taken);
  QRectF clear_of(const std::vector<QRectF>& taken) const;
  std::vector<QRectF> legend_places(const std::vector<QRectF>& taken) const;
  void add_legend(Arrangement& arrangement, std::vector<QRectF>& taken, double least) const;
  /// Number of lines that are shown, the most important first.
  std::size_t leading(const Arrangement& told) const;
  Arrangement arranged(const Anchor& anchor, std::vector<QRectF> taken);
  /// Where most of the entries can be told, the important ones first, and then where the window has the most room.
  Anchor best_anchor(const std::vector<Anchor>& anchors, const std::vector<QRectF>& taken);

  std::vector<Readouts> runs_, told_;
  Room room_;
  std::vector<QRectF> over_;  ///< panels that may cover the window
  const ImGuiBridge* bridge_ = nullptr;
  std::vector<Entry> entries_;  ///< most important first
  Arrangement best_;
  std::map<std::pair<Entry, int>, double> widest_;  ///< so far: the window does not move with every digit
  std::string known_;                               ///< what widest_ was measured for
};

}  // namespace ergo
