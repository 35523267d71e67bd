#pragma once

#include <QPen>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/figures/curve_figure.h"
#include "core/figures/value_scale.h"
#include "core/live/run_history.h"

class QCustomPlot;
class QCPGraph;
class QCPItemStraightLine;

namespace ergo {

/// Dash pattern of kept curves, which are shown beside the curves of runs.
inline constexpr int kept_dash = dashed;

/// Pen of a run's curve: a solid line, one of five dash patterns, or kept_dash.
QPen curve_pen(Colour colour, double width, int dash);

/// Draws one quantity of a run's history. A band shows the Monte Carlo errors of the values, thin lines show
/// the spread over chains, and marks show when a parameter changed. The values of the run's earlier samplers
/// have each sampler's own colour and no band.
class PlotSeries {
 public:
  PlotSeries(QCustomPlot* canvas, std::string quantity);
  ~PlotSeries();
  PlotSeries(const PlotSeries&) = delete;

  const QString& name() const { return name_; }
  /// Draws this history from now on. `sampler`: id of the run's present sampler; empty if all values are of
  /// one.
  void show(std::shared_ptr<const RunHistory> history, const QString& name, const std::string& sampler);
  /// Line width, colour and dash pattern. A ghost is dashed and has no band, no spread and no marks.
  struct Style {
    Colour colour;
    double width;
    int dash;
    bool ghost;
    int beside;                                                   ///< number of curves with bands
    std::function<Colour(const std::string&)> colour_of_sampler;  ///< for earlier samplers
  };
  void set_style(const Style& style);
  /// Sets the axes. `over_a_cycle`: shows a cyclical sampler's means over a cycle.
  void set_axes(Abscissa abscissa, const ValueScale& horizontal, const ValueScale& vertical, bool over_a_cycle);
  /// Draws what the history has gained since the last call; everything if history, axes or style were set.
  void update();
  /// Whether the run has begun anew since the last call.
  bool has_begun_anew();

  /// Whether some curve consists of a single point, which is drawn as a disc.
  bool alone() const;
  int points() const;
  int marks() const { return static_cast<int>(history_->marks().size()); }
  Estimate last() const;  ///< NaN if there is none
  double end() const;     ///< abscissa of the last value
  /// Value nearest to the abscissa `x`; null if there is none.
  const CurvePoint* nearest(double x) const;
  bool range(double& low, double& high) const;  ///< places of what is drawn; false if nothing is drawn

  const Curve& curve() const { return history_->curve(quantity_); }
  const std::vector<CurvePoint>& values() const { return curve().points; }
  /// The value that is drawn; NaN if the point has none.
  Estimate shown(const CurvePoint& point) const;
  /// Id of the sampler that produced a value.
  const std::string& maker(const CurvePoint& point) const { return history_->sampler(point.sampler); }
  bool earlier(const CurvePoint& point) const { return is_earlier(point.sampler); }
  bool earlier(const SpreadPoint& point) const { return is_earlier(point.sampler); }
  const std::vector<Moment>& marked() const { return history_->marks(); }

 private:
  std::vector<QCPGraph*> graphs() const;
  bool is_earlier(int sampler) const { return !present_.empty() && history_->sampler(sampler) != present_; }
  /// Graph for a sampler's values. Each earlier sampler has its own.
  QCPGraph* curve_of(int sampler);
  void paint_earlier(const std::string& sampler, QCPGraph* graph) const;
  void draw(const CurvePoint& point);
  void draw_spread(const SpreadPoint& point);
  void draw_marks();
  void clear();  ///< removes all that is drawn but the marks, which are drawn again
  void show_points(QCPGraph* graph) const;

  QCustomPlot* canvas_;
  std::string quantity_;
  QString name_;
  std::shared_ptr<const RunHistory> history_ = std::make_shared<RunHistory>();
  std::string present_;  ///< id of the present sampler
  QCPGraph *curve_, *low_, *high_, *spread_low_, *spread_high_;
  QCPGraph* below_;  ///< ticks at the lower edge for values that the vertical scale cannot show
  std::map<std::string, QCPGraph*> earlier_;
  std::vector<QCPItemStraightLine*> mark_lines_;
  bool stale_ = true;                           ///< everything is to be drawn again
  std::uint64_t revision_ = 0, beginning_ = 0;  ///< of the history, as drawn and as last asked for
  std::size_t points_drawn_ = 0, spreads_drawn_ = 0;
  std::vector<Moment> marks_drawn_;
  int last_drawn_ = -1;  ///< sampler of the last value drawn
  Style style_ = {};
  Abscissa abscissa_ = Abscissa::gradients;
  ValueScale horizontal_, vertical_;
  bool over_a_cycle_ = false;
};

}  // namespace ergo
