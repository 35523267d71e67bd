#pragma once

#include <QPen>
#include <QString>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/live/moment.h"
#include "core/view/palette.h"

class QCustomPlot;
class QCPGraph;
class QCPItemStraightLine;

namespace ergo {

/// Dash pattern of kept curves, which are shown beside the curves of runs.
inline constexpr int kept_dash = -1;

/// Pen of a run's curve: a solid line, one of five dash patterns, or kept_dash.
QPen curve_pen(Colour colour, double width, int dash);

/// One run's curve in a plot. A band shows the Monte Carlo errors of the values, thin lines show the spread
/// over chains, and marks show when a parameter changed. The values of the run's earlier samplers stay, each
/// sampler in its own colour and without a band.
class PlotSeries {
 public:
  PlotSeries(QCustomPlot* canvas, QString name);
  ~PlotSeries();
  PlotSeries(const PlotSeries&) = delete;

  const QString& name() const { return name_; }
  void set_name(const QString& name) { name_ = name; }
  /// Id of the sampler that produces the values from now on.
  void set_sampler(const std::string& id);
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
  /// Sets the axes and redraws all values.
  void set_axes(Abscissa abscissa, bool logarithmic_x, bool logarithmic_y);

  void append(const Moment& at, double value, double error);
  /// Beyond the last step only.
  void append_spread(const Moment& at, double mean, double sd);
  /// Whether there is no value yet, or the last one is at `gradients` and from an earlier sampler.
  bool lacks(double gradients) const;
  /// Whether some curve consists of a single point, which is drawn as a disc.
  bool alone() const;
  void mark(const Moment& at);
  /// Removes everything after this number of gradient evaluations.
  void truncate(double gradients);
  struct Value {
    Moment at;
    double value, error;
    int sampler;  ///< index of the sampler that produced the value
  };
  /// Everything that is recorded.
  struct Past {
    std::vector<Value> values, spreads;
    std::vector<Moment> marks;
    std::vector<std::string> samplers;
  };
  Past past() const;
  void set_past(const Past& past);
  /// Copies the values of another series, but not its marks.
  void copy(const PlotSeries& other);

  int points() const { return static_cast<int>(values_.size()); }
  int marks() const { return static_cast<int>(marks_.size()); }
  double last_value() const;
  double last_error() const;
  double end() const;  ///< horizontal coordinate of the last value
  /// Value nearest to `x` on the horizontal axis; null if there is none.
  const Value* nearest(double x) const;
  bool range(double& low, double& high) const;  ///< range of what is drawn; false if nothing is drawn

  const std::vector<Value>& values() const { return values_; }
  /// Id of the sampler that produced a value; empty if set_sampler was not called.
  const std::string& maker(const Value& value) const;
  bool earlier(const Value& value) const { return value.sampler != present_; }

 private:
  struct Mark {
    Moment at;
    QCPItemStraightLine* line;
  };
  std::vector<QCPGraph*> graphs() const;
  /// Graph for a sampler's values. Each earlier sampler has its own.
  QCPGraph* curve_of(int sampler);
  void paint_earlier(int sampler, QCPGraph* curve) const;
  /// With numbers of their own.
  void set_makers(std::vector<std::string> samplers);
  void draw(const Value& value);
  void draw_spread(const Value& value);
  void draw_mark(const Mark& mark);
  void redraw();
  void show_points(QCPGraph* curve) const;

  QCustomPlot* canvas_;
  QString name_;
  QCPGraph *curve_, *low_, *high_, *spread_low_, *spread_high_;
  QCPGraph* below_;  ///< ticks at the lower edge for values that a logarithmic axis cannot show
  std::vector<Value> values_, spreads_;
  std::vector<Mark> marks_;
  std::vector<std::string> samplers_ = {""};  ///< ids of the samplers that produced values
  int present_ = 0, drawn_ = 0;  ///< index of the present sampler, and of the one of the last value drawn
  std::map<int, QCPGraph*> earlier_;
  Style style_ = {};
  Abscissa abscissa_ = Abscissa::gradients;
  bool logarithmic_x_ = false, logarithmic_y_ = false;
};

}  // namespace ergo
